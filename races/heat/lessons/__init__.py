"""The lesson race: one lap against a Legend, with a coach who explains each thing when it first matters."""
