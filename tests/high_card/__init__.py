"""High Card, the test game of the kernel, with everything that the site asks of a game. The site itself does not list
it: tests register it by name, and play it on the site's own pages, sockets and records."""
