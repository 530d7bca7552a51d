"""What a person reads: tables in the terminal, and assertions in words."""
