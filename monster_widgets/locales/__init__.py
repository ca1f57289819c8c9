"""Every word a reader sees, and the sentences made from them. Knows no game."""
