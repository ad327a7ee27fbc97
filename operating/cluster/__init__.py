"""A site of several processes on this machine, in one command: `make cluster`."""
