"""A function is cut out of a notebook with what it needs, and with nothing else."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from tiedbook.excerpt import Fault, excerpt

USED = "from builtins import print as told\n"


def f(**cells: str) -> Any:
    """Return the function of the last cell; fail where something stopped."""
    found = excerpt(cells, "f")
    assert found.faults == ()
    return found.value


def test_a_function_comes_with_its_helpers_and_with_theirs() -> None:
    third = f(a="import math", b="def root(x):\n    return math.sqrt(x)", c="g = root", f="def f(x):\n    return g(x)")
    assert third(9) == 3


def test_a_helper_may_stand_below_the_function() -> None:
    assert f(f="def f():\n    return helper()", g="def helper():\n    return 7")() == 7


def test_the_last_definition_counts_as_it_does_in_the_judge() -> None:
    assert f(a="def f():\n    return 1", f="def f():\n    return 2", c="def f():\n    return 3")() == 3


@pytest.mark.parametrize(
    "unneeded",
    [
        "1 / 0",
        "raise SystemExit",
        "print(f(3))",
        "while True: pass",
        "x = 1 / 0",
        "import no_such_library",
        "assert False",
    ],
)
def test_what_the_function_does_not_need_does_not_run(unneeded: str) -> None:
    assert f(a=unneeded, f=f"{unneeded}\ndef f(x):\n    y = 2\n    return x * y\n{unneeded}")(4) == 8


def test_a_local_name_needs_nothing_of_the_same_name_outside() -> None:
    found = f(a="x = 1 / 0\ny = 1 / 0\nz = 1 / 0", f="def f(x):\n    y = x\n    return [z for z in (x, y)]")
    assert found(1) == [1, 1]


@pytest.mark.parametrize(
    "needing",
    [
        "def f(x=N):\n    return x",
        "def f():\n    return (lambda: N)()",
        "def f():\n    def g():\n        return N\n    return g()",
        "def f():\n    return [n for n in (N,)][0]",
        "class C:\n    n = N\ndef f():\n    return C.n",
        "f = lambda: N",
        "from functools import cache\n@cache\ndef f():\n    return N",
        "if N:\n    def f():\n        return N\nelse:\n    f = None",
        "try:\n    import no_such_library\nexcept ImportError:\n    n = N\ndef f():\n    return n",
        "from contextlib import nullcontext\nwith nullcontext(N) as n:\n    pass\ndef f():\n    return n",
    ],
)
def test_a_name_is_found_wherever_the_function_refers_to_it(needing: str) -> None:
    assert f(a="N = 5", f=needing)() == 5


def test_items_attributes_and_sums_that_change_a_needed_value_run_too() -> None:
    changed = "class S:\n    pass\nS.n = 1\nd = {}\nd['a'] = {}\nd['a']['b'] = 2\nk = 0\nk += 3"
    assert f(a=changed, f="def f():\n    return S.n, d['a']['b'], k")() == (1, 2, 3)


def test_a_name_that_a_function_sets_outside_itself_is_found() -> None:
    assert f(a="def setup():\n    global N\n    N = 4", f="def f():\n    setup()\n    return N")() == 4


def test_an_import_of_everything_is_made() -> None:
    assert f(a="from math import *", f="def f(x):\n    return sqrt(x)")(9) == 3


def test_what_only_ipython_understands_costs_nothing() -> None:
    assert f(a="%timeit 1 + 1\n!ls\n?print", b="%%time\nN = 1", f="%load_ext x\ndef f():\n    return 2")() == 2


def test_a_future_import_reaches_the_cells_as_it_does_in_a_notebook() -> None:
    found = f(a="from __future__ import annotations", f="def f(x: NoSuchName) -> NoSuchName:\n    return x")
    assert found(1) == 1


def test_a_data_class_can_be_a_helper() -> None:
    cells = {
        "a": "from __future__ import annotations\nfrom dataclasses import dataclass",
        "b": "@dataclass\nclass P:\n    n: int",
        "f": "def f():\n    return P(3).n",
    }
    assert f(**cells)() == 3


def test_nothing_is_printed_or_displayed(capsys: pytest.CaptureFixture[str]) -> None:
    f(a=USED + "n = told('loud')", f="display(1)\ndef f():\n    display(n)\n    return n")()
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "")


def test_a_cell_that_fails_costs_the_others_nothing_and_is_told() -> None:
    found = excerpt({"a": "n = 1 / 0\nk = 2", "b": "k = 3", "f": "def f():\n    return k, n", "g": "k ="}, "f")
    assert callable(found.value)
    assert found.faults == (
        Fault("g", "SyntaxError", "invalid syntax"),
        Fault("a", "ZeroDivisionError", "division by zero"),
    )


def test_a_program_that_exits_is_a_cell_that_fails() -> None:
    found = excerpt({"f": "import sys\nf = sys.exit()"}, "f")
    assert (found.value, [fault.kind for fault in found.faults]) == (None, ["SystemExit"])


def test_a_name_that_nothing_defines_is_nothing() -> None:
    assert excerpt({"f": "def g():\n    pass"}, "f").value is None


def test_two_functions_share_no_names() -> None:
    first, second = (f(a="kept = []", f="def f(x):\n    kept.append(x)\n    return kept") for _ in range(2))
    assert (first(1), second(2)) == ([1], [2])


def test_the_source_can_be_seen_later() -> None:
    found = f(a="n = 1", f="n\n\ndef f():\n    return n\n")
    assert inspect.getsource(found) == "def f():\n    return n\n"
