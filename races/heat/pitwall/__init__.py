"""The pit wall: what a page shows of the review of a seat's race."""
