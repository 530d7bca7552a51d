"""Programs that measure: how the checker fails, and how fast the search is."""
