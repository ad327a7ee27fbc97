"""The addresses of the books of rules."""

from django.urls import path

from races.views import rulebook

app_name = "rules"
urlpatterns = [
    path("", rulebook.show_books, name="books"),
    path("<str:game>/", rulebook.show_book, name="book"),
    path("<str:game>/words/", rulebook.show_glossary, name="glossary"),
    path("<str:game>/whole/", rulebook.show_whole, name="whole"),
    path("<str:game>/clause/<str:clause>/", rulebook.show_clause, name="clause"),
    path("<str:game>/<slug:slug>/", rulebook.show_chapter, name="chapter"),
]
