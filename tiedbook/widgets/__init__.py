"""Widgets: what a learner moves, computed in the browser, in the edition of the notebook."""

from tiedbook.widgets.dot_explorer import dot_explorer
from tiedbook.widgets.flashcards import flashcards
from tiedbook.widgets.logit_sliders import logit_sliders
from tiedbook.widgets.quiz import quiz
from tiedbook.widgets.shape_ladder import shape_ladder

__all__ = ["dot_explorer", "flashcards", "logit_sliders", "quiz", "shape_ladder"]
