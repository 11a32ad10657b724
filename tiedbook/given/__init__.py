"""What somebody gives to a figure or a widget, looked at once and refused in the words of the edition.

Each function returns an argument in the one form that figures and widgets take; `name` is what the parameter is
called. None of them lets a sentence of NumPy's or Python's through, and none of them loads Matplotlib.
"""

from tiedbook.given.numbers import FURTHEST, Vectors, numbers, positive
from tiedbook.given.place import MOST, refuse_many
from tiedbook.given.wholes import ids, size, whole
from tiedbook.given.words import LONGEST, flag, items, mapping, tokens, word

__all__ = [
    "FURTHEST",
    "LONGEST",
    "MOST",
    "Vectors",
    "flag",
    "ids",
    "items",
    "mapping",
    "numbers",
    "positive",
    "refuse_many",
    "size",
    "tokens",
    "whole",
    "word",
]
