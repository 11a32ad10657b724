"""A course of one small chapter with one exercise, to break in every way."""

from __future__ import annotations

from pathlib import Path

from tiedbook.course import Course

STEM = "ch01_pairs"

HEADER = """\
# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---
"""

CHAPTER = f"""\
{HEADER}
# %% [markdown] id="title"
# # Pairs of numbers
#
# A pair holds **two** numbers, such as $(1, 2)$, and
# its sum is 3.
#
# | name | meaning |
# |---|--:|
# | `a` | the first |
# | $b$ | 2 |

# %% id="numbers" role="data"
import numpy as np

from tiedbook import check

# %% [markdown] id="rule"
# ## The rule
#
# - Add the first
#   to the second.
# - What is 1 plus 2?

# %% id="pair_sum" exercise="pair_sum"
from solutions.{STEM} import pair_sum

# %% [markdown] id="pair-hints" kind="hints" exercise="pair_sum"
# <details><summary>Hint 1: a nudge</summary>
#
# Look at the rule.
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Addition.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# return pair[0] + ...
# ```
#
# </details>

# %% id="pair_sum-core" exercise="pair_sum" part="core"
check("pair_sum", pair_sum, part="core")

# %% id="pair_sum-contract" exercise="pair_sum" part="contract"
check("pair_sum", pair_sum, part="contract")

# %% [markdown] id="pair-solution" kind="reveal" exercise="pair_sum"
# <details><summary>The solution</summary>
#
# {{solution}}
#
# </details>

# %% id="drawing" role="show"
np.arange(3)
"""

WRITTEN = """
# %% [markdown] id="why"
# Why does the order not matter?

# %% [markdown] id="why-written" written="why" points="3"
# *Write here, in place of the dots.*
#
# …

# %% [markdown] id="why-rubric" kind="rubric" written="why"
# <details><summary>What a full answer says</summary>
#
# - **3 points:** addition commutes.
#
# </details>
"""

SOLUTIONS = '''\
"""Solutions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

LIMIT = 2


def _checked(pair: ArrayLike) -> NDArray[np.float64]:
    array = np.asarray(pair)
    if array.shape != (LIMIT,):
        raise ValueError("not a pair")
    return array


def pair_sum(pair: ArrayLike) -> float:
    """Return the sum of a pair.

    Parameters
    ----------
    pair : array_like of float, shape (2,)
    """
    first, second = _checked(pair)
    return float(first + second)
'''

CODE = """\
from tiedbook.diagnosis import Diagnosis

found = Diagnosis("pair_sum.first_only", "Only the first number came back: {got}. "
                  "Add the second.", {"got": "1"})
"""

EDITIONS = """\
[en]
name = "English"

[hi-Latn]
name = "Hinglish"

[es]
name = "Español"
dictionary = "es_ES"
"""


def write_scratch(root: Path) -> Course:
    """Write the course, complete but for its catalogs and notebooks."""
    files = {
        f"chapters/{STEM}.py": CHAPTER,
        f"solutions/{STEM}.py": SOLUTIONS,
        "locales/editions.toml": EDITIONS,
        "tiedbook/found.py": CODE,
        f"tests/answers/{STEM}/pair_sum_wrong.py": "",
        f"tests/answers/{STEM}/pair_sum_right.py": "",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Course(root)


def edit(path: Path, old: str, new: str) -> None:
    """Replace the only occurrence of `old` in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: {text.count(old)} × {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")
