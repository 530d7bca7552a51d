"""What is claimed: exact mathematical objects (`theorems.model`), statements, and one theorem a file."""
