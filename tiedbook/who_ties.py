"""Models that people use, and whether the table they read with is the one they score with.

The numbers were counted with the library `transformers` 5.24.0 from the configuration of each model, on a device that
holds no data; where a model is named without a published configuration at hand, from the defaults of its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tiedbook.session import say
from tiedbook.tables import Table

Source = Literal["code", "class", "config", "pull"]

_OPENAI = "https://github.com/openai/gpt-2/blob/master/src/model.py"
_LLAMA = "https://github.com/karpathy/llm.c/pull/803"


@dataclass(frozen=True, slots=True)
class Model:
    """What counts about a model here.

    Parameters
    ----------
    name : str
        As its authors call it.
    vocab_size, width : int
        V and d of the table.
    parameters : int
        All of them, a tied table counted once.
    tied : bool
        Whether lookup and scores use one table.
    bias : bool
        Whether the scores have a bias.
    source : str
        Where that is read: in the authors' code, in the default of its class in `transformers`, in copies of its
        ``config.json``, or in a pull request that builds it.
    at : str
        Which class, or an address.
    """

    name: str
    vocab_size: int
    width: int
    parameters: int
    tied: bool
    bias: bool = False
    source: Source = "config"
    at: str = ""

    @property
    def table(self) -> int:
        """Numbers in one table, V · d."""
        return self.vocab_size * self.width

    @property
    def share(self) -> float:
        """Part of all parameters that stands in the tables: one if tied, else two."""
        return (1 if self.tied else 2) * self.table / self.parameters

    @property
    def change(self) -> float:
        """By which part the model would grow if its tie were undone, or shrink (negative) if it were tied."""
        return (self.table if self.tied else -self.table) / self.parameters


MODELS = (
    Model("T5-small v1.0", 32_128, 512, 60_506_624, tied=True, source="class", at="T5Config"),
    Model("BERT-base (MLM)", 30_522, 768, 109_514_298, tied=True, bias=True, source="class", at="BertConfig"),
    Model("GPT-2 small", 50_257, 768, 124_439_808, tied=True, source="code", at=_OPENAI),
    Model("OPT-350m", 50_272, 512, 331_196_416, tied=True),
    Model("Qwen2.5-0.5B", 151_936, 896, 494_032_768, tied=True),
    Model("Llama-3.2-1B", 128_256, 2048, 1_235_814_400, tied=True, source="pull", at=_LLAMA),
    Model("Gemma-2B", 256_000, 2048, 2_506_172_416, tied=True, source="class", at="GemmaConfig"),
    Model("Pythia-2.8B", 50_304, 2560, 2_775_208_960, tied=False),
    Model("Llama-3.2-3B", 128_256, 3072, 3_212_749_824, tied=True, source="pull", at=_LLAMA),
    Model("Mistral-7B-v0.1", 32_000, 4096, 7_241_732_096, tied=False),
    Model("Qwen2.5-7B", 152_064, 3584, 7_615_616_512, tied=False),
    Model("Llama-3-8B", 128_256, 4096, 8_030_261_248, tied=False),
    Model("Gemma-7B", 256_000, 3072, 8_537_680_896, tied=True, source="class", at="GemmaConfig"),
)


def who_ties() -> Table:
    """Return the models from the smallest to the largest: tied or not, the size of the tables, what a change costs."""
    yes, no = say("who_ties.yes", "yes"), say("who_ties.no", "no")
    sources = source_words()
    return Table(
        say("who_ties.caption", "Who ties? From the smallest model to the largest"),
        (
            say("who_ties.model", "model"),
            say("who_ties.tied", "tied"),
            say("who_ties.bias", "bias of the scores"),
            say("who_ties.table", "V × d"),
            say("who_ties.parameters", "parameters"),
            say("who_ties.share", "share of the table or tables"),
            say("who_ties.change", "if it were the other way"),
            say("who_ties.source", "read in"),
        ),
        [
            (
                model.name,
                yes if model.tied else no,
                yes if model.bias else no,
                f"{model.vocab_size:,} × {model.width:,}",
                f"{model.parameters:,}",
                f"{model.share:.1%}",
                f"{model.change:+.1%}".replace("-", "−"),
                sources[model.source].format(name=model.at).replace("`", ""),
            )
            for model in sorted(MODELS, key=lambda model: model.parameters)
        ],
    )


def source_words() -> dict[Source, str]:
    """Return what the current edition calls each kind of source; ``{name}`` stands for a class."""
    return {
        "code": say("who_ties.source_code", "OpenAI’s code"),
        "class": say("who_ties.source_class", "`{name}` in `transformers`", name="{name}"),
        "config": say("who_ties.source_config", "copies of its `config.json`"),
        "pull": say("who_ties.source_pull", "pull request 803 of `llm.c`"),
    }
