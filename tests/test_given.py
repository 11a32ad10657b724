"""Whatever is given to a figure or to a widget, it is shown, or refused in the words of the edition."""

from __future__ import annotations

import inspect
import re
import sys
from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.test_claims import results
from tiedbook import figures, given, session, widgets
from tiedbook.drawable import STEPS
from tiedbook.observe import text as spelled

CHAPTER = "ch01_lookup_is_matmul"
ROWS = [[6.0, 1.0], [1.8, 1.0], [2.4, 2.9]]
WORDS = ["ape", "bee", "cow"]
TIMES = [{"view": 1e-7}, {"view": 2e-7}]


class _Hostile:
    """Answers no question."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __repr__(self) -> str:
        raise RuntimeError("no text")

    def __array__(self, *_args: object) -> Any:
        raise RuntimeError("no array")

    def __iter__(self) -> Any:
        raise RuntimeError("no items")

    def __index__(self) -> int:
        raise RuntimeError("no number")

    def __len__(self) -> int:
        raise RuntimeError("no length")


def _circle() -> list[Any]:
    circle: list[Any] = []
    circle.append(circle)
    return circle


NAN, HUGE, NO_DATE = float("nan"), 10**400, np.datetime64("NaT")
ANY = [None, "two words", b"01", object(), _Hostile(), {"a": 1}, {1: 2}, {3}, len, 1j, NAN, slice(3), NO_DATE]
NUMBERS = [1 + 1j, NAN, -np.inf, HUGE, 1e300, "1", None, _Hostile(), object(), NO_DATE]
LINES = [[1.0, 2.0, 3.0, [4.0]], [[1.0], 2.0], _circle(), np.array(["1", "2"]), np.array([True]), np.zeros(6000)]
GRIDS = [[[1.0, 2.0], [3.0]], [[1.0], 2.0, [3.0]], [[1, 2], "ab"], [[1.0, [2.0]], [3.0, 4.0]], np.zeros((100, 100))]
IDS = ["12", [0.0], [1.5], [-1], [99], [[0]], [[0], [1, 2]], np.array([0.0, 1.0]), count(), [HUGE], [-HUGE], [True]]
CODES: list[Any] = [{"a": [6, 1]}, {"a": [6, 1], "b": [1]}, {"a": [6, 1], "b": ["1", 2]}, {"a": [6, 1], 2: [6, 1]}]
MODELS: list[Any] = [{"a": (12,)}, {"a": (12, 7, 1)}, {"a": (0, 7)}, {"a": (12, 7.5)}, {"a": 12}, {"a": ("1", 2)}]
ODD: dict[str, list[Any]] = {
    "number": [*ANY, np.inf, HUGE, 1e300, "1", True, [1.0], np.array([1.0])],
    "line": [*ANY, [], 3, [[1.0, 2.0]], *LINES, *([0.5, item] for item in NUMBERS)],
    "rows": [*ANY, [], 3, [[]], [1.0], [[[1.0]]], *LINES, *GRIDS, *([[1.0, 2.0], [0.5, item]] for item in NUMBERS)],
    "ids": [*ANY, [], 3, *IDS, *([0, item] for item in NUMBERS)],
    "lengths": [*ANY, [], 3, [2], [-3], [3.0], ["3"], [True], [None], [[3]], [given.MOST + 1], [HUGE], count()],
    "size": [*ANY, 0, -1, 2.0, "2", True, [2], np.float64(2), np.array([2]), HUGE, -HUGE],
    "row": [*ANY, -1, 99, 1.0, "1", True, [1], HUGE],
    "words": [
        *ANY,
        [],
        3,
        "abc",
        [1, 2, 3],
        ["a", "b"],
        ["a", "b", None],
        ["a", "b", b"c"],
        [["a"], "b", "c"],
        count(),
    ],
    "flag": [*ANY, 0, 1, "yes", [True], np.array([True, False])],
    "codes": [*ANY, [], {}, *CODES],
    "models": [*ANY, [], {}, *MODELS],
    "factors": [*ANY, [], 3, [1], [1, 2, 3], [0, 1], [-1, 1], [1, NAN], ["1", "2"]],
    "times": [
        *ANY,
        [],
        TIMES[:1],
        [{}, {}],
        [{"a": 1}, {"b": 1}],
        [[1], [2]],
        *([{"a": x}, {"a": 1}] for x in (0, "1", NAN)),
    ],
    "results": [*ANY, []],
    "chapter": [*ANY, 1, "ch99", "../ch01", f"{CHAPTER}\n"],
}
NONE_FITS = {"target"}
EMPTY_FITS = {"claim", "variants", "gradients"}

Case = tuple[Callable[..., Any], Mapping[str, tuple[str, Any]]]
TABLE = ("rows", ROWS)
SIZES = dict.fromkeys(("n_layer", "d_model", "vocab_size", "n_ctx"), ("size", 2))
SHAPE = dict.fromkeys("BTVd", ("size", 2))
FALLING = {"ids": ("ids", [0, 2, 2]), "gradients": ("line", [1.0, 3.0, 5.0]), "before": ("line", [0.0, 0.0, 10.0])}
LAMPS = {"table": ("rows", ROWS), "tokens": ("words", WORDS), "lit": ("row", 1)}
WINNERS = {"hidden": ("line", [3.0, 2.0]), "rows": ("rows", ROWS), "tokens": ("words", WORDS)}
MATES = {"text": ("rows", ROWS), "pad": ("line", [0.0, 0.0])}
SCORES = {"logits": ("line", [1.0, 2.0, 0.5]), "tokens": ("words", WORDS)}
CASES: dict[str, Case] = {
    "figure batch_mates": (figures.batch_mates, MATES | {"lengths": ("lengths", [3, 5])}),
    "figure falling_gradients": (figures.falling_gradients, FALLING),
    "figure lamp_row": (figures.lamp_row, LAMPS),
    "figure ledger_bars": (figures.ledger_bars, SIZES | {"tied": ("flag", True)}),
    "figure logit_bars": (figures.logit_bars, SCORES | {"target": ("row", 1)}),
    "figure score_grid": (figures.score_grid, {"table": ("rows", ROWS), "tokens": ("words", WORDS)}),
    "figure shape_ladder": (figures.shape_ladder, SHAPE | {"id_bytes": ("size", 8), "number_bytes": ("size", 4)}),
    "figure three_winners": (figures.three_winners, WINNERS),
    "figure tied_runs": (figures.tied_runs, {"results": ("results", results({1.0: [0.0, 0.01]}))}),
    "figure time_slopes": (
        figures.time_slopes,
        {"factors": ("factors", [1, 8]), "over_V": ("times", TIMES), "over_d": ("times", TIMES)},
    ),
    "figure two_jobs": (figures.two_jobs, {}),
    "figure two_taps": (figures.two_taps, {"tokens": ("words", WORDS), "lookup": TABLE, "head": TABLE}),
    "figure tying_shares": (figures.tying_shares, {"models": ("models", {"small": (12, 768)})}),
    "widget batch_mates": (widgets.batch_mates, MATES | {"longest": ("size", 12)}),
    "widget concept_map": (widgets.concept_map, {}),
    "widget dot_explorer": (widgets.dot_explorer, WINNERS),
    "widget falling_gradients": (widgets.falling_gradients, FALLING),
    "widget flashcards": (widgets.flashcards, {"chapter": ("chapter", CHAPTER)}),
    "widget lamp_row": (widgets.lamp_row, LAMPS),
    "widget ledger": (widgets.ledger, SIZES | {"tied": ("flag", True)}),
    "widget logit_sliders": (widgets.logit_sliders, SCORES | {"claim": ("line", [0.2, 0.5, 0.3])}),
    "widget progress": (widgets.progress, {}),
    "widget quiz": (widgets.quiz, {"chapter": ("chapter", CHAPTER)}),
    "widget shape_ladder": (widgets.shape_ladder, SHAPE),
    "widget share_explorer": (
        widgets.share_explorer,
        {"vocab_size": ("size", 50_257), "n_layer": ("size", 12), "d_model": ("size", 768), "tied": ("flag", True)},
    ),
    "widget story": (
        widgets.story,
        {"thought": ("line", [6.0, 1.0]), "codes": ("codes", {"a": [6, 1], "b": [5, 2]}), "variants": ("line", [7.2])},
    ),
    "widget two_taps": (
        widgets.two_taps,
        {
            "table": ("rows", ROWS),
            "tokens": ("words", WORDS),
            "ids": ("ids", [0, 2, 2]),
            "targets": ("ids", [2, 1, 0]),
            "rate": ("number", 0.5),
            "most": ("size", 10),
        },
    ),
    "widget who_ties": (widgets.who_ties, {}),
}
NUMERIC = [
    (case, name)
    for case, (_, given_) in CASES.items()
    for name, (kind, _) in given_.items()
    if kind in ("rows", "line")
]
PARAMETERS = [(case, parameter) for case, (_, given_) in CASES.items() for parameter in given_]


class _Marked:
    """A catalog whose every sentence can be told from one that comes from elsewhere."""

    def text(self, code: str, english: str, **values: object) -> str:
        return f"⟦{code}⟧{english.format(**values)}⟦end⟧"


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (session, sys.modules["tiedbook.drawable"]):
        monkeypatch.setattr(module, "runtime", lambda _tag: _Marked())


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_told", "en")


def _right(case: str) -> tuple[Callable[..., Any], dict[str, Any]]:
    function, arguments = CASES[case]
    return function, {name: value for name, (_, value) in arguments.items()}


def _shown(value: Any) -> str:
    """Return the HTML that a figure or a widget leaves in the notebook; whatever is wrong with it is raised."""
    html = str(value.stand_in() if hasattr(value, "stand_in") else value._repr_html_())
    for source in re.findall(r"svg\+xml;base64,([^\"]+)", html):
        ElementTree.fromstring(b64decode(source))
    return html


def test_every_figure_and_widget_and_every_parameter_is_in_the_table() -> None:
    assert sorted(CASES) == sorted(
        [f"figure {name}" for name in figures.__all__ if name != "Picture"]
        + [f"widget {name}" for name in widgets.__all__]
    )
    for function, arguments in CASES.values():
        assert set(inspect.signature(function).parameters) == set(arguments)


@pytest.mark.parametrize("case", CASES)
def test_what_is_right_is_shown(case: str) -> None:
    function, arguments = _right(case)
    assert _shown(function(**arguments))


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(("case", "parameter"), PARAMETERS)
def test_what_is_odd_is_refused_in_words_of_the_edition(case: str, parameter: str) -> None:
    function, arguments = _right(case)
    kind, _ = CASES[case][1][parameter]
    fits = ("None",) if parameter in NONE_FITS else ("[]",) if parameter in EMPTY_FITS else ()
    said = [
        (name, _refusal(function, arguments | {parameter: odd})) for name, odd in _named(ODD[kind]) if name not in fits
    ]
    assert [each for each in said if not re.fullmatch(r"⟦[\w.]+⟧.+⟦end⟧", each[1], re.DOTALL)] == []


def _named(values: list[Any]) -> list[tuple[str, Any]]:
    return [(spelled(value), value) for value in values]


def _refusal(function: Callable[..., Any], arguments: Mapping[str, Any]) -> str:
    try:
        function(**arguments)
    except (TypeError, ValueError, IndexError) as fault:
        told_alone = fault.__suppress_context__ or fault.__context__ is None  # no other library's words above it
        return str(fault) if told_alone else f"below {fault.__context__!r}"
    return "not refused"


def test_the_sentence_says_what_is_wrong_where_and_what_to_do() -> None:
    with pytest.raises(TypeError, match=re.escape("`table[1][0]` must be a number, and it is 'two'.")):
        widgets.lamp_row(
            [[1.0, 2.0], ["two", 3.0]],  # type: ignore[arg-type]
            ["a", "b"],
            lit=0,
        )
    with pytest.raises(ValueError, match=re.escape("`table[1]` and `table[0]` hold 1 and 2 numbers: all rows need")):
        widgets.lamp_row([[1.0, 2.0], [3.0]], ["a", "b"], lit=0)
    with pytest.raises(ValueError, match=re.escape("`before[1]` is nan; only finite numbers")):
        widgets.falling_gradients(ids=[0], gradients=[1.0], before=[0.0, NAN])
    with pytest.raises(TypeError, match=re.escape("`ids[0]` must be a whole number, such as 2, and it is 0.0.")):
        widgets.falling_gradients(ids=[0.0], gradients=[1.0], before=[0.0])  # type: ignore[list-item]
    with pytest.raises(ValueError, match=f"`most` must be at least 1 and at most {STEPS:,}, and it is 0"):
        widgets.two_taps(ROWS, WORDS, ids=[0], targets=[1], most=0)
    with pytest.raises(ValueError, match="Give a part of it"):
        widgets.lamp_row(np.zeros((given.MOST + 1, 1)), ["a"] * (given.MOST + 1), lit=0)


TOKENS = [["$x$", "$\\frac{", "\n"], ["\ud800", "🐈", "-->"], ["", "a" * 999, "`<b>\x00"]]


@pytest.mark.parametrize("tokens", TOKENS)
@pytest.mark.parametrize("case", [case for case, (_, arguments) in CASES.items() if "tokens" in arguments])
def test_any_token_can_be_shown(case: str, tokens: list[str]) -> None:
    function, arguments = _right(case)
    assert _shown(function(**arguments | {"tokens": tokens}))


@pytest.mark.parametrize("number", [1e9, -1e-150, 5e-324, 0.0])
@pytest.mark.parametrize(("case", "parameter"), NUMERIC)
def test_any_finite_number_can_be_shown_but_for_a_vector_without_direction(
    case: str, parameter: str, number: float
) -> None:
    function, arguments = _right(case)
    extreme = np.full(np.shape(arguments[parameter]), number)
    try:
        shown = function(**arguments | {parameter: extreme})
    except ValueError as fault:
        if "has no direction" not in str(fault) or np.linalg.norm(extreme):
            raise
    else:
        assert not isinstance(shown, figures.Picture) or _shown(shown)  # a widget's is the same, drawn later


@pytest.mark.parametrize("as_given", [tuple, np.array, partial(np.array, dtype=np.float32), iter], ids=str)
def test_numbers_come_in_any_form_that_has_them(as_given: Callable[[Any], Any]) -> None:
    if as_given is iter:
        with pytest.raises(TypeError, match="must be a number"):
            given.numbers("x", iter([1.0]), axes=1)
    else:
        assert given.numbers("x", as_given([1, 2]), axes=1).tolist() == [1.0, 2.0]
        assert given.ids("x", np.array([1, 2], np.uint8), 3) == [1, 2]
