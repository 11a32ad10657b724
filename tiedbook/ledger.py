"""The ledger of GPT-2, block by block, and the decoder that says what a wrong total has forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tiedbook.errors import LearnerError
from tiedbook.gpt2 import GPT2, N_CTX, VOCAB_SIZE, Model, Weight, repeated, total
from tiedbook.miscounts import MISCOUNTS, together
from tiedbook.session import say
from tiedbook.tables import Table

MOST = 3  # explanations of one total that are told


def ledger(n_layer: int, d_model: int, vocab_size: int = VOCAB_SIZE, n_ctx: int = N_CTX, *, tied: bool = True) -> Table:
    """Return what each part of a model holds, how often it occurs, and the total.

    Parameters
    ----------
    n_layer, d_model, vocab_size, n_ctx : int
        Blocks, width, tokens, positions; at least 1.
    tied : bool
        Whether the head uses the token table.
    """
    model = Model(n_layer, d_model, vocab_size, n_ctx)
    _need_sizes(model)
    return Table(
        say(
            "ledger.caption",
            "A model with {n_layer} blocks of width {d_model}, {vocab_size:,} tokens and {n_ctx:,} positions",
            n_layer=n_layer,
            d_model=d_model,
            vocab_size=vocab_size,
            n_ctx=n_ctx,
        ),
        (
            say("ledger.part", "part"),
            say("ledger.shapes", "shapes"),
            say("ledger.numbers", "numbers"),
            say("ledger.times", "times"),
            say("ledger.sum", "in all"),
        ),
        [*_rows(model, tied=tied), _row(say("ledger.total", "total"), "", 0, 0, total(model, tied=tied))],
    )


def _need_sizes(model: Model) -> None:
    if min(model.n_layer, model.d_model, model.vocab_size, model.n_ctx) < 1:
        raise LearnerError("ledger.size", "Blocks, width, tokens and positions must be at least 1.", status=2)


def _rows(model: Model, *, tied: bool) -> Iterator[tuple[str, ...]]:
    """Yield a row for each layer; those of a block once, with how often they occur."""
    layers: dict[str, list[Weight]] = {}
    often: dict[str, int] = {}
    for weight, times in repeated(model, tied=tied):
        layers.setdefault(weight.layer, []).append(weight)
        often[weight.layer] = times
    for name, own in layers.items():
        times = often[name]
        numbers = sum(weight.count for weight in own)
        yield _row(name, " + ".join(_shape(weight) for weight in own), numbers, times, numbers * times)
        if name == "mlp.c_proj":
            block = sum(weight.count for each in layers.values() for weight in each if weight.in_block)
            yield _row(say("ledger.block", "one block"), "", block, times, block * times)


def _row(part: str, shapes: str, numbers: int, times: int, in_all: int) -> tuple[str, ...]:
    return part, shapes, f"{numbers:,}" if numbers else "", f"× {times}" if times else "", f"{in_all:,}"


def _shape(weight: Weight) -> str:
    return " × ".join(f"{length:,}" for length in weight.shape)


@dataclass(frozen=True, slots=True, repr=False)
class Decoded:
    """What a total of parameters says about how it was counted; shown in words as the last expression of a cell.

    Parameters
    ----------
    counted : int
        The total.
    size : str
        Which GPT-2 it is, or is nearest to.
    slips : tuple of tuple of str
        Explanations, each by the keys of its slips: one empty one for a right total, none where nothing explains it.
    """

    counted: int
    size: str
    slips: tuple[tuple[str, ...], ...]

    def __repr__(self) -> str:
        right = total(GPT2[self.size])
        if self.slips == ((),):
            return say("decode.right", "{counted:,} is right for GPT-2 {size}.", counted=self.counted, size=self.size)
        return "\n".join([_distance(self.counted, right, self.size), *self._explained()])

    def _explained(self) -> Iterator[str]:
        model, words = GPT2[self.size], _words()
        if not self.slips:
            yield say("decode.unknown", "No slip, and no two slips, that are known here lead to it.")
            times, rest = divmod(abs(self.counted - total(model)), model.d_model)
            if not rest:
                yield say("decode.widths", "The difference is {times:,} × {d}.", times=times, d=model.d_model)
            return
        for number, slips in enumerate(self.slips):
            if number:
                yield say("decode.or", "Or:")
            for slip in slips:
                yield f"{MISCOUNTS[slip].difference(model):+,}".replace("-", "−") + f"  {words[slip]}"


def decode(counted: int) -> Decoded:
    """Find out what a total of GPT-2's parameters has forgotten, or counted twice.

    Parameters
    ----------
    counted : int
        A total, for any of the four sizes; tied is right.

    Raises
    ------
    LearnerError
        If it is not a whole number.
    """
    if not isinstance(counted, int) or isinstance(counted, bool):
        raise LearnerError(
            "decode.not_whole",
            "A total is a whole number, such as 163_037_184, and this is of the type {kind}.",
            status=2,
            kind=type(counted).__name__,
        )
    found = _totals().get(counted, [])
    size = found[0][0] if found else min(GPT2, key=lambda name: abs(total(GPT2[name]) - counted))
    fewest = min((len(slips) for _, slips in found), default=0)
    return Decoded(counted, size, tuple(slips for _, slips in found if len(slips) == fewest)[:MOST])


@cache
def _totals() -> dict[int, list[tuple[str, tuple[str, ...]]]]:
    """Return what makes each total: size and slips; none, one, or two that can happen together."""
    combined = ((), *((key,) for key in MISCOUNTS), *together())
    found: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
    for size, model in GPT2.items():
        right = total(model)
        changes = {key: slip.difference(model) for key, slip in MISCOUNTS.items()}
        for slips in combined:
            found.setdefault(right + sum(changes[slip] for slip in slips), []).append((size, slips))
    return found


def _distance(counted: int, right: int, size: str) -> str:
    if counted > right:
        return say(
            "decode.more",
            "{counted:,} is {difference:,} more than GPT-2 {size} has ({right:,}).",
            counted=counted,
            difference=counted - right,
            size=size,
            right=right,
        )
    return say(
        "decode.fewer",
        "{counted:,} is {difference:,} less than GPT-2 {size} has ({right:,}).",
        counted=counted,
        difference=right - counted,
        size=size,
        right=right,
    )


def _words() -> dict[str, str]:
    """Return what the current edition calls each slip."""
    return {**_table_words(), **_small_words(), **_block_words()}


def _table_words() -> dict[str, str]:
    return {
        "head_again": say(
            "slip.head_again",
            "the head counted as a table of its own: the untied model, or the sum over a tied state_dict",
        ),
        "head_bias": say("slip.head_bias", "a bias in the head, one number for each token; GPT-2 has none"),
        "no_token_table": say("slip.no_token_table", "the token table left out"),
        "no_position_table": say("slip.no_position_table", "the position table left out"),
        "no_tables": say("slip.no_tables", "token table and position table left out"),
        "padded_vocabulary": say("slip.padded_vocabulary", "the vocabulary padded to 50,304 tokens"),
        "old_vocabulary": say("slip.old_vocabulary", "the vocabulary of GPT-1, with 40,478 tokens"),
        "old_context": say("slip.old_context", "512 positions, as in GPT-1"),
        "segment_table": say("slip.segment_table", "a table for two segments, as in BERT; GPT-2 has none"),
    }


def _small_words() -> dict[str, str]:
    return {
        "no_last_norm": say("slip.no_last_norm", "the last LayerNorm, after all blocks, left out"),
        "no_block_norms": say("slip.no_block_norms", "both LayerNorms of each block left out"),
        "one_norm": say(
            "slip.one_norm",
            "2 × d missing in each block: one of its LayerNorms, or two thirds of the bias of c_attn",
        ),
        "no_norms": say("slip.no_norms", "all LayerNorms left out"),
        "norm_scales_only": say("slip.norm_scales_only", "LayerNorms counted with d numbers; each has 2 × d"),
        "last_norm_per_block": say("slip.last_norm_per_block", "the last LayerNorm counted once in each block"),
        "no_qkv_bias": say("slip.no_qkv_bias", "the biases of queries, keys and values (c_attn) left out"),
        "no_layer_biases": say("slip.no_layer_biases", "the biases of attention and MLP left out"),
        "no_biases": say("slip.no_biases", "all biases left out, those of the LayerNorms too"),
    }


def _block_words() -> dict[str, str]:
    return {
        "no_attention": say("slip.no_attention", "attention left out"),
        "no_attention_output": say("slip.no_attention_output", "the output layer of attention (c_proj) left out"),
        "one_of_qkv": say("slip.one_of_qkv", "c_attn counted as d × d; queries, keys and values make 3 × d columns"),
        "no_mlp": say("slip.no_mlp", "the MLP left out"),
        "no_mlp_output": say("slip.no_mlp_output", "the second layer of the MLP (c_proj) left out"),
        "narrow_mlp": say("slip.narrow_mlp", "the MLP counted with d numbers inside; it has 4 × d"),
        "masks": say("slip.masks", "the causal masks of attention counted; they are stored, but training leaves them"),
        "one_block": say("slip.one_block", "only one block counted"),
        "block_less": say("slip.block_less", "one block too few"),
        "block_more": say("slip.block_more", "one block too many"),
    }
