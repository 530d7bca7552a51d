"""One command a file: `run(options)` does it and returns the exit code."""
