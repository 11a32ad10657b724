"""What becomes of the two gradients of one table where they are misunderstood."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks import scatter
from tiedbook.checks.paths import looked_up, scored
from tiedbook.checks.scatter import counted, scattered, survivors

Array = np.ndarray


def paths(ids: Array, grad_embedded: Array, hidden: Array, grad_logits: Array) -> tuple[Array, Array]:
    """Return both gradients, that of the lookup and that of the head."""
    return looked_up(ids, grad_embedded, grad_logits), scored(hidden, grad_logits)


def both(ids: Array, grad_embedded: Array, hidden: Array, grad_logits: Array) -> Array:
    """Return their sum, in float64."""
    lookup, head = paths(ids, grad_embedded, hidden, grad_logits)
    total: Array = lookup + head
    return total


def _flat(ids: Array, grad_embedded: Array, hidden: Array, grad_logits: Array) -> tuple[Array, Array, Array, Array]:
    """Return the arguments with all positions in one axis, in float64."""
    rows = (array.astype(np.float64).reshape(ids.size, -1) for array in (grad_embedded, hidden, grad_logits))
    return (ids.ravel(), *rows)  # type: ignore[return-value]


def overwritten(*args: Array) -> Iterator[Array]:
    """Yield the head's gradient with rows replaced by the last that the lookup sent there."""
    _, head = paths(*args)
    ids, rows, _, _ = _flat(*args)
    kept = survivors(ids, rows, len(head))
    yield np.where(counted(ids, len(head)) > 0, kept, head)


def divided(*args: Array) -> Iterator[Array]:
    """Yield what is left where something is divided by a number of positions."""
    lookup, head = paths(*args)
    ids = args[0]
    for n in (ids.size, ids.shape[0], ids.shape[-1]):
        yield from ((lookup + head) / n, lookup + head / n, lookup / n + head)


def swapped(ids: Array, grad_embedded: Array, hidden: Array, grad_logits: Array) -> Iterator[Array]:
    """Yield the sum with hidden states and gradients exchanged."""
    yield both(ids, hidden, grad_embedded, grad_logits)


def hidden_scattered(ids: Array, grad_embedded: Array, hidden: Array, grad_logits: Array) -> Iterator[Array]:
    """Yield the sum where the hidden states are scattered."""
    del grad_embedded
    yield looked_up(ids, hidden, grad_logits) + scored(hidden, grad_logits)


def gradient_scored(ids: Array, grad_embedded: Array, hidden: Array, grad_logits: Array) -> Iterator[Array]:
    """Yield the sum where the scores were made of gradients."""
    del hidden
    yield looked_up(ids, grad_embedded, grad_logits) + scored(grad_embedded, grad_logits)


def own_column(*args: Array) -> Iterator[Array]:
    """Yield the sum where a position scores its own id only."""
    lookup, _ = paths(*args)
    ids, _, hidden, grad_logits = _flat(*args)
    own = grad_logits[np.arange(ids.size), ids][:, None] * hidden
    yield lookup + scattered(ids, own, len(lookup))


def batch_rows_only(*args: Array) -> Iterator[Array]:
    """Yield the sum where the head reaches looked-up rows only."""
    lookup, head = paths(*args)
    yield lookup + head * (counted(args[0], len(head)) > 0)


def positions_kept(*args: Array) -> Iterator[Array]:
    """Yield a table for each position, or for some of them."""
    lookup, _ = paths(*args)
    _, _, hidden, grad_logits = args
    each = grad_logits[..., :, None].astype(np.float64) * hidden[..., None, :]
    yield from (lookup + each, each, lookup + each.reshape(-1, *lookup.shape))


def texts_kept(*args: Array) -> Iterator[Array]:
    """Yield a table for each text, or for each place in the texts."""
    lookup, _ = paths(*args)
    ids, _, hidden, grad_logits = args
    if ids.ndim == 2:
        each = grad_logits[..., :, None].astype(np.float64) * hidden[..., None, :]
        for axis in (0, 1):
            yield from (lookup + each.sum(axis), each.sum(axis))


def one_position(*args: Array) -> Iterator[Array]:
    """Yield the sum where the head has the last or the first position only."""
    lookup, _ = paths(*args)
    _, _, hidden, grad_logits = _flat(*args)
    for place in (-1, 0):
        yield lookup + np.outer(grad_logits[place], hidden[place])


def product_of_sums(*args: Array) -> Iterator[Array]:
    """Yield the sum where the head multiplies what was added up before."""
    lookup, _ = paths(*args)
    _, _, hidden, grad_logits = _flat(*args)
    yield lookup + np.outer(grad_logits.sum(axis=0), hidden.sum(axis=0))


def two_tables(*args: Array) -> Iterator[Array]:
    """Yield both gradients side by side."""
    lookup, head = paths(*args)
    for pair in ((lookup, head), (head, lookup)):
        yield from (np.stack(pair), np.concatenate(pair), np.concatenate(pair, axis=1))


def head_transposed(*args: Array) -> Iterator[Array]:
    """Yield the sum of a gradient and a transposed one, where that goes through."""
    lookup, head = paths(*args)
    if head.shape[0] == head.shape[1]:
        yield from (lookup + head.T, lookup.T + head)


def last_survives(*args: Array) -> Iterator[Array]:
    """Yield the sum where of each id's gradients the last is left."""
    _, head = paths(*args)
    ids, rows, _, _ = _flat(*args)
    yield head + survivors(ids, rows, len(head))


def last_in_each_text(*args: Array) -> Iterator[Array]:
    """Yield the sum where of each id's gradients the last of each text is left."""
    _, head = paths(*args)
    for kept in scatter.last_in_each_text(args[0], args[1].astype(np.float64), len(head)):
        yield head + kept


def ones_scattered(*args: Array) -> Iterator[Array]:
    """Yield the sum where the lookup counts."""
    _, head = paths(*args)
    yield head + counted(args[0], len(head))


def from_ones(*args: Array) -> Iterator[Array]:
    """Yield the sum begun with ones."""
    yield both(*args) + 1


def fractions_lost(*args: Array) -> Iterator[Array]:
    """Yield the sum where numbers were rounded."""
    lookup, head = paths(*args)
    for whole in (np.trunc, np.floor, np.rint):
        yield from (whole(lookup + head), whole(lookup) + head, lookup + whole(head))


def zero_is_padding(*args: Array) -> Iterator[Array]:
    """Yield the sum where row 0 gets less."""
    lookup, head = paths(*args)
    real = (np.arange(len(head)) != 0)[:, None]
    yield from ((lookup + head) * real, lookup * real + head)
