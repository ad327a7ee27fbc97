"""The live sockets of a race: one for pages, one for programs. Both go the same road."""
