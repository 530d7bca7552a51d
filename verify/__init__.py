"""How a claim is checked: relaxations and searches find, a small checker decides."""

__version__ = "0.1.0"
