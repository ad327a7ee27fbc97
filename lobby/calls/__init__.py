"""Calls: messages that reach a visitor who is not here, because a game of days waits for them or another player asks
them to a room. They go to browsers by Web Push, and by e-mail where the operator has set a mail server."""
