"""Widgets: what a learner moves, computed in the browser, in the edition of the notebook."""

from tiedbook.widgets.dot_explorer import dot_explorer

__all__ = ["dot_explorer"]
