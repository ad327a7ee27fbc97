"""What was once found open, tried again from outside against a running server. Each test is named by its finding."""
