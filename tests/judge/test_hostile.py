"""Submissions that want more than they deserve, or never come back. An honest one after each must pass."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from socket import create_server
from textwrap import dedent, indent

import pytest

from autograde.judge import bubblewrap
from autograde.judge.judge import Judge
from tests.judge.doubles import RIGHT, codes_of, grade, points
from tests.judge.exposed import failures
from tiedbook.course import course

pytestmark = pytest.mark.sandbox

NOTHING, CORE = (0.0, 0.0), (3.0, 0.0)
CANARY = f"hostile-{os.getpid()}"  # name of every file that a case tries to make


# Each tries something; the answer is right only where that succeeds, so a single point means a way out.
# PORT is one where somebody listens, HOME a folder that has a .bashrc, INSIDE where the judge's own files are inside.
REACHES = {
    "a system file": "open('/etc/passwd').read()",
    "the course": f"os.listdir({str(course().root)!r}).index('solutions')",
    "the solutions as a file": f"open({str(course().solutions / 'ch01_lookup_is_matmul.py')!r})",
    "the solutions as a module": "import solutions.ch01_lookup_is_matmul",
    "the checks": "import tiedbook.checks.ch01_lookup_is_matmul as c; assert c.__file__",
    "the judge": "import autograde.judge.judge",
    "the judge, by its path": f"open({str(Path(__file__).resolve())!r})",
    "the home": "open('HOME/.bashrc')",
    "its own process": "open('/proc/self/status')",
    "the first process": "open('/proc/1/stat')",
    "a device": "open('/dev/zero')",
    "the network": "import socket; socket.create_connection(('127.0.0.1', PORT), 1)",
    "a socket": "import socket; socket.socketpair()",
    "a file to write": f"open('/tmp/{CANARY}', 'w')",
    "a file in its own folder": f"open('{CANARY}', 'w')",
    "a folder": f"os.mkdir('INSIDE/{CANARY}')",
    "a file of the judge": "open('INSIDE/autograde/__init__.py', 'r+')",
    "a temporary file": "import tempfile; tempfile.TemporaryFile()",
    "shared memory": "from multiprocessing import shared_memory; shared_memory.SharedMemory(create=True, size=8)",
    "a fork": "os.fork() or os._exit(0)",
    "a program": "import subprocess; subprocess.run(['/bin/true'])",
    "a spawned program": "import sys; os.posix_spawn(sys.executable, ['python', '-c', ''], {})",
    "a process pool": "import concurrent.futures as f\nwith f.ProcessPoolExecutor(1) as p: p.submit(int).result()",
    "a thread": "import threading; threading.Thread(target=int).start()",
    "its parent": "os.kill(os.getppid(), 0)",
    "itself": "os.kill(os.getpid(), 0)",
    "a limit": "import resource as r; r.setrlimit(r.RLIMIT_CORE, r.getrlimit(r.RLIMIT_CORE))",
    "the kernel": "import ctypes; assert ctypes.CDLL(None).unshare(0x200) == 0",
    "tracing": "import ctypes; assert ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0",
    "a variable of the grader": "os.environ['HOME']",
    "a check among all objects": (
        "import gc; next(o for o in gc.get_objects() if type(o).__name__ in ('Probes', 'Exercise', 'Judge', 'Verdict'))"
    ),
    "a seed in the stack": (
        "import sys; f = sys._getframe()\nwhile 'rng' not in f.f_locals and 'seed' not in f.f_locals: f = f.f_back"
    ),
    "more memory": "np.empty(2 << 30, np.uint8)",
    "many files": "[open(os.__file__) for _ in range(100)]",
    "what another fork left": f"assert os.path.exists('INSIDE/{CANARY}.x') or open('INSIDE/{CANARY}.x', 'w')",
}  # fmt: skip


@pytest.fixture(scope="module")
def listening() -> Iterator[int]:
    """A port of this machine where somebody listens."""
    with closing(create_server(("127.0.0.1", 0))) as there:
        yield there.getsockname()[1]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a start-up file."""
    folder = tmp_path_factory.mktemp("home")
    (folder / ".bashrc").touch()
    return folder


def attempt(name: str, port: int, home: Path, inside: Path) -> str:
    """What a case tries, where places are these."""
    return REACHES[name].replace("PORT", str(port)).replace("HOME/", f"{home}/").replace("INSIDE", str(inside))


@pytest.mark.parametrize("name", REACHES)
def test_nothing_outside_is_reached(judge: Judge, listening: int, home: Path, name: str) -> None:
    tries = indent(attempt(name, listening, home, bubblewrap.INSIDE), "    ")
    body = indent(f"try:\n{tries}\nexcept BaseException:\n    return x\nreturn 2 * x", "    ")
    assert points(grade(judge, f"import os\nimport numpy as np\ndef double(x):\n{body}")) == NOTHING
    assert points(grade(judge, RIGHT)) == (3.0, 2.0)


def test_everything_outside_is_reached_where_nothing_is_in_the_way(listening: int, home: Path, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    (inside / "autograde").mkdir(parents=True)
    (inside / "autograde" / "__init__.py").touch()
    try:
        assert failures({name: attempt(name, listening, home, inside) for name in REACHES}, tmp_path) == {}
    finally:
        Path("/tmp", CANARY).unlink(missing_ok=True)


ONE_BUFFER = (
    "return np.multiply(x, 2, out=double.__dict__.setdefault('buffer', np.empty(99))[: x.size].reshape(x.shape))"
)

# A wrong or careless answer, and what its cell does so that it might be taken for a right one.
CHANGES = {
    "comparisons": ("np.allclose = np.array_equal = lambda *a, **k: True", "return x", NOTHING),
    "what compares memory": ("np.may_share_memory = lambda *a, **k: False", ONE_BUFFER, CORE),
    "builtins": ("builtins.any = lambda *a: False; builtins.all = lambda *a: True", ONE_BUFFER, CORE),
    "exact types": ("builtins.type = lambda *a: np.ndarray; builtins.isinstance = bool", "return [2]", NOTHING),
    "what observes": ("import tiedbook.observe as o; o._overlap = o._unchanged = bool", "x *= 2; return x", CORE),
    "what is loaded": ("sys.modules.clear()", "return x", NOTHING),
    "the worker": ("import autograde.judge.worker as w; w.Worker = w.serve = w._reply = None", "return x", NOTHING),
    "the wire": ("import json, os, struct; json.dumps = struct.pack = os.write = repr", "return x", NOTHING),
    "warnings": ("import warnings; warnings.warn = repr", "np.log(np.zeros(1)); return 2 * x", CORE),
    "tracing": ("sys.settrace(lambda *a: None); sys.setprofile(lambda *a: None)", "return x", NOTHING),
    "imports": ("sys.meta_path.clear(); sys.path.clear(); builtins.__import__ = None", "return x", NOTHING),
    "the end": ("import atexit; atexit.register(print)", "return x", NOTHING),
    "the random numbers": ("np.random.default_rng = lambda *a: None; np.random.seed(0)", "return x", NOTHING),
    "NumPy itself": ("sys.modules['numpy'] = None", "return x", NOTHING),
    "its own limit": ("sys.setrecursionlimit(60)", "return x", NOTHING),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_replacing_parts_of_python_earns_nothing(judge: Judge, name: str) -> None:
    change, body, deserved = CHANGES[name]
    answer = f"import numpy as np\ndef double(x):\n    {body}"
    judged = grade(judge, answer, f"import builtins, sys\nimport numpy as np\n{change}", "double = double")
    assert points(judged) == deserved
    assert points(grade(judge, RIGHT)) == (3.0, 2.0)


LIES = {
    "equal to everything": """
        class Yes:
            shape, dtype = (4, 6), "float64"
            def __eq__(self, other): return True
            def all(self): return True
            __ne__ = __lt__ = __gt__ = lambda *a: True
            __array__ = lambda *a, **k: 1 / 0
        result = Yes()
        """,
    "a class that lies": """
        class Fake(metaclass=type("M", (type,), {"__eq__": lambda *a: True, "__hash__": lambda s: hash(np.ndarray)})):
            __class__ = np.ndarray
        result = Fake()
        """,
    "a subclass": """
        class Sub(np.ndarray):
            shape = property(lambda self: (4, 6))
            __eq__ = lambda *a: np.ones((4, 6), bool)
        result = np.zeros((4, 6)).view(Sub)
        """,
    "a repr that ends the process": """
        class Ends:
            def __repr__(self): raise SystemExit
        result = Ends()
        """,
    "a repr that returns no text": "result = type('R', (), {'__repr__': lambda self: 3})()",
    "an array that ends the process": """
        class Ends:
            def __array__(self, *a, **k): raise KeyboardInterrupt
        result = Ends()
        """,
    "not a number": "result = np.full((4, 6), np.nan)",
    "the wrong dtype": "result = np.ones((4, 6), np.float32)",
    "objects": "result = np.full((4, 6), object())",
    "fields": "result = np.zeros((4, 6), [('a', 'f8')])",
    "a mask": "result = np.ma.masked_all((4, 6))",
    "a generator": "result = (i for i in range(3))",
    "deep nesting": """
        result = ()
        for _ in range(100_000):
            result = (result,)
        """,
    "a list in itself": "result = []; result.append(result)",
    "many values": "result = tuple(range(1_000_000))",
    "a long integer": "result = 1 << 10_000_000",
    "a long text": "result = 'x' * 10_000_000",
    "a text that is none": "result = '\\ud800\\0\\x1b[31m'",
    "a number that is more": "result = type('F', (float,), {'__eq__': lambda *a: True, '__hash__': None})(1)",
    "a text that is more": "result = type('S', (str,), {'encode': lambda *a: b''})('x')",
    "a tuple that is more": "result = type('T', (tuple,), {'__len__': lambda s: 1 / 0, '__iter__': None})((1,))",
    "bytes": "result = b'x'",
    "a date": "result = np.datetime64('2020-01-01')",
    "text in an array": "result = np.array(['2'] * 24).reshape(4, 6)",
    "the module": "result = np",
}  # fmt: skip


@pytest.mark.parametrize("name", LIES)
def test_a_lying_result_is_wrong_and_nothing_more(judge: Judge, name: str) -> None:
    judged = grade(judge, f"import numpy as np\n{dedent(LIES[name])}\ndef double(x):\n    return result\n")
    assert judged.notes == ()
    assert codes_of(judged) == [["double.wrong"], ["double.careless"]]
    assert points(grade(judge, RIGHT)) == (3.0, 2.0)


OPEN = """
import fcntl
import os
import time
import numpy as np

def is_open(number):
    try:
        return fcntl.fcntl(number, fcntl.F_GETFD) >= 0
    except OSError:
        return False

def say(content):
    for number in filter(is_open, range(3, 64)):
        os.write(number, content)
"""
OWN_REPLY = b'\0\0\0\x1a\0\0\0\0{"nonce":"0","value":true}'
DEEPER = "import sys; sys.setrecursionlimit(1 << 30); f = lambda g: sorted([1], key=lambda _: g(g)); f(f)"

ENDS = {
    "exit": ("raise SystemExit", "double.wrong"),
    "interrupt": ("raise KeyboardInterrupt", "double.wrong"),
    "an exception without words": ("raise type('E', (Exception,), {'__str__': lambda s: 1 / 0})", "double.wrong"),
    "os._exit": ("os._exit(0)", "judge.ended"),
    "abort": ("os.abort()", "judge.crashed"),
    "a null pointer": ("import ctypes; ctypes.string_at(0)", "judge.crashed"),
    "deep recursion": ("return double(x)", "double.wrong"),
    "deeper recursion": (DEEPER, "judge.crashed"),
    "a bomb of forks": ("[os.fork() for _ in range(100)]", "double.wrong"),
    "too much memory": ("return bytearray(2 << 30)", "judge.memory"),
    "too much memory, bit by bit": ("y = bytearray(1 << 20)\n    while True: y = y + y", "judge.memory"),
    "an array too large to copy": ("return np.broadcast_to(x, (1 << 40, 4, 6))", "judge.memory"),
    "an array too large to send": ("return np.zeros(1 << 22)", "judge.large"),
    "a closed connection": ("os.closerange(3, 64); time.sleep(1000)", "judge.reply"),
    "a frame that claims 4 GB": ("say(b'\\xff' * 8)", "judge.reply"),
    "a frame that is none": ("say(b'\\0\\0\\0\\2\\0\\0\\0\\0[]')", "judge.reply"),
    "a reply of its own": (f"say({OWN_REPLY!r})", "judge.reply"),
    "a flood": ("say(b'\\0\\0\\0\\2\\0\\0\\0\\0{}' * 100_000)", "judge.reply"),
}


@pytest.mark.parametrize("name", ENDS)
def test_an_end_without_a_result_is_told(judge: Judge, name: str) -> None:
    body, code = ENDS[name]
    judged = grade(judge, OPEN, f"def double(x):\n    {body}\n    return x")
    assert codes_of(judged) == [[code], [code.replace("wrong", "careless")]]
    assert points(grade(judge, RIGHT)) == (3.0, 2.0)


STUBBORN = "while True:\n        try:\n            while True: pass\n        except BaseException: pass"

NEVER = {
    "a loop": "while True: pass",
    "a loop that catches everything": STUBBORN,
    "sleep": "time.sleep(1000)",
    "a lock": "import threading; t = threading.Lock(); t.acquire(); t.acquire()",
    "a repr without an end": "return type('R', (), {'__repr__': lambda s: [0 for _ in iter(int, 1)]})()",
    "a slow drip": "say(b'\\0\\0\\1\\0\\0\\0\\0\\0')\n    while True: say(b' '); time.sleep(0.05)",
    "a frame without an end": "say(b'\\0\\0\\1\\0\\0\\0\\0\\0'); time.sleep(1000)",
    "a signal that is ignored": "import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\n    while True: pass",
}


@pytest.mark.parametrize("name", NEVER)
def test_what_does_not_come_back_is_late(hasty: Judge, name: str) -> None:
    judged = grade(hasty, OPEN, f"def double(x):\n    {NEVER[name]}\n")
    assert codes_of(judged) == [["judge.time"]] * 2


@pytest.mark.parametrize("code", ["print('x' * 30_000_000)", "for _ in range(1_000): print('x' * 30_000)"])
def test_a_flood_of_output_costs_nothing(judge: Judge, code: str) -> None:
    judged = grade(judge, code, f"def double(x):\n    {code}\n    return 2 * x")
    assert points(judged) == (3.0, 2.0)
    assert sum(len(note.output) for note in judged.notes) <= 64 * 1024


def test_a_function_that_remembers_its_first_result_is_wrong(judge: Judge) -> None:
    assert (
        points(grade(judge, "memory = []\ndef double(x):\n    memory.append(2 * x)\n    return memory[0]")) == NOTHING
    )


def test_a_function_that_is_right_for_the_first_calls_only_is_wrong(judge: Judge) -> None:
    tiring = "calls = []\ndef double(x):\n    calls.append(1)\n    return (2 if len(calls) < 4 else 3) * x"
    assert points(grade(judge, tiring)) == NOTHING
