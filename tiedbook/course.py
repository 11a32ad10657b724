"""Where the course's own files are: in a checkout, or inside the installed package."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tiedbook.errors import TiedbookError

_PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Course:
    """The folders a course consists of.

    Parameters
    ----------
    root : Path
        Folder that holds ``chapters`` and ``locales``: the checkout, or ``tiedbook/_course`` in an installed wheel.
    """

    root: Path

    @property
    def chapters(self) -> Path:
        """Source chapters (in a checkout) and, in one folder per edition, the built notebooks."""
        return self.root / "chapters"

    @property
    def locales(self) -> Path:
        """``editions.toml``, the glossary and one folder of catalogs per edition."""
        return self.root / "locales"

    @property
    def solutions(self) -> Path:
        """Solutions, read as text; beside the package in a checkout and in site-packages alike."""
        return _PACKAGE.parent / "solutions" if self.root.name == "_course" else self.root / "solutions"

    def built(self, edition: str) -> Path:
        """Folder of the built notebooks of one edition."""
        return self.chapters / edition

    def owns(self, folder: Path) -> bool:
        """Say whether a folder, resolved, is the course's own and so no place for anybody's work.

        That is its root, one that holds its files, or, as in another checkout, one that holds source chapters or stands
        beside them.
        """
        held = (self.chapters, self.locales, self.solutions, _PACKAGE)
        inside = folder == self.root or any(folder.is_relative_to(place) for place in held)
        return inside or any(any(place.glob("ch[0-9][0-9]_*.py")) for place in (folder, folder.parent))

    def stems(self, edition: str = "en") -> tuple[str, ...]:
        """Names of the chapters that an edition has, in the order of the course."""
        return tuple(sorted(path.stem for path in self.built(edition).glob("ch[0-9][0-9]_*.ipynb")))


@cache
def course() -> Course:
    """Find the course this package belongs to.

    Raises
    ------
    TiedbookError
        If the package was installed without its chapters.
    """
    for root in (_PACKAGE.parent, _PACKAGE / "_course"):
        if (root / "locales" / "editions.toml").is_file() and (root / "chapters").is_dir():
            return Course(root)
    raise TiedbookError(
        f"{_PACKAGE}: the course's chapters and locales are missing from this installation. "
        "Install the package again from its wheel or a checkout."
    )
