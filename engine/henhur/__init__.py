"""HenHur: hens that race over three laps with decks of their own, and bid for better cards every other turn."""

from engine.henhur.cards import Card, Effect, Priority
from engine.henhur.choices import Bid, Choice, Choices, Pick, Run
from engine.henhur.content import Content, Rules, Setup, base_content, content_faults, content_of, read_content
from engine.henhur.events import AnyEvent
from engine.henhur.explain import SENTENCES, Explanation
from engine.henhur.game import Command, HenHur, MatchRecord, read_command
from engine.henhur.state import Runner, State
from engine.henhur.tokens import TOKENS, Token, Tokens
from engine.henhur.views import Mine, RunnerView, View

__all__ = [
    "SENTENCES",
    "TOKENS",
    "AnyEvent",
    "Bid",
    "Card",
    "Choice",
    "Choices",
    "Command",
    "Content",
    "Effect",
    "Explanation",
    "HenHur",
    "MatchRecord",
    "Mine",
    "Pick",
    "Priority",
    "Rules",
    "Run",
    "Runner",
    "RunnerView",
    "Setup",
    "State",
    "Token",
    "Tokens",
    "View",
    "base_content",
    "content_faults",
    "content_of",
    "read_command",
    "read_content",
]
