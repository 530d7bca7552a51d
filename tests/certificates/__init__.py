"""Certificate files as tests: accepted, refused and malformed; `python -m tests.certificates.write` writes them."""
