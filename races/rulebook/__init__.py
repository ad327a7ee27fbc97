"""The rules of each game as players read them: a book of chapters, made of the clauses that the tests prove."""
