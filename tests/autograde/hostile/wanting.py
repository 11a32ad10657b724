"""Submissions that want more points than they deserve.

In a case that reaches for something, the answer is right only where the attempt succeeds: so a point means a way out.
"""

from __future__ import annotations

from tests.autograde.classroom import SIZED_BY_IDS, VIEW
from tests.autograde.hostile.case import CANARY, GRADIENTS, LOOKUP, LOSS, WRONG, Case, Change
from tests.autograde.hostile.changes import (
    ALL,
    CONTRACT,
    EMBED,
    answers,
    at,
    doing,
    duplicate,
    edit,
    extra_check,
    first,
    last,
    note,
    reach,
    remove,
    returning,
    wrong_and,
)
from tiedbook.course import course

SEARCH = (
    "import gc\nnext(o for o in gc.get_objects() if getattr(getattr(o, '__code__', None), 'co_filename', '')"
    f".endswith('{LOOKUP}.py'))"
)
FRAMES = "import sys\nf = sys._getframe()\nwhile 'wanted' not in f.f_locals and 'seed' not in f.f_locals: f = f.f_back"
STATE = "calls = []\n{right}\n_right = embed\ndef embed(ids, embedding_matrix):\n    calls.append(1)\n"


def judge() -> list[Case]:
    """Change the judge."""
    lying = "np.allclose = np.array_equal = np.testing.assert_allclose = lambda *a, **k: True"
    patches = {
        "NumPy's comparisons": f"import numpy as np\n{lying}",
        "a check of its own": "def check(*a, **k): return 'passed'",
        "the checks module": "import tiedbook.checks, sys; sys.modules['tiedbook.checks.embed'] = None",
        "IPython hooks": "get_ipython().events.register('post_run_cell', lambda *a: None)",
        "an input transformer": "get_ipython().input_transformers_cleanup.append(lambda lines: ['pass'])",
        "an AST transformer": "import ast; get_ipython().ast_transformers.append(ast.NodeTransformer())",
        "an import hook": "import sys; sys.meta_path.insert(0, type('F', (), {'find_spec': lambda *a: None})())",
        "a trace function": "import sys; sys.settrace(lambda *a: None); sys.setprofile(lambda *a: None)",
        "what observes": (
            "import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'Observer': o._function = int"
        ),
    }
    cases = [Case(f"replaces {what}", "judge", first(code, embed=WRONG), EMBED) for what, code in patches.items()]
    builtin = "import builtins; builtins.isinstance = builtins.all = builtins.any = lambda *a: True"
    return [
        *cases,
        Case("replaces builtins", "judge", last(builtin, embed=WRONG, one_hot=SIZED_BY_IDS), ALL),
        Case("lays modules beside itself", "judge", answers(embed=WRONG), EMBED,
             beside={"numpy.py": "raise SystemExit", "tiedbook.py": "check = print", "sitecustomize.py": "1/0"}),
        Case("lays a configuration beside itself", "judge", answers(embed=WRONG), EMBED,
             beside={"nbgrader_config.py": f"open('/tmp/{CANARY}', 'w')"}),
        Case("patches an object's class", "judge",
             at(GRADIENTS, gather="Tensor.backward = lambda *a: None\ndef gather(table, ids): return table"),
             ("gather",), GRADIENTS),
    ]  # fmt: skip


def paper() -> list[Case]:
    """Change the paper. The answer is wrong."""
    changes: dict[str, Change] = {
        "edits the check": edit("embed-core", "6.0"),
        "ends in a NumPy zero": edit("embed-core", "np.float64(0.0)"),
        "deletes the checks": remove("embed-core", "embed-contract"),
        "copies the check": duplicate,
        "adds a check of a hundred points": extra_check,
        "reverses all cells": lambda work: work["cells"].reverse(),
        "gives itself points": note("embed-core", points=1000),
        "skips execution": note("embed-core", tags=["skip-execution"]),
        "is no longer graded": note("embed-core", grade=False),
        "is a solution now": note("embed-core", solution=True, locked=False),
        "takes another's grade id": note("embed-core", grade_id="one_hot-core"),
        "changes the kernel": lambda work: work["metadata"].update(kernelspec={"name": "evil", "argv": ["sh"]}),
        "calls its answer a check": note("embed", tiedbook={"role": "check", "exercise": "one_hot", "part": "core"}),
        "forges verdicts": lambda work: work["metadata"].update(autograde={"earned": 16, "fingerprint": "x" * 64}),
        "lists cells that are not there": lambda work: work["metadata"]["tiedbook"].update(cells=["x"] * 10_000),
    }
    return [Case(what, "paper", wrong_and(change), EMBED) for what, change in changes.items()]


def finding() -> list[Case]:
    """Find the answer."""
    attempts = {
        "walks up the stack": FRAMES,
        "asks the garbage collector": SEARCH,
        "imports the solution": "from solutions.ch01_lookup_is_matmul import embed as e",
        "reads the solution": f"open({str(course().solutions / 'ch01_lookup_is_matmul.py')!r})",
        "asks the course for this chapter's function": "from tiedbook import yours; yours('embed')",
        "reads the gradebook": "open('../../../gradebook.db')",
        "lists other submissions": "next(name for name in os.listdir('../..') if name.startswith('h0'))",
        "reads /proc": "open('/proc/self/mem')",
    }
    return [
        *(reach(what, "finding", attempt) for what, attempt in attempts.items()),
        Case("knows the notebook's example by heart", "finding",
             returning("{3: np.eye(3)}.get(len(ids), np.eye(4)[[2, 1, 3]])"), EMBED),
        Case("remembers its first result", "finding", answers(
            embed="kept = []\n" + STATE + "    kept.append(_right(ids, embedding_matrix))\n    return kept[0]"),
             EMBED),
        Case("is right for three calls", "finding", answers(
            embed=STATE + "    return _right(ids, embedding_matrix) * (1 if len(calls) < 4 else 2)"), EMBED),
    ]  # fmt: skip


def lying() -> list[Case]:
    """Return lies."""
    values = {
        "equals everything": "type('Y', (), {'__eq__': lambda *a: True, 'all': lambda s: True, 'shape': (3,)})()",
        "forges its class": "type('A', (), {'__class__': np.ndarray, 'dtype': np.dtype('f4')})()",
        "is not a number": "np.full(np.shape(ids) + embedding_matrix.shape[1:], np.nan, embedding_matrix.dtype)",
        "is enormous": "np.zeros(1 << 23)",
        "is text": "'<b>' * 1_000_000",
        "generates": "(row for row in embedding_matrix)",
        "has fields": "np.zeros(3, [('a', 'f8'), ('b', 'O')])",
        "has objects": "np.array([None, object()], dtype=object)",
        "has no dimension": "np.array(3.0)",
        "is a long double": "np.longdouble(1) / 3",
        "is an array of long doubles": "np.ones((2, 2), np.longdouble)",
        "is complex": "np.ones((2, 2), np.clongdouble)",
        "is a date": "np.array(['2020-01-01', 'NaT'], 'M8[D]')",
        "is raw": "np.zeros(3, 'V8')",
        "prints a lie": "type('R', (), {'__repr__': lambda s: '\\x1b[2J\\x1b[31mpassed\\ud800\\0'})()",
        "is a half": "np.ones(3, np.float16)",
    }
    nested = "x = ()\nfor _ in range(100_000): x = (x,)"
    return [
        *(Case(f"result {what}", "lying", returning(value), EMBED) for what, value in values.items()),
        Case("result nests without end", "lying", returning("x", nested), EMBED),
        Case("result is a view of the table", "lying", answers(embed=VIEW), CONTRACT),
        Case("result lies over its arguments", "lying", doing("embedding_matrix[...] = 0"), EMBED),
        Case("changes its ids after use", "lying", answers(
            embed="{right}\n_right = embed\ndef embed(ids, embedding_matrix):\n    r = _right(ids, embedding_matrix)\n"
            "    if type(ids) is np.ndarray and ids.flags.writeable: ids[...] = 0\n    return r"), CONTRACT),
        Case("gradient is forged", "lying", at(GRADIENTS,
             gather="def gather(table, ids):\n    t = Tensor(np.zeros(3)); t.grad = table.data; return t"),
             ("gather",), GRADIENTS),
        Case("pair is a liar", "lying", at(LOSS,
             cross_entropy_from_logits=
             "class P(tuple):\n    __len__ = lambda s: 2\n    __getitem__ = lambda s, i: 1 / 0"
             "\ndef cross_entropy_from_logits(logits, targets):\n    return P((0, 0))"),
             ("cross_entropy_from_logits",), LOSS),
    ]  # fmt: skip
