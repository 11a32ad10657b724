"""Every weight of a model of GPT-2's kind, by name and shape, as its file lists them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

VOCAB_SIZE = 50_257  # 256 bytes, 50,000 merges, one end of text
N_CTX = 1_024


@dataclass(frozen=True, slots=True)
class Model:
    """The sizes that decide how many parameters there are.

    Parameters
    ----------
    n_layer, d_model : int
        Blocks, and width of a row; L and d.
    vocab_size, n_ctx : int
        Tokens of the vocabulary, and positions of a text; V and C.
    """

    n_layer: int
    d_model: int
    vocab_size: int = VOCAB_SIZE
    n_ctx: int = N_CTX


GPT2 = {"small": Model(12, 768), "medium": Model(24, 1_024), "large": Model(36, 1_280), "XL": Model(48, 1_600)}
"""The four models by name, small ones first."""


@dataclass(frozen=True, slots=True)
class Weight:
    """One array of parameters.

    Parameters
    ----------
    name : str
        As in OpenAI's and Hugging Face's files: ``"wte.weight"``, ``"h.0.attn.c_attn.bias"``.
    shape : tuple of int
        As in OpenAI's code: a layer from a to b numbers has the shape (a, b).
    """

    name: str
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many numbers it holds."""
        return prod(self.shape)

    @property
    def layer(self) -> str:
        """Its layer without the number of the block: ``"attn.c_attn"``, ``"ln_f"``."""
        return self.name.rpartition(".")[0].split(".", 2)[-1] if self.in_block else self.name.partition(".")[0]

    @property
    def in_block(self) -> bool:
        """Whether it belongs to one of the blocks."""
        return self.name.startswith("h.")

    @property
    def is_bias(self) -> bool:
        """Whether it is added, and not multiplied with."""
        return self.name.endswith(".bias")


def weights(model: Model, *, tied: bool = True) -> Iterator[Weight]:
    """Yield every array of parameters, from the bottom of the model to its top.

    Parameters
    ----------
    model : Model
        Its sizes.
    tied : bool
        Whether the head uses the token table. If not, it has one of its own, without a bias.
    """
    yield from _weights(model, model.n_layer, tied=tied)


def repeated(model: Model, *, tied: bool = True) -> Iterator[tuple[Weight, int]]:
    """Yield every array of parameters with how often it occurs; those of a block once, since all blocks are alike.

    Parameters are those of `weights`.
    """
    for weight in _weights(model, min(model.n_layer, 1), tied=tied):
        yield weight, model.n_layer if weight.in_block else 1


def total(model: Model, *, tied: bool = True) -> int:
    """Return how many parameters a model has."""
    return sum(weight.count * times for weight, times in repeated(model, tied=tied))


def _weights(model: Model, blocks: int, *, tied: bool) -> Iterator[Weight]:
    d = model.d_model
    yield Weight("wte.weight", (model.vocab_size, d))
    yield Weight("wpe.weight", (model.n_ctx, d))
    for number in range(blocks):
        yield from _block(f"h.{number}", d)
    yield from _norm("ln_f", d)
    if not tied:
        yield Weight("lm_head.weight", (model.vocab_size, d))


def _block(name: str, d: int) -> Iterator[Weight]:
    yield from _norm(f"{name}.ln_1", d)
    yield from _layer(f"{name}.attn.c_attn", d, 3 * d)  # queries, keys and values side by side
    yield from _layer(f"{name}.attn.c_proj", d, d)
    yield from _norm(f"{name}.ln_2", d)
    yield from _layer(f"{name}.mlp.c_fc", d, 4 * d)
    yield from _layer(f"{name}.mlp.c_proj", 4 * d, d)


def _layer(name: str, inputs: int, outputs: int) -> Iterator[Weight]:
    yield Weight(f"{name}.weight", (inputs, outputs))
    yield Weight(f"{name}.bias", (outputs,))


def _norm(name: str, d: int) -> Iterator[Weight]:
    yield Weight(f"{name}.weight", (d,))
    yield Weight(f"{name}.bias", (d,))
