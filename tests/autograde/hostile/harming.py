"""Submissions that would do harm: to the grader, to others, to whoever opens the feedback."""

from __future__ import annotations

import json

from tests.autograde.classroom import cell
from tests.autograde.hostile.case import CANARY, HOME, LOSS, PORT, WRONG, Case
from tests.autograde.hostile.changes import (
    CONTRACT,
    EMBED,
    STUBBORN,
    answers,
    at,
    doing,
    edit,
    first,
    last,
    reach,
    returning,
)

ACTIVE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)><a href='javascript:alert(1)'>x</a>"
    "<iframe srcdoc='<script>1</script>'></iframe><link rel=stylesheet href=https://evil.example/x.css>"
)
BOMB = "forks a bomb"


def endless() -> list[Case]:
    """Do not come back."""
    bodies = {
        "loops": "while True: pass",
        "loops whatever is raised": STUBBORN,
        "sleeps": "time.sleep(10_000)",
        "ends its process": "os._exit(0)",
        "exits": "sys.exit(0)",
        "kills its parent": "os.kill(os.getppid(), 9)",
        "recurses for ever": "sys.setrecursionlimit(1 << 30)\nf = lambda g: sorted([1], key=lambda _: g(g))\nf(f)",
    }
    cells = {
        "a cell loops": "while True: pass",
        "a cell loops whatever is raised": STUBBORN,
        "a cell leaves a timer behind": "import signal; signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)",
        "a cell ends the process": "import os; os._exit(0)",
    }
    return [
        *(Case(what, "endless", doing(body), EMBED) for what, body in bodies.items()),
        *(Case(what, "endless", last(code)) for what, code in cells.items()),
        Case("is late in another chapter", "endless", at(LOSS,
             softmax="def softmax(logits):\n    while True: pass"), ("softmax",), LOSS),
    ]  # fmt: skip


def write(content: str) -> str:
    """Return code that writes bytes to every open file."""
    return f"for n in range(3, 64):\n    try: os.write(n, {content})\n    except OSError: pass"


def much() -> list[Case]:
    """Want too much."""
    return [
        Case("takes all memory", "much", doing("x = bytearray(1 << 20)\nwhile True: x += x"), EMBED),
        Case("prints 30 MB on one line", "much", last("print('x' * 30_000_000)")),
        reach("opens many files", "much", "[open(os.__file__) for _ in range(500)]"),
        reach(BOMB, "much", "[os.fork() for _ in range(1000)]"),
        reach("starts threads", "much", "import threading; threading.Thread(target=int).start()"),
        Case("claims 4 GB", "much", doing(write("b'\\xff' * 8")), EMBED),
        Case("drips slowly", "much", doing(
            "def drip():\n    " + write("b'\\0'").replace("\n", "\n    ") + "\nwhile True: drip(); time.sleep(0.05)"),
             EMBED),
        Case("has ten thousand cells", "much", lambda work: work["cells"].extend(
            {"cell_type": "markdown", "id": f"m{n}", "metadata": {}, "source": "x"} for n in range(10_000))),
        Case("nests brackets in its source", "much", last("x = " + "(" * 50_000 + ")" * 50_000)),
        Case("has a source that crashes parsers", "much", last("x = " + "-" * 200_000 + "1")),
    ]  # fmt: skip


def reaching() -> list[Case]:
    """Reach out."""
    attempts = {
        "connects": f"import socket; socket.create_connection(('127.0.0.1', {PORT}), 1)",
        "writes into /tmp": f"open('/tmp/{CANARY}', 'w')",
        "writes beside itself": f"open('{CANARY}', 'w')",
        "writes into the home": f"open('{HOME}/{CANARY}', 'w')",
        "writes start-up files": f"open('{HOME}/.ipython/profile_default/startup/00.py', 'a')",
        "writes into site-packages": f"import numpy; open(os.path.dirname(numpy.__file__) + '/{CANARY}', 'w')",
        "starts a program": "import subprocess; subprocess.run(['/bin/true'], check=True)",
        "leaves a file for the next": (
            "import numpy; there = os.path.dirname(os.path.dirname(numpy.__file__))\n"
            f"assert os.path.exists(there + '/{CANARY}-next') or open(there + '/{CANARY}-next', 'w')"
        ),
        "leaves shared memory": f"from multiprocessing import shared_memory as s; s.SharedMemory('{CANARY}', True, 8)",
    }
    return [
        *(reach(what, "reaching", attempt) for what, attempt in attempts.items()),
        Case("leaves a variable for the next", "reaching", first("import os, sys; os.environ['X'] = sys.left = '1'")),
        reach("looks for what was left", "reaching", "import sys; os.environ['X'] or sys.left"),
    ]  # fmt: skip


def feedback() -> list[Case]:
    """Turn feedback into a weapon."""
    said = json.dumps(ACTIVE)
    raising = f"def embed(ids, embedding_matrix):\n    raise ValueError({said} + '{{0}} {{name}} `code` \\x1b[31m')"
    display = (
        "from IPython.display import HTML, SVG, Javascript, Markdown, display\n"
        f"for kind in (HTML, SVG, Javascript, Markdown): display(kind({said}))\nprint({said})"
    )
    return [
        Case("prints a script", "feedback", last(f"print({said})")),
        Case("raises a script", "feedback", answers(embed=raising), EMBED),
        Case("raises a script from a cell", "feedback", last(f"raise ValueError({said})")),
        Case("displays HTML", "feedback", last(display)),
        Case("writes a script in its code", "feedback", answers(embed=f"# {ACTIVE}\n{WRONG}"), EMBED),
        Case("names a class like a script", "feedback", returning(f"type({said}, (), {{}})()"), EMBED),
        Case("warns with a script", "feedback", doing(f"import warnings; warnings.warn({said})"), CONTRACT),
        Case("writes a script into prose", "feedback", edit("title", f"# {ACTIVE}")),
        Case("has a script as output", "feedback", lambda work: cell(work, "embed").update(
            outputs=[{"output_type": "display_data", "metadata": {}, "data": {"text/html": ACTIVE}}])),
        Case("has a script as edition", "feedback",
             lambda work: work["metadata"]["tiedbook"].update(edition=ACTIVE)),
        Case("raises control characters", "feedback", answers(
            embed="def embed(ids, embedding_matrix):\n    raise ValueError('\\x1b]0;x\\x07\\ud800\\0\\u202e')"), EMBED),
    ]  # fmt: skip
