from __future__ import annotations

from typing import Any

import pytest

from autograde.judge.cells import program, run, runnable

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


AWAITING = {
    "a coroutine": "async def later():\n    return 1\nx = await later()",
    "a sleep": "import asyncio\nawait asyncio.sleep(0.01)\nx = 1",
    "several at once": "import asyncio\nx = sum(await asyncio.gather(asyncio.sleep(0, 1), asyncio.sleep(0.01, 0)))",
    "a context": "import asyncio\nasync with asyncio.Lock():\n    x = 1",
    "a loop": "async def some():\n    yield 1\nasync for x in some():\n    pass",
    "a timeout": "import asyncio as a\ntry: await a.wait_for(a.Event().wait(), 0.01)\nexcept TimeoutError: x = 1",
    "a magic beside it": "%matplotlib inline\nimport asyncio\nawait asyncio.sleep(0)\nx = 1",
}


@pytest.mark.parametrize("name", AWAITING)
def test_a_cell_that_awaits_runs_to_its_end(name: str) -> None:
    space: dict[str, Any] = {}
    run(program(AWAITING[name], "<cell>"), space)
    assert space["x"] == 1


@pytest.mark.parametrize("fault", [ValueError, SystemExit, KeyboardInterrupt, BaseException])
def test_what_a_cell_that_awaits_raises_comes_out(fault: type[BaseException]) -> None:
    space: dict[str, Any] = {"fault": fault}
    with pytest.raises(fault):
        run(program("import asyncio\nx = 1\nawait asyncio.sleep(0)\nraise fault", "<cell>"), space)
    assert space["x"] == 1
