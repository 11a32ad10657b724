"""The shape ladder in a real browser: bytes are NumPy's, rectangles have the proportions of their arrays."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tiedbook.figures.shape_ladder import readable_size
from tiedbook.widgets import shape_ladder

pytestmark = pytest.mark.usefixtures("english")

SIZES = [
    (2, 6, 4, 3),
    (8, 1024, 50_257, 768),
    (1, 1, 50_257, 768),
    (1, 1, 1, 1),
    (64, 4096, 256_000, 8192),
    (64, 1, 4, 8192),
    (3, 5, 7, 11),
]


def _toy(bare: Page, width: int = 1000) -> Mounted:
    return mount(bare, shape_ladder(B=2, T=6, V=4, d=3), width=width)


def _nbytes(sizes: tuple[int, int, int, int], id_type: str, number_type: str) -> list[int]:
    """Ask NumPy, without the memory that the arrays would take."""
    B, T, V, d = sizes  # noqa: N806
    shapes = [((B, T), id_type), ((V, d), number_type), ((B, T, d), number_type), ((B, T, V), number_type)]
    return [np.broadcast_to(np.zeros((), dtype), shape).nbytes for shape, dtype in shapes]


@pytest.mark.parametrize(("id_type", "number_type"), [("int64", "float32"), ("int32", "float16"), ("int64", "float64")])
@pytest.mark.parametrize("sizes", SIZES)
def test_the_bytes_are_those_of_numpy(
    bare: Page, sizes: tuple[int, int, int, int], id_type: str, number_type: str
) -> None:
    B, T, V, d = sizes  # noqa: N806
    widget = shape_ladder(B=B, T=T, V=V, d=d)
    widget.id_type, widget.number_type = id_type, number_type
    mounted = mount(bare, widget)
    wanted = _nbytes(sizes, id_type, number_type)
    shown = mounted.rows(".sl-sizes")
    assert [row[1] for row in shown] == [readable_size(nbytes) for nbytes in wanted]
    assert [row[0].startswith("★") for row in shown] == [nbytes == max(wanted) for nbytes in wanted]


@pytest.mark.parametrize("sizes", SIZES)
def test_rectangles_have_the_proportions_of_their_arrays_unless_they_say_so(
    bare: Page, sizes: tuple[int, int, int, int]
) -> None:
    B, T, V, d = sizes  # noqa: N806
    bare.emulate_media(reduced_motion="reduce")
    mounted = mount(bare, shape_ladder(B=B, T=T, V=V, d=d))
    wanted = np.array([(1, B * T), (d, V), (d, B * T), (V, B * T)])
    scale = 220 / wanted.max()
    boxes = mounted.root.locator(".sl-block").evaluate_all(
        "blocks => blocks.map(block => [block.offsetWidth, block.offsetHeight])"
    )
    assert np.allclose(boxes, np.maximum(wanted * scale, 3), atol=1)
    thin = mounted.root.locator(".sl-block").evaluate_all("all => all.map(one => one.classList.contains('sl-thin'))")
    assert thin == (wanted * scale < 1).any(axis=1).tolist()


def test_a_slider_moves_from_stop_to_stop_by_keys_and_python_hears_it(bare: Page) -> None:
    mounted = _toy(bare)
    vocabulary = mounted.root.get_by_role("slider", name="V, tokens")
    vocabulary.press("ArrowRight")
    mounted.settle()
    assert mounted.widget.V == 8
    vocabulary.press("End")
    mounted.settle()
    assert mounted.widget.V == 256_000
    assert vocabulary.get_attribute("aria-valuetext") == "256,000"


def test_what_python_sets_between_two_stops_is_shown_as_it_is(bare: Page) -> None:
    mounted = _toy(bare)
    mounted.widget.V = 49_152
    mounted.push()
    vocabulary = mounted.root.get_by_role("slider", name="V, tokens")
    assert vocabulary.get_attribute("aria-valuetext") == "49,152"
    vocabulary.press("ArrowRight")
    mounted.settle()
    assert mounted.widget.V == 100_000


def test_a_preset_sets_all_four_sizes_and_shows_that_it_is_chosen(bare: Page) -> None:
    mounted = _toy(bare)
    full = mounted.root.get_by_role("button", name="GPT-2 small, 8 full texts")
    full.press("Enter")
    mounted.settle()
    widget = mounted.widget
    assert (widget.B, widget.T, widget.V, widget.d) == (8, 1024, 50_257, 768)
    assert full.get_attribute("aria-pressed") == "true"
    mounted.root.get_by_role("radio", name="int32").check()
    mounted.settle()
    assert mounted.widget.id_type == "int32"


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((2, 6, 4, 3), "The largest array is: scores, 192 bytes. The scores are 4 times the table,"),
        (
            (8, 1024, 50_257, 768),
            "largest array is: scores, 1.6 GB. The scores are 10.7 times the table, because B × T",
        ),
        ((1, 1, 50_257, 768), "The largest array is: table E, 154.4 MB. The table is 768 times the scores, because d"),
        ((1, 3, 100, 3), "The largest arrays are, with 1,200 bytes each: table E, scores. The scores are as large as"),
        ((4, 4, 2, 64), "The largest array is: looked-up rows, 4,096 bytes. The table is 4 times the scores"),
    ],
)
def test_the_summary_names_the_largest_and_says_why(bare: Page, sizes: tuple[int, int, int, int], said: str) -> None:
    B, T, V, d = sizes  # noqa: N806
    assert said in mount(bare, shape_ladder(B=B, T=T, V=V, d=d)).root.get_by_role("status").inner_text()


@pytest.mark.parametrize("sizes", SIZES)
def test_no_size_breaks_a_narrow_page(bare: Page, sizes: tuple[int, int, int, int]) -> None:
    B, T, V, d = sizes  # noqa: N806
    assert mount(bare, shape_ladder(B=B, T=T, V=V, d=d), width=320).overflow() == []


def test_the_stand_in_counts_the_bytes_of_the_chosen_types() -> None:
    widget = shape_ladder(B=2, T=6, V=4, d=3)
    assert "scores (2, 6, 4), 192 bytes" in widget.stand_in()
    widget.number_type, widget.id_type = "float64", "int32"
    assert "scores (2, 6, 4), 384 bytes" in widget.stand_in()
    assert "ids (2, 6), 48 bytes" in widget.stand_in()


def test_a_size_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="must be at least 1"):
        shape_ladder(B=2, T=0, V=4, d=3)
