"""Players of a running site, one module for each way to play."""
