"""How a claim is checked: relaxations and searches find, a small checker decides."""
