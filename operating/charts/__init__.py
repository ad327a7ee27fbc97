"""The live charts of the admin: sampled by each process, drawn for all of them."""
