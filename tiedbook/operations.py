"""What a merge asks to be done to a notebook, as a file or open in JupyterLab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tiedbook.notebook import Cell


@dataclass(frozen=True, slots=True)
class SetSource:
    """Give the cell `id` this source, and set these keys of its metadata; a key that is None goes away."""

    id: str
    source: str
    metadata: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Return the operation as the extension reads it."""
        return {"op": "source", "id": self.id, "source": self.source, "metadata": self.metadata}


@dataclass(frozen=True, slots=True)
class InsertCell:
    """Put a new cell right after the cell `after`, or first where that is None."""

    after: str | None
    cell: Cell

    def as_json(self) -> dict[str, Any]:
        """Return the operation as the extension reads it."""
        return {"op": "insert", "after": self.after, "cell": self.cell}


@dataclass(frozen=True, slots=True)
class RemoveCell:
    """Take away the cell `id`, which is the course's and unedited."""

    id: str

    def as_json(self) -> dict[str, Any]:
        """Return the operation as the extension reads it."""
        return {"op": "remove", "id": self.id}


@dataclass(frozen=True, slots=True)
class SetMetadata:
    """Set these keys of the notebook's metadata."""

    metadata: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Return the operation as the extension reads it."""
        return {"op": "notebook", "metadata": self.metadata}


Operation = SetSource | InsertCell | RemoveCell | SetMetadata
