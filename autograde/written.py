"""One written answer on a feedback page."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from autograde.graded import Written
from autograde.score import State, points, state
from autograde.standing import Standing
from autograde.text import inline, plain
from tiedbook import telling
from tiedbook.catalog import Catalog


@dataclass(frozen=True, slots=True)
class WrittenView:
    """One written answer: where it stands, its points, what became of it, its text and the instructor's comment."""

    id: str
    title: Markup
    points: str
    state: State
    result: str
    text: str
    comment: str


def written_view(written: Written, stem: str, standing: Standing, catalog: Catalog) -> WrittenView:
    """Put what is known of one written answer into the words of an edition."""
    earned = standing.points.get(written.cell, 0.0)
    if written.cell in standing.manual:
        result = catalog.text("feedback.manual", "points given by your instructor")
    elif written.text:
        result = catalog.text("feedback.waiting", "not read yet")
    else:
        result = catalog.text("feedback.blank", "nothing was written")
    place = telling.places(stem, catalog.edition).get(written.cell)
    return WrittenView(
        written.cell,
        inline(place.title if place else written.cell, math=True),
        points(earned, written.points, catalog),
        state(earned, written.points, waiting=bool(written.text) and written.cell not in standing.manual),
        result,
        plain(written.text),
        plain(standing.comments.get(written.cell, "")),
    )
