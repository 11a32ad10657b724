from __future__ import annotations

import numpy as np
import pytest

from tests.author.scratch import SOLUTIONS
from tiedbook.author.source import read_chapters
from tiedbook.author.starter import SolutionError, bound_names, solution, starter
from tiedbook.course import course

CHAPTERS = read_chapters(course())
EXERCISES = [(chapter, name) for chapter in CHAPTERS for name in chapter.exercises()]

DECORATED = '''\
from functools import cache, wraps


@cache
def f(
    a: int,
    b: int = 2,
) -> int:
    """Add.

    Twice.
    """
    return wraps(a) + b
'''


def test_a_starter_keeps_decorators_signature_and_docstring_and_nothing_else() -> None:
    assert starter(DECORATED, "f") == (
        "from functools import cache\n\n\n@cache\ndef f(\n    a: int,\n    b: int = 2,\n) -> int:\n"
        '    """Add.\n\n    Twice.\n    """\n    raise NotImplementedError'
    )


def test_a_starter_imports_what_its_signature_names() -> None:
    assert starter(SOLUTIONS, "pair_sum").startswith("from numpy.typing import ArrayLike\n\n\ndef pair_sum(")


def test_a_starter_imports_nothing_that_the_notebook_has() -> None:
    assert starter(SOLUTIONS, "pair_sum", {"ArrayLike"}).startswith("def pair_sum(")


def test_a_starter_brings_the_alias_of_a_type() -> None:
    text = 'import numpy as np\n\nRow = np.ndarray\n\n\ndef f(row: Row) -> Row:\n    """Row."""\n    return row\n'
    assert starter(text, "f") == (
        "import numpy as np\n\n\nRow = np.ndarray\n\n\n"
        'def f(row: Row) -> Row:\n    """Row."""\n    raise NotImplementedError'
    )


def test_a_starter_runs_and_is_unsolved() -> None:
    space: dict[str, object] = {}
    exec(starter(SOLUTIONS, "pair_sum"), space)
    with pytest.raises(NotImplementedError):
        space["pair_sum"]((1, 2))  # type: ignore[operator]


def test_a_solution_works_where_it_is_pasted() -> None:
    space: dict[str, object] = {}
    exec(solution(SOLUTIONS, "pair_sum"), space)
    assert space["pair_sum"]((1, 2)) == 3.0  # type: ignore[operator]


def test_a_solution_brings_helpers_in_the_order_of_the_module() -> None:
    text = solution(SOLUTIONS, "pair_sum", {"np"})
    assert (
        text.index("import ArrayLike, NDArray")
        < text.index("LIMIT = 2")
        < text.index("def _checked")
        < text.index("def pair")
    )
    assert "import numpy as np" not in text


def test_other_exercises_are_not_brought_along_where_the_notebook_has_them() -> None:
    text = 'def f():\n    """F."""\n    return 1\n\n\ndef g():\n    """G."""\n    return f()\n'
    assert "def f" not in solution(text, "g", {"f"})


@pytest.mark.parametrize(
    ("text", "said"),
    [("x = 1\n", "no function"), ("def f(a):\n    return a\n", "docstring"), ('def f(a):\n    """F."""\n', "body")],
)
def test_a_module_that_cannot_be_cut_says_what_it_lacks(text: str, said: str) -> None:
    with pytest.raises(SolutionError, match=said):
        starter(text, "f")


@pytest.mark.parametrize(("chapter", "name"), EXERCISES, ids=[name for _, name in EXERCISES])
def test_the_real_starters_and_solutions_run_after_the_cells_before_them(chapter: object, name: str) -> None:
    found = next(item for item in CHAPTERS if item is chapter)
    for cut in (starter, solution):
        space: dict[str, object] = {"np": np}
        exec(cut(found.solutions, name, {"np"}), space)
        assert callable(space[name])


def test_names_that_a_cell_defines_are_those_at_its_top_level() -> None:
    source = (
        "import a.b, c as d\nfrom e import f\nx, (y, z) = 1, (2, 3)\nfor i in []:\n    j = 1\ndef g():\n    h = 1\n"
    )
    assert bound_names([source]) == {"a", "d", "f", "x", "y", "z", "i", "j", "g"}
