"""Our own modules inside, loaded so that cells which replace functions of NumPy, Python or ours change nothing in them.

A submission shares the process with what observes it, so it can still forge what its own process says: that is why
values are compared elsewhere. But it does not get there by assigning to ``np.may_share_memory`` or ``builtins.all``.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from importlib.util import find_spec, module_from_spec
from types import ModuleType

_SHARED = frozenset({"sys"})  # what is set there is meant for the cells


def load(names: Iterable[str]) -> None:
    """Import modules with builtins of their own, and with copies of every module that they use.

    Parameters
    ----------
    names : iterable of str
        Modules that import no other ones of ours but those before them.
    """
    own = dict(vars(builtins))
    for name in names:
        spec = find_spec(name)
        if spec is None or spec.loader is None:
            raise ModuleNotFoundError(name)
        module = module_from_spec(spec)
        vars(module)["__builtins__"] = own
        sys.modules[name] = module
        spec.loader.exec_module(module)
        for key, value in list(vars(module).items()):
            if isinstance(value, ModuleType) and key not in _SHARED:
                setattr(module, key, _copy(value))


def forget(names: Iterable[str]) -> None:
    """Take modules out of reach of an import; those that use them already keep them."""
    for name in names:
        sys.modules.pop(name, None)


def _copy(module: ModuleType) -> ModuleType:
    copy = ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy
