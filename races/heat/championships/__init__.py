"""Championships on the site: begun, raced on, stored as records, shown."""
