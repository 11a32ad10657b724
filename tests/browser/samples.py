"""One of each widget, as a chapter shows it."""

from __future__ import annotations

from collections.abc import Callable

from tiedbook import widgets
from tiedbook.widgets.widget import Widget

SAMPLES: dict[str, Callable[[], Widget]] = {
    "dot_explorer": lambda: widgets.dot_explorer([3, 2], [[6.0, 1.0], [1.8, 1.0], [2.4, 2.9]], ["a", "b", "c"]),
    "flashcards": lambda: widgets.flashcards("ch01_lookup_is_matmul"),
    "progress": widgets.progress,
    "quiz": lambda: widgets.quiz("ch01_lookup_is_matmul"),
    "logit_sliders": lambda: widgets.logit_sliders(
        [-0.24, -0.14, -0.49, 0.51], ["cat", "dog", "the", "ran"], claim=[0.19, 0.21, 0.15, 0.40]
    ),
    "shape_ladder": lambda: widgets.shape_ladder(B=2, T=6, V=4, d=3),
    "lamp_row": lambda: widgets.lamp_row(
        [[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]], ["cat", "dog", "the", "ran"], lit=1
    ),
    "story": lambda: widgets.story([6, -1, 7], {"dog": [5, -2, 8], "fast": [6, -1.5, 7.2]}, variants=[7.2, 7.3]),
    "falling_gradients": lambda: widgets.falling_gradients(
        ids=[2, 2, 5], gradients=[1, 3, 5], before=[0, 0, 10, 0, 0, 0]
    ),
    "ledger": lambda: widgets.ledger(12, 768),
    "batch_mates": lambda: widgets.batch_mates([[1, -2], [3, -4]], pad=[0, 0]),
    "two_taps": lambda: widgets.two_taps(
        [[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]],
        ["cat", "dog", "the", "ran"],
        ids=[2, 1, 2],
        targets=[1, 3, 0],
    ),
    "share_explorer": lambda: widgets.share_explorer(50_257, 12, 768),
    "who_ties": widgets.who_ties,
    "concept_map": widgets.concept_map,
}
