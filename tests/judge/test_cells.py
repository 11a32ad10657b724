from __future__ import annotations

import pytest

from autograde.judge.cells import runnable

PYTHON = [
    "x = 7\nprint(x)",
    "text = '''\n%matplotlib inline\n!ls\nwhat?\n'''",
    "y = (x\n     % 3)\n",
    "y = [1,\n     !=2] if False else 0" if False else "y = x != 2",
    "# what is this?\nx = 1",
    "",
]

MIXED = {
    "%matplotlib inline\nx = 1": "pass\nx = 1",
    "def f():\n    %time g()\n    return 1": "def f():\n    pass\n    return 1",
    "!pip install numpy\nx = 1": "pass\nx = 1",
    "files = !ls\nx = 1": "files = None\nx = 1",
    "t = %timeit -o f()\nx = 1": "t = None\nx = 1",
    "a, b = !ls": "a, b = None",
    "embed?\nx = 1": "pass\nx = 1",
    "?embed\nx = 1": "pass\nx = 1",
    "np.take??\nx = 1": "pass\nx = 1",
    "%%time\nx = 1": "\nx = 1",
    "%%timeit -n 3\n%matplotlib inline\nx = 1": "\npass\nx = 1",
    "%%bash\nls": "",
    "\n%%html\n<b>x</b>": "",
    "%%capture out": "",
}


@pytest.mark.parametrize("code", PYTHON)
def test_python_is_left_as_it_is(code: str) -> None:
    assert runnable(code) == code


@pytest.mark.parametrize("code", MIXED)
def test_lines_for_ipython_alone_are_left_out(code: str) -> None:
    assert runnable(code) == MIXED[code]


@pytest.mark.parametrize("code", MIXED)
def test_line_numbers_stay(code: str) -> None:
    kept = runnable(code)
    assert not kept or kept.count("\n") == code.count("\n")


def test_what_is_wrong_python_stays_wrong() -> None:
    assert runnable("def f(:\n    return 1") == "def f(:\n    return 1"
