"""The law that nothing public moves with something secret, proved on a site with races of all games."""
