"""A learner's code finds names of cells that do not run, and nothing else of them happens."""

from __future__ import annotations

from typing import Any

import pytest

from autograde.judge.cells import program, run
from autograde.judge.judge import Judge, Source
from autograde.judge.lending import Library, bound
from autograde.judge.loading import Submission
from tests.judge.doubles import DOUBLE, RIGHT, SEED, points

SHOWN = """import math
limit = math.pi
def helper(x):
    return other(x) + limit
def other(x):
    return x
print("drawn")
unrelated = 1 / 0
"""


def lent(code: str, *cells: str, known: bool = True, **space: Any) -> dict[str, Any]:
    """What a namespace holds after a cell of the learner's, with these cells to take from."""
    library = Library([(f"c{n}", text, bound("c", text) if known else None) for n, text in enumerate(cells)])
    compiled = program(code, "<cell>")
    library.lend(compiled, code, space)
    run(compiled, space)
    return {name: value for name, value in space.items() if name != "__builtins__"}


@pytest.mark.parametrize("known", [True, False])
def test_what_a_name_needs_comes_with_it_and_nothing_more(known: bool, capsys: pytest.CaptureFixture[str]) -> None:
    found = lent("def f():\n    return helper(0)", SHOWN, known=known)
    assert 3 < found["f"]() < 4
    assert found.keys() == {"f", "helper", "other", "limit", "math"}
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "code",
    [
        "def f(limit):\n    return limit",
        "limit = 1\ndef f():\n    return limit",
        "x = 'limit'",
        "import cmath\nx = cmath.pi",
        "x = [limit for limit in (1, 2)]",
    ],
)
def test_a_name_that_the_cell_has_of_its_own_is_not_brought(code: str) -> None:
    found = lent(code, SHOWN)
    assert "math" not in found
    assert found.get("limit", 1) == 1


def test_what_is_there_already_stays() -> None:
    assert lent("x = limit", SHOWN, limit=5)["x"] == 5


def test_a_statement_that_fails_brings_nothing() -> None:
    with pytest.raises(NameError):
        lent("x = unrelated", SHOWN)
    with pytest.raises(NameError):
        lent("x = lost", "def broken(:\nlost = 1", known=False)


def test_a_name_that_awaits_or_needs_a_magic_comes_too() -> None:
    assert lent("x = y", "%matplotlib inline\nimport asyncio\ny = await asyncio.sleep(0, 7)")["x"] == 7


@pytest.mark.sandbox
def test_inside_the_walls_spare_cells_lend_and_starters_give_way(judge: Judge) -> None:
    use = "def double(x):\n    return factor * x"
    starter = Source("double", "def double(x):\n    raise NotImplementedError", "starter")
    spare = Source("spare", "factor = 2\nraise SystemExit", "spare", ("factor",))

    def earned(*cells: Source) -> tuple[float, ...]:
        return points(judge.grade(cells, [DOUBLE], SEED))

    assert earned(spare, Source("own", use), starter) == (3.0, 2.0)
    assert earned(Source("own", use), starter, Source("spare", "factor = 2", "spare")) == (3.0, 2.0)
    assert earned(Source("own", use), starter) == (0.0, 0.0)
    assert earned(starter, Source("own", RIGHT)) == (3.0, 2.0)
    assert earned(spare, starter) == (0.0, 0.0)


@pytest.mark.sandbox
def test_a_slow_cell_that_nothing_needs_runs_once(judge: Judge) -> None:
    slow = "import time\ntime.sleep(1.2)\nprint('ran')"
    needed = "import time\ntime.sleep(1.2)\nfactor = 2"
    for code, again in ((slow, False), (needed, True)):
        answer = "def double(x):\n    return factor * x"
        cells = [Source("own", code), Source("double", answer if again else f"factor = 2\n{answer}")]
        submission = Submission(tuple(cells), names=frozenset({"double"}))
        submission.load(judge._sandbox, judge._limits).end()
        assert ("own" not in submission._slow) == again
        assert points(judge.grade(cells, [DOUBLE], SEED)) == (3.0, 2.0)
