"""Widgets: what a learner moves, computed in the browser, in the edition of the notebook."""

from tiedbook.course_map import progress
from tiedbook.widgets.batch_mates import batch_mates
from tiedbook.widgets.concept_map import concept_map
from tiedbook.widgets.dot_explorer import dot_explorer
from tiedbook.widgets.falling_gradients import falling_gradients
from tiedbook.widgets.flashcards import flashcards
from tiedbook.widgets.lamp_row import lamp_row
from tiedbook.widgets.ledger import ledger
from tiedbook.widgets.logit_sliders import logit_sliders
from tiedbook.widgets.quiz import quiz
from tiedbook.widgets.shape_ladder import shape_ladder
from tiedbook.widgets.share_explorer import share_explorer
from tiedbook.widgets.story import story
from tiedbook.widgets.two_taps import two_taps
from tiedbook.widgets.who_ties import who_ties

__all__ = [
    "batch_mates",
    "concept_map",
    "dot_explorer",
    "falling_gradients",
    "flashcards",
    "lamp_row",
    "ledger",
    "logit_sliders",
    "progress",
    "quiz",
    "shape_ladder",
    "share_explorer",
    "story",
    "two_taps",
    "who_ties",
]
