"""Formulas as MathML, which every browser shows without a script."""

from __future__ import annotations

import re
from html import escape
from xml.etree import ElementTree

from latex2mathml.converter import convert

_SPACE = "{http://www.w3.org/1998/Math/MathML}"
_ELEMENTS = frozenset(
    {
        *("math", "mfenced", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom", "mprescripts"),
        *(
            "mroot",
            "mrow",
            "ms",
            "mspace",
            "msqrt",
            "mstyle",
            "msub",
            "msubsup",
            "msup",
            "mtable",
            "mtd",
            "mtext",
            "mtr",
        ),
        *("munder", "munderover", "none"),
    }
)


_LETTER = re.compile(r'<mi mathvariant="normal">([A-Za-z])</mi>')
_NAME = re.compile(rf"(?:{_LETTER.pattern}){{2,}}")  # \mathrm{ids} comes letter by letter, and would be read so


def mathml(formula: str, *, block: bool = False) -> str:
    r"""Return a formula of LaTeX as an element of MathML; as escaped text where that would not be one.

    The converter passes on what stands in ``\text`` as it is. So what comes out is read again, and refused unless it
    is MathML and nothing else.

    Parameters
    ----------
    formula : str
        LaTeX without the dollar signs.
    block : bool
        Whether it stands on a line of its own.
    """
    try:
        made = convert(formula.replace("<", r"\lt ").replace(">", r"\gt "), display="block" if block else "inline")
        elements = list(ElementTree.fromstring(made).iter())  # noqa: S314  # our own output, a few hundred bytes
    except Exception:  # the converter raises what it likes at LaTeX that it does not know
        return escape(formula)
    known = all(each.tag.removeprefix(_SPACE) in _ELEMENTS and not _active(each.attrib) for each in elements)
    return _NAME.sub(lambda name: f"<mi>{''.join(_LETTER.findall(name[0]))}</mi>", made) if known else escape(formula)


def _active(attributes: dict[str, str]) -> bool:
    return any(name.startswith("on") or name in {"href", "src"} for name in attributes)
