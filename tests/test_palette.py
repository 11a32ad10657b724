"""The colours of the widgets, computed from their style sheet: seen by all, in both themes."""

from __future__ import annotations

import re

import pytest

from tiedbook.widgets.module import STATIC

HUES = ("blue", "ochre", "green", "purple", "red")
_RULE = {"light": ".tb {", "dark": ".tb.tb-dark {"}


def palette(theme: str) -> dict[str, str]:
    """Return the colours of a theme by their names."""
    css = (STATIC / "shared.css").read_text(encoding="utf-8")
    return dict(re.findall(r"--tb-(\w+): (#[0-9a-f]{6});", css.partition(_RULE[theme])[2].partition("}")[0]))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, by the formula of WCAG 2."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("ground", ["paper", "pale"])
@pytest.mark.parametrize("theme", _RULE)
def test_text_of_every_colour_is_read_on_its_ground_and_so_is_text_of_the_ground_on_the_colour(
    theme: str, ground: str
) -> None:
    colours = palette(theme)
    found = {name: contrast(colours[name], colours[ground]) for name in ("ink", "soft", *HUES)}
    assert {name: ratio for name, ratio in found.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("ground", ["paper", "pale"])
@pytest.mark.parametrize("theme", _RULE)
def test_a_line_that_says_something_is_seen(theme: str, ground: str) -> None:
    colours = palette(theme)
    assert contrast(colours["axis"], colours[ground]) >= 3
