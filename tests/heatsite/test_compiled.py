"""Compiled templates say what Django says, byte for byte."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Engine, Template, VariableDoesNotExist, engines
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, override

from engine.heat.bots import BOTS
from engine.kernel.chance import derive
from engine.kernel.commands import Answer
from heatsite.compiled import backend
from heatsite.compiled.compiler import Unknown, compiled
from heatsite.compiled.values import words
from races import live, page_state, scenes
from races.heat.board import kept
from races.models import Race
from races.pages import pages_of
from tests.races.factories import SEED, heat_scene, make_race


class Car:
    name = "A & B"
    gears = (1, 2)
    free = SafeString("<b>free</b>")
    share = 0.5

    def driver(self) -> str:
        return "Ada"

    def sell(self) -> str:
        raise AssertionError("a template must not call it")

    sell.alters_data = True  # type: ignore[attr-defined]

    @property
    def empty(self) -> str:
        return ""


VALUES: dict[str, Any] = {
    "car": Car(),
    "cars": [Car(), Car()],
    "none": None,
    "pairs": [("a", 1), ("b", 2)],
    "by_name": {"x": "<x>", "items": "an item"},
    "deep": SimpleNamespace(list=[SimpleNamespace(name="first")], call=lambda: {"k": "v"}),
    "text": "it's <b>",
    "safe": SafeString("it's <b>"),
    "later": gettext_lazy("Your car"),
    "some": iter,
    "number": 1234,
    "half": 1.5,
    "zero": 0,
    "race": SimpleNamespace(code="CODE"),
}

SAID = [
    "{% translate 'free' context 'in very few letters' %}",
    "{% translate '100% free' context 'nowhere' as said %}{{ said }}",
    "{% blocktranslate context 'nowhere' trimmed %}  You {{ text }} {% endblocktranslate %}",
    "plain",
    "{{ text }}{{ safe }}{{ later }}{{ number }}{{ half }}{{ none }}{{ nobody }}{{ car.nobody.name }}",
    "{{ none.name }}{{ none.0 }}{{ by_name.0 }}{{ text.name }}{{ text.0 }}{% if none.name is None %}none{% endif %}",
    "{{ car.name }}{{ car.driver }}{{ car.sell }}{{ car.empty }}",
    "{{ car.free }}{{ deep.list.0.name }}{{ deep.call.k }}",
    "{{ by_name.x }}{{ by_name.items }}{{ by_name.y }}{{ car.gears.1 }}{{ car.gears.7 }}{{ text.upper }}",
    "{{ text|upper }}{{ safe|upper }}{{ safe|default:'no' }}",
    "{{ nobody|default:car.name }}{{ car.gears|join:' & ' }}",
    "{{ half|floatformat:2 }}{{ text|safe }}{{ cars|length }}{{ car.gears|first }}{{ 'a<b' }}{{ 7 }}",
    "{% load l10n %}{% localize off %}{{ half }}{{ number }}{{ car.share }}{% endlocalize %}{{ half }}",
    "{% if car.name and not none or zero %}1{% elif number %}2{% else %}3{% endif %}{% if none %}4{% endif %}",
    "{% if number > 7 and half <= 2 %}a{% endif %}",
    "{% if none < 3 %}b{% endif %}{% if 'a' in text %}c{% endif %}",
    "{% if nobody is None %}a{% endif %}",
    "{% if nobody.at.all is not None %}b{% endif %}{% if number == 1234 %}c{% endif %}",
    "{% if 1 not in car.gears %}a{% else %}b{% endif %}",
    "{% if car.gears|length == 2 %}c{% endif %}{% if True %}d{% endif %}",
    "{% for one in cars %}{{ forloop.counter }}{{ forloop.revcounter0 }}{{ one.name }}{% empty %}none{% endfor %}",
    "{% for one in cars %}{{ forloop.counter }}{{ forloop.revcounter0 }}{{ one.name }}{% empty %}none{% endfor %}",
    "{% for one in nobody %}{{ one }}{% empty %}none{% endfor %}",
    "{% for a, b in pairs reversed %}{{ a }}{{ b }}{% endfor %}",
    "{% for a in pairs %}{% for b in a %}{{ forloop.parentloop.counter0 }}{{ b }}{% endfor %}{% endfor %}",
    "{% for one in cars %}{% if forloop.last %}last{% endif %}{% endfor %}{{ one }}{{ forloop.counter }}",
    "{% for k, v in by_name.nobody.items %}{{ k }}{% endfor %}",
    "{% for letter in text %}{{ letter }}.{% endfor %}",
    "{% with a=car.name b=number %}{{ a }}{{ b }}{% with a=b %}{{ a }}{% endwith %}{{ a }}{% endwith %}{{ a }}",
    "{% translate 'Your car' %}{% translate 'Your car' as said %}{{ said }}{% translate '100% of it' %}",
    "{% blocktranslate %}You {{ text }} 5%{% endblocktranslate %}",
    "{% blocktranslate with n=car.name %}{{ n }}{% endblocktranslate %}",
    "{% blocktranslate count n=number %}{{ n }} card{% plural %}{{ n }} cards of {{ text }}{% endblocktranslate %}",
    "{{ n }}",
    "{% firstof none zero text %}{% firstof none zero %}",
    "{% url 'races:race' race.code %}{% url 'races:race' race.code as there %}",
    "{{ there }}{% url 'nowhere' as gone %}{{ gone }}",
    "{% icon 'pause' %}{% icon 'pause' as drawing %}",
    "{{ drawing }}{% comment %}{{ text }}{% endcomment %}{# no #}",
    "{% once a=text n=number %}{{ a }}{{ n }}{{ car.name }}{% endonce %}{% once a=none %}{{ a }}{% endonce %}",
    "{% for one in cars %}{% once n=forloop.counter %}{{ n }}{{ forloop.counter }}{% endonce %}{% endfor %}",
    "{% include 'races/heat/cockpit/sure_of.html' with warning=car.gears %}",
    "{% include 'races/shell/lines.html' %}",
    "{% if zero %}{% translate 'Your car' as said %}{% endif %}{% if number %}{{ number }}{% endif %}",
    "{% block a %}one{% block b %}two{{ text }}{% endblock %}{% endblock %}",
]


def both(template: Template, values: dict[str, Any]) -> tuple[str, str]:
    return compiled(template)(values, words()), template.render(Context(values))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("source", SAID)
def test_what_is_compiled_says_the_same(source: str, language: str) -> None:
    template = engines["django"].engine.from_string(source)  # type: ignore[attr-defined]
    with override(language):
        ours, theirs = both(template, VALUES)
    assert ours == theirs


def test_blocks_are_overridden_through_three_templates(tmp_path: Any) -> None:
    (tmp_path / "base").write_text(
        "<{% block a %}base{% block c %}inner{% endblock %}{% endblock %}|{% block b %}b{% endblock %}>"
    )
    (tmp_path / "mid").write_text('{% extends "base" %}{% block a %}mid+{{ block.super }}{% endblock %}outside')
    (tmp_path / "leaf").write_text(
        '{% extends "mid" %}{% block a %}leaf+{{ block.super }}{% endblock %}{% block c %}{{ n }}{% endblock %}'
    )
    engine = Engine(dirs=[str(tmp_path)])
    said = [both(engine.get_template(name), {"n": 7}) for name in ("base", "mid", "leaf")]
    assert [ours for ours, _ in said] == [theirs for _, theirs in said]
    assert said[-1][0] == "<leaf+mid+base7|b>"


@pytest.mark.parametrize(
    "source",
    [
        "{% csrf_token %}",
        "{% include name %}",
        "{% if a %}{% icon 'pause' as drawing %}{% endif %}{{ drawing }}",
        "{% for a in b %}{{ forloop }}{% endfor %}",
        "{% cycle 'a' 'b' %}",
        "{{ moment|date }}",
    ],
)
def test_what_is_not_known_is_left_to_django(source: str) -> None:
    template = engines["django"].from_string(source)
    assert isinstance(template, backend.Template)
    with pytest.raises(Unknown):
        compiled(template.template)
    assert backend.render_of(template.template) is None
    assert isinstance(template.render({"name": "races/heat/cockpit/sure_of.html", "b": [1]}), str)


def test_what_goes_wrong_is_not_hidden() -> None:
    missing = compiled(engines["django"].engine.from_string("{{ text|default:nobody }}"))  # type: ignore[attr-defined]
    with pytest.raises(VariableDoesNotExist):
        missing(VALUES, words())
    uneven = compiled(engines["django"].engine.from_string("{% for a, b in cars %}{% endfor %}"))  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        uneven(VALUES, words())


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the templates that are compiled and rendered; each is rendered by Django, too."""
    seen: set[str] = set()

    def render(self: backend.Template, context: Any = None, request: Any = None) -> SafeString:
        function = backend.render_of(self.template) if request is None else None
        theirs = SafeString(super(backend.Template, self).render(context, request))
        if function is not None:
            assert function(context or {}, words()) == theirs, self.template.name
            seen.add(str(self.template.name))
        return theirs

    monkeypatch.setattr(backend.Template, "render", render)
    return seen


@pytest.mark.django_db
@pytest.mark.parametrize("rules", ["standard", "rulebook"])
def test_races_look_the_same(rules: str, compared: set[str]) -> None:
    scenes.forget()
    kept.forget()
    race = make_race("ada", "bo", "cy", rules=rules)
    bot = BOTS["cautious"](heat_scene(race).game)
    for step in range(70):
        look(race)
        scene = heat_scene(race)
        seat = min(scene.questions)
        choice = bot.choose(scene.view(seat), scene.game.legal(scene.state, seat), derive(SEED, str(step)))
        live.submit(race.pk, Answer(seat, scene.questions[seat], choice))
    assert {f"races/heat/cockpit/{name}.html" for name in ("wait", "gears", "discard", "react")} <= compared
    assert {f"races/heat/board/{name}.html" for name in ("waiting", "road", "bar_state", "standings_row")} <= compared


def look(race: Race) -> None:
    scene = scenes.load(race.pk)
    page_state.public(scene, "en")
    for seat in range(len(scene.seats)):
        pages_of(scene).render(scene, seat)


OF_PAGES = {
    *("log.html", "tools.html", "styles.html", "couch.html", "settings.html", "television_sound.html"),
    *("replay.html", "results.html", "table.html", "television.html", "television_over.html"),
}
"""Templates that are rendered with a page, once."""
FOLDERS = ("heat/board", "heat/cockpit", "shell", "lastcard", "henhur")


def test_the_settings_name_it_and_live_fragments_are_compiled() -> None:
    assert settings.TEMPLATES[0]["BACKEND"] == f"{backend.__name__}.Templates"
    left = []
    for folder in FOLDERS:
        for path in sorted((settings.BASE_DIR / "templates" / "races" / folder).glob("*.html")):
            template = engines["django"].get_template(f"races/{folder}/{path.name}")
            assert isinstance(template, backend.Template)
            if backend.render_of(template.template) is None and path.name not in OF_PAGES:
                left.append(f"{folder}/{path.name}")
    assert not left, "these are rendered node by node"
