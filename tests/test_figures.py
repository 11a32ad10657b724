"""Figures say in words what they draw, and draw what they are given."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

import tiedbook.session
from tests.test_claims import results
from tiedbook import figures
from tiedbook.editions import editions
from tiedbook.figures import Picture, lamp_row, shape_ladder, time_slopes, two_jobs
from tiedbook.figures import picture as picture_module
from tiedbook.figures.lamp_row import draw_lamp_row, number
from tiedbook.figures.picture import AMBER, BLUE, canvas, picture
from tiedbook.figures.shape_ladder import Rung, draw_shape_ladder, inches_per_number, readable_size
from tiedbook.figures.time_slopes import draw_slopes
from tiedbook.figures.two_jobs import draw_two_jobs

TABLE = np.array([[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]], dtype=np.float32)
TOKENS = ["cat", "dog", "the", "ran"]
FACTORS = [1, 8]
OVER_V = [{"view": 1e-7, "one_hot_product": 2e-6}, {"view": 1e-7, "one_hot_product": 1.6e-5}]
OVER_D = [{"view": 1e-7, "one_hot_product": 2e-6}, {"view": 2e-7, "one_hot_product": 1.2e-5}]

GRADIENT = np.array([[0.1, -0.2, 0.3], [0, 0, 0], [0.4, 0.1, -0.1], [-0.2, 0, 0.2]])

# By the name of the function, and what is special about the case.
EVERY: dict[str, Callable[[], Picture]] = {
    "batch_mates": lambda: figures.batch_mates([[1, -2], [3, -4]], lengths=[2, 3, 6]),
    "falling_gradients": lambda: figures.falling_gradients(
        ids=[2, 2, 5], gradients=[1, 3, 5], before=[0, 0, 10, 0, 0, 0]
    ),
    "lamp_row": lambda: lamp_row(TABLE, TOKENS, lit=1),
    "ledger_bars": lambda: figures.ledger_bars(n_layer=12, d_model=768),
    "ledger_bars, untied": lambda: figures.ledger_bars(n_layer=48, d_model=1600, tied=False),
    "logit_bars": lambda: figures.logit_bars([-0.24, -0.14, -0.49, 0.51], TOKENS),
    "logit_bars, a target": lambda: figures.logit_bars([-0.24, -0.14, -0.49, 0.51], TOKENS, target=3),
    "score_grid": lambda: figures.score_grid(TABLE, TOKENS),
    "shape_ladder": lambda: shape_ladder(B=2, T=6, V=4, d=3),
    "shape_ladder, large": lambda: shape_ladder(B=8, T=1024, V=50_257, d=768),
    "three_winners": lambda: figures.three_winners([3, 2], [[6.0, 1.0], [1.8, 1.0], [2.4, 2.9]], ["a", "b", "c"]),
    "tied_runs": lambda: figures.tied_runs(
        results({0.3: [-0.1, -0.2, -0.1], 1.0: [-0.3, -0.2, -0.4]}, {0.3: [0.1, 0.1, 0.1], 1.0: [0.2, 0.3, 0.4]})
    ),
    "time_slopes": lambda: time_slopes(FACTORS, OVER_V, OVER_D),
    "two_jobs": two_jobs,
    "two_taps": lambda: figures.two_taps(TOKENS, lookup=GRADIENT, head=TABLE),
    "tying_shares": lambda: figures.tying_shares({"small": (12, 768), "medium": (24, 1024), "XL": (48, 1600)}),
}
LABELS = {key: key for key in ("token", "lamp", "row", "product", "sum")}
every = pytest.mark.parametrize("draw", EVERY.values(), ids=EVERY.keys())


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


@every
def test_a_figure_is_an_svg_with_words_for_those_who_do_not_see_it(draw: Callable[[], Picture]) -> None:
    shown = draw()
    assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert len(shown.alt.split()) > 15
    assert repr(shown) == shown.alt


@every
def test_a_figure_is_the_same_bytes_each_time(draw: Callable[[], Picture]) -> None:
    assert draw() == draw()


@every
def test_a_figure_brings_its_own_white_background(draw: Callable[[], Picture]) -> None:
    first = next(element for element in ElementTree.fromstring(draw().svg).iter() if element.tag.endswith("path"))
    assert "fill: #ffffff" in first.attrib["style"]


@pytest.mark.parametrize("tag", editions())
@every
def test_no_word_leaves_the_canvas_in_any_edition(
    draw: Callable[[], Picture], tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[Figure] = []
    save = Figure.savefig

    def keep(figure: Figure, *arguments: Any, **named: Any) -> None:
        save(figure, *arguments, **named)
        saved.append(figure)
        covered = figure.get_tightbbox(FigureCanvasAgg(figure).get_renderer())  # type: ignore[no-untyped-call]
        width, height = figure.get_size_inches()
        over = {"left": -covered.x0, "right": covered.x1 - width, "below": -covered.y0, "above": covered.y1 - height}
        assert {side: inches for side, inches in over.items() if inches > 0.01} == {}

    monkeypatch.setattr(tiedbook.session, "_told", tag)
    monkeypatch.setattr(Figure, "savefig", keep)
    draw()
    assert saved


def test_every_figure_is_among_them() -> None:
    assert {name.partition(",")[0] for name in EVERY} == set(figures.__all__) - {"Picture"}


@pytest.mark.parametrize("colour", ["INK", "GREY", "BLUE", "GREEN", "OCHRE"])
def test_what_carries_meaning_stands_out_from_paper(colour: str) -> None:
    channels = np.array(to_rgb(getattr(picture_module, colour)))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    contrast = 1.05 / (linear @ [0.2126, 0.7152, 0.0722] + 0.05)
    assert contrast >= (4.5 if colour in ("INK", "GREY") else 3)  # WCAG: text, and graphics


def test_alt_text_cannot_break_out_of_its_attribute() -> None:
    html = Picture("<svg/>", 'a "quoted" <b>row</b>')._repr_html_()
    assert 'alt="a &quot;quoted&quot; &lt;b&gt;row&lt;/b&gt;"' in html


def test_a_figure_needs_no_pyplot_and_no_screen() -> None:
    program = (
        "from tiedbook.figures import two_jobs; two_jobs(); import sys; sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], env={"MPLBACKEND": "nonsense"}).returncode != 0
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_only_the_lit_lamp_is_on_and_its_row_is_the_sum() -> None:
    _, axes = canvas(6, 3)
    draw_lamp_row(axes, TABLE, TOKENS, 2, LABELS)
    lamps = [patch for patch in axes.patches if isinstance(patch, Circle)]
    assert [patch.get_facecolor()[:3] == to_rgb(AMBER) for patch in lamps] == [False, False, True, False]
    blue = [
        patch for patch in axes.patches if isinstance(patch, Rectangle) and patch.get_facecolor()[:3] == to_rgb(BLUE)
    ]
    assert len(blue) == 3 * 3  # the row, its product, the sum
    assert texts(axes)[-3:] == ["−0.9", "0.1", "0.2"]


@pytest.mark.parametrize("lit", [-1, 4])
def test_a_lamp_outside_the_row_is_refused(lit: int) -> None:
    with pytest.raises(IndexError, match=f"lit is {lit}; the rows are 0 to 3"):
        lamp_row(TABLE, TOKENS, lit=lit)


def test_the_alt_text_of_the_lamps_reads_out_the_row() -> None:
    assert lamp_row(TABLE, TOKENS, lit=1).alt.endswith("row 1: 0.3, −0.4, 0.7.")


@pytest.mark.parametrize(("value", "shown"), [(0.3, "0.3"), (-0.4, "−0.4"), (0.0, "0"), (np.float32(0.7), "0.7")])
def test_a_number_is_written_as_short_as_it_can_be(value: float, shown: str) -> None:
    assert number(value) == shown


def test_rectangles_of_the_ladder_have_the_proportions_of_their_arrays() -> None:
    rungs = [Rung("E", (4, 3), "V", "d", 4, BLUE), Rung("scores", (2, 6, 4), "B × T", "V", 4, BLUE)]
    _, axes = canvas(7, 4)
    draw_shape_ladder(axes, rungs)
    scale = inches_per_number(rungs)
    drawn = [(patch.get_width(), patch.get_height()) for patch in axes.patches if isinstance(patch, Rectangle)]
    assert np.allclose(drawn, [(3 * scale, 4 * scale), (4 * scale, 12 * scale)])


def test_the_ladder_tells_shapes_bytes_and_the_largest() -> None:
    alt = shape_ladder(B=8, T=1024, V=50_257, d=768).alt
    assert "table E (50,257, 768), 154.4 MB" in alt
    assert "ids (8, 1,024), 65.5 kB" in alt
    assert alt.endswith("The largest is: scores.")


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (1, 1, 100_000, 1), (64, 2048, 10, 8192), (3, 5, 7, 11)])
def test_the_ladder_stays_readable_at_any_size(sizes: tuple[int, int, int, int]) -> None:
    B, T, V, d = sizes  # noqa: N806
    root = ElementTree.fromstring(shape_ladder(B=B, T=T, V=V, d=d).svg)
    width, height = (float(root.attrib[side].removesuffix("pt")) / 72 for side in ("width", "height"))
    assert 4 < width < 7.6
    assert 1 < height < 4.5


def test_a_ladder_without_texts_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        shape_ladder(B=0, T=6, V=4, d=3)


@pytest.mark.parametrize(
    ("nbytes", "shown"),
    [
        (96, "96 bytes"),
        (6_400, "6,400 bytes"),
        (65_536, "65.5 kB"),
        (154_389_504, "154.4 MB"),
        (1_646_821_376, "1.6 GB"),
    ],
)
def test_sizes_are_told_in_the_unit_that_suits_them(nbytes: int, shown: str) -> None:
    assert readable_size(nbytes) == shown


def test_each_operation_is_a_line_through_its_times() -> None:
    axes = Figure().subplots()
    draw_slopes(axes, FACTORS, OVER_V, {"view": "a", "one_hot_product": "b"}, {"guide": "in proportion"})
    drawn = {str(line.get_label()): list(np.asarray(line.get_ydata())) for line in axes.lines}
    assert drawn["a"] == [1e-7, 1e-7]
    assert drawn["b"] == [2e-6, 1.6e-5]
    assert axes.get_xscale() == axes.get_yscale() == "log"
    markers = [line.get_marker() for line in axes.lines[:2]]
    assert len(set(markers)) == 2  # colour is not the only difference


def test_the_alt_text_of_the_slopes_gives_the_measured_times() -> None:
    alt = time_slopes(FACTORS, OVER_V, OVER_D).alt
    assert "one-hot product: 2 µs at first; 16 µs with the largest V, 12 µs with the largest d." in alt


def test_one_row_is_looked_up_and_all_rows_are_scored() -> None:
    _, axes = canvas(8, 5)
    labels = {key: key for key in ("table", "ids", "x", "model", "h", "scores", "lookup", "score")}
    draw_two_jobs(axes, labels)
    rows = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    from_rows = [line.get_color() for line in axes.lines]
    assert from_rows.count(BLUE) == 1
    assert len(from_rows) - 1 == len(rows)
    assert {"h   (B, T, d)", "scores   (B, T, V)", "table   (V, d)"} <= set(texts(axes))


def test_labels_and_alt_text_come_from_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def told(code: str, english: str, **values: object) -> str:
        asked.append(code)
        return english.format(**values)

    for module in ("lamp_row", "shape_ladder", "time_slopes", "two_jobs"):
        monkeypatch.setattr(sys.modules[f"tiedbook.figures.{module}"], "say", told)
    for draw in EVERY.values():
        draw()
    assert {f"figure.{name}.alt" for name in ("lamp_row", "shape_ladder", "slopes", "two_jobs")} <= set(asked)


def test_a_figure_is_saved_without_a_date() -> None:
    figure, _ = canvas(1, 1)
    assert "<dc:date>" not in picture(figure, "empty").svg
