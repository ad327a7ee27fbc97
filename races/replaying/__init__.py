"""A race again, step by step: a step is an entry of the record, and shows what stood when its events had happened."""
