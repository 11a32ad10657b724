# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # 7. Every parameter of GPT-2, by hand
#
# How large is a language model? The answer is a count, and a count is either right or wrong. This chapter counts GPT-2 to the last number, in all
# four of its sizes, and then asks what weight tying saves: in parameters, in memory, and in work.
#
# **After this chapter you can**
#
# - write down the exact number of parameters of a model of GPT-2's kind, tied and untied;
# - look at a wrong total and say what it has forgotten, or counted twice;
# - say how much of a model its token table is, and when tying matters;
# - explain where the famous "117M" comes from.
#
# Plan for 50 minutes. Paper and pencil help. Before this: [Chapter 6 – One table, two gradients](ch06_one_table_two_gradients.ipynb).

# %% [markdown] id="question"
# ## Three numbers for one model
#
# GPT-2 small is one of the best-documented models there are. Yet you can meet three different numbers of parameters for it:
#
# - **117M**, in the first reports about it;
# - **124,439,808**, from a library that counts its parameters;
# - **163,037,184**, from a short program that adds up all arrays that PyTorch's `state_dict` lists for it.
#
# **Which is the number of its parameters?**
#
# - **A.** 117M. Its makers should know best.
# - **B.** 124,439,808.
# - **C.** 163,037,184. The list is complete, so its sum must be the total.

# %% [markdown] id="prediction"
# Write down a letter. Then make a second prediction. The model uses one table for both of its jobs. **Suppose it had two, as large as each other. By
# which part would tying them make the whole model smaller: by a half, by a quarter, or by a tenth?** And would the answer be the same for the largest
# GPT-2, which has 48 blocks in the place of 12?
#
# Every number in this chapter is either computed in a cell or small enough for pencil and paper.

# %% [markdown] id="setup"
# Run this cell first. It loads NumPy and the check, and holds the sizes of the four models.

# %% id="sizes" role="data"
import numpy as np

from tiedbook import check

V, C = 50_257, 1_024  # tokens in the vocabulary, positions in a text
sizes = {"small": (12, 768), "medium": (24, 1_024), "large": (36, 1_280), "XL": (48, 1_600)}  # blocks L, width d

# %% [markdown] id="counting-rule"
# ## What counts as a parameter
#
# **A parameter is a single number that training can change.** It counts once, however often the model uses it, and however many bytes it takes.
#
# All parameters of GPT-2 lie in arrays of three kinds. To count an array, multiply its lengths.
#
# | kind | what it does | parameters |
# |---|---|---|
# | table | hands out one of $n$ rows of width $d$ | $n \cdot d$ |
# | linear layer, from $a$ numbers to $b$ | multiplies by a matrix of shape $(a, b)$ and adds a **bias**, one number for each output | $a \cdot b + b$ |
# | LayerNorm | brings the $d$ numbers of a position to one scale, then multiplies each by a number of its own, and adds another | $2d$ |
#
# And what does not count?
#
# - **Numbers that are computed:** hidden states, scores, attention weights. They are new for every text.
# - **Numbers that are fixed:** the *causal mask* is a triangle of zeros and ones that hides later positions. It may be stored along with the model,
#   but training leaves it alone.
# - **A second name for the same array.** If two parts of a model share an array, its numbers exist once.

# %% [markdown] id="two-ends"
# ## The two ends: a table, and perhaps another
#
# At the bottom, the token table has one row of $d$ numbers for each of $V$ tokens. At the top, the head compares a hidden state with one vector of
# $d$ numbers for each of $V$ tokens. Either it brings a table of its own, or it uses the one at the bottom:
#
# | head | tables | parameters of both ends |
# |---|---|---|
# | untied | 2 | $2 \cdot V \cdot d$ |
# | tied | 1 | $V \cdot d$ |
#
# For GPT-2 small, with $V = 50257$ and $d = 768$:

# %% id="two-ends-numbers" role="show"
d = 768

f"{V * d:,}", f"{2 * V * d:,}"

# %% [markdown] id="head-bias"
# ## Does the head have a bias?
#
# Some heads add a number to the score of each token. Such a bias has $V$ numbers, one for each *score*, and not $d$. The model BERT has one. Does
# GPT-2?
#
# No. The last line of [OpenAI's code](https://github.com/openai/gpt-2/blob/master/src/model.py) that makes the scores is a plain product of the
# hidden states with the transposed token table, and nothing is added. So both ends of GPT-2 together have 38,597,376 parameters. You may meet
# 38,647,633 in notes; that is one bias too many.
#
# (This trap is set by a library. PyTorch's `nn.Linear` has a bias unless you say `bias=False`.)

# %% [markdown] id="saving"
# ## What tying saves at the ends
#
# **Claim.** Tying saves exactly $V \cdot d$ parameters, whether the head has a bias or not.
#
# **Reason.** A bias is a switch of its own. A tied head may have one, and an untied head may have one. So it stands on both sides of the subtraction,
# or on neither:
#
# $$2Vd - Vd = Vd \qquad\qquad (2Vd + V) - (Vd + V) = Vd$$
#
# You may read that the saving is $Vd - V$. That is $2Vd - (Vd + V)$: an untied model *without* a bias, minus a tied one *with* a bias. Two
# things were changed at once, and the result belongs to neither. The next cell computes all four heads, and the wrong saving last.

# %% id="saving-numbers" role="show"
ends = {
    "untied": 2 * V * d,
    "tied": V * d,
    "untied+bias": 2 * V * d + V,
    "tied+bias": V * d + V,
}
savings = (
    ends["untied"] - ends["tied"],
    ends["untied+bias"] - ends["tied+bias"],
    ends["untied"] - ends["tied+bias"],
)

[f"{saving:,}" for saving in savings]

# %% [markdown] id="saving-read"
# The first two agree, as they must. The third is 38,547,119, too small by $V = 50257$. **How could a reader catch it?** Compare like with like:
# before you subtract two models, ask whether they differ in one thing only.

# %% [markdown] id="exact"
# ## A count is an exact integer
#
# Python's integers are exact, however large they become. Its floats are not: above $2^{53}$ they cannot hold every whole number any more. A single
# `/`, or a factor such as `4.0`, turns a count into a float.

# %% id="exact-float" role="show"
2**53 + 1, float(2**53 + 1), 38_597_376 / 2

# %% [markdown] id="exact-read"
# The float has lost the 1. No model of today is that large. But counts are there to be compared with `==`, to the last digit, and a type that may
# round has no place in that. Stay with `+`, `*` and `**`, and use `//` where you must divide.

# %% [markdown] id="embedding-and-head-params-exercise"
# ## Exercise: `embedding_and_head_params`
#
# Write `embedding_and_head_params(vocab_size, d_model, tied, bias=False)`. It counts the parameters of both ends: the token table and the head.
#
# - `tied` says whether the head uses the token table. If not, it has a table of the same size.
# - `bias` says whether the head adds a bias, tied or not. If it is left out, there is none.
# - The result is an exact integer.
# - `ValueError` if `vocab_size` or `d_model` is below 1.
#
# For example, `embedding_and_head_params(5, 3, True)` is 15, and `embedding_and_head_params(5, 3, False, True)` is 35.

# %% id="embedding_and_head_params" exercise="embedding_and_head_params"
from solutions.ch07_counting_gpt2 import embedding_and_head_params

# %% [markdown] id="embedding-and-head-params-hints" kind="hints" exercise="embedding_and_head_params"
# <details><summary>Hint 1: a nudge</summary>
#
# There are two switches, and so there are four kinds of head. Write down the count of each, for $V = 5$ and $d = 3$, before you write any code.
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# The two switches do not know of each other. One decides how many tables there are: one or two. The other decides whether $V$ is added at the end. So
# you need two small decisions, one after the other, and not four cases.
#
# The refusal comes first. Look at each size by itself: a product of two negative sizes is positive.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# if vocab_size < 1 or ...:
#     raise ValueError("...")
# tables = 1 if tied else ...
# return tables * ... + (... if bias else 0)
# ```
#
# </details>

# %% id="embedding_and_head_params-core" exercise="embedding_and_head_params" part="core"
check("embedding_and_head_params", embedding_and_head_params, part="core")

# %% id="embedding_and_head_params-contract" exercise="embedding_and_head_params" part="contract"
check("embedding_and_head_params", embedding_and_head_params, part="contract")

# %% [markdown] id="embedding-and-head-params-solution" kind="reveal" exercise="embedding_and_head_params"
# <details><summary>The solution of <code>embedding_and_head_params</code>, for when you have tried</summary>
#
# {solution}
#
# Since `True` counts as 1 and `False` as 0, `vocab_size * (d_model * (2 - tied) + bias)` is right as well. It is shorter, and harder to read.
#
# </details>

# %% [markdown] id="position-table"
# ## The second table: positions
#
# A row of the token table does not know where in the text it stands (Chapter 1). GPT-2 therefore has a **position table** with one row of $d$ numbers
# for each of $C = 1024$ positions, and adds the row of the position to the row of the token:
#
# $$C \cdot d = 1024 \cdot 768 = 786{,}432$$
#
# It is small beside the token table, and it has nothing to do with tying. But it is easily forgotten, and 123,653,376 is the total that results.

# %% [markdown] id="blocks"
# ## Inside a block
#
# Between the two ends stand $L$ **blocks**, 12 of them in GPT-2 small. All have the same shape, and each has parameters of its own. In this course a
# block is a box that takes vectors of width $d$ and returns vectors of width $d$. To count it, we need to know which layers are inside, not how they
# work together. There are four parts:
#
# - a LayerNorm, then the **attention**, in which positions exchange information;
# - another LayerNorm, then the **MLP** (short for *multi-layer perceptron*), in which each position works by itself.
#
# You will need the next four sections for the exercise. Fill in a column for $d = 768$ on paper as you read.

# %% [markdown] id="block-norms"
# ### LayerNorms
#
# A LayerNorm has $2d$ parameters: $d$ numbers to multiply with, $d$ to add. Each block has two, `ln_1` and `ln_2`, and **one more stands after the
# last block**, `ln_f`. For $d = 768$ each has 1,536 parameters.

# %% [markdown] id="block-attention"
# ### Attention
#
# The attention has two linear layers. (What happens between them, the comparison of positions, needs no parameters.)
#
# - `c_attn` makes three vectors for each position: a *query*, a *key* and a *value*. They are computed side by side, by one layer from $d$ to $3d$:
#   that is $d \cdot 3d + 3d$.
# - `c_proj` takes the result back, from $d$ to $d$: that is $d \cdot d + d$.
#
# Together: $4d^2 + 4d$.
#
# GPT-2 small divides its attention into 12 *heads*. They divide the three vectors of a position among themselves: each head has 64 numbers of the
# query, 64 of the key and 64 of the value. Twelve times 64 is 768, so **the number of heads does not change the count**. (These heads have nothing to do with the head at the top of the model.)

# %% [markdown] id="block-mlp"
# ### MLP
#
# The MLP has two linear layers, with a wider middle:
#
# - `c_fc` goes from $d$ to $4d$: that is $d \cdot 4d + 4d$.
# - `c_proj` goes back, from $4d$ to $d$: that is $4d \cdot d + d$. Its bias has only $d$ numbers, since a bias has one number for each *output*.
#
# Together: $8d^2 + 5d$. The MLPs hold about two thirds of all parameters in the blocks.

# %% [markdown] id="block-sum"
# ### The sum of a block
#
# | part | squares | the rest | for $d = 768$ |
# |---|---|---|---|
# | `ln_1` and `ln_2` | | $4d$ | 3,072 |
# | attention | $4d^2$ | $4d$ | ? |
# | MLP | $8d^2$ | $5d$ | ? |
# | **one block** | $12d^2$ | $13d$ | ? |
#
# Three numbers are missing on purpose: work them out before you run the next cell.
#
# The squares decide. For $d = 768$, the $12d^2$ are 99.86% of a block. That is why people remember the rule of thumb $12 L d^2$ for all blocks. It is
# good for a quick estimate, and useless for an exact count.

# %% id="block-sum-numbers" role="show"
attention = (d * 3 * d + 3 * d) + (d * d + d)
mlp = (d * 4 * d + 4 * d) + (4 * d * d + d)
block = 2 * d + attention + 2 * d + mlp

{name: f"{count:,}" for name, count in {"attention": attention, "mlp": mlp, "block": block}.items()}

# %% [markdown] id="gpt2-param-count-exercise"
# ## Exercise: `gpt2_param_count`
#
# Write `gpt2_param_count(n_layer, d_model, vocab_size, n_ctx, tied=True)`. It counts all parameters of a model of GPT-2's kind: $L$ blocks, width
# $d$, $V$ tokens, $C$ positions.
#
# - `tied` says whether the head uses the token table. If it is left out, it does. The head has no bias in either case.
# - The result is an exact integer.
# - `ValueError` if one of the four sizes is below 1.
#
# For example, `gpt2_param_count(2, 3, 10, 5)` is 345, and `gpt2_param_count(2, 3, 10, 5, tied=False)` is 375. These are small enough to do by hand
# first.

# %% id="gpt2_param_count" exercise="gpt2_param_count"
from solutions.ch07_counting_gpt2 import gpt2_param_count

# %% [markdown] id="gpt2-param-count-hints" kind="hints" exercise="gpt2_param_count"
# <details><summary>Hint 1: a nudge</summary>
#
# Make a list of the parts, from the bottom of the model to its top. Which of them occur once, and which occur in every block?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Four things are added: the token table, the position table, $L$ blocks, and the LayerNorm after the last block. For an untied model, the table of
# the head is a fifth. You have the count of a block from the section before.
#
# Name the parts in your code, one line for each. If the check says that your total is too low, you can compare line by line. And there is help beyond
# the check: the decoder, two sections further down.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# if min(n_layer, d_model, vocab_size, n_ctx) < ...:
#     raise ValueError("...")
# norm = 2 * d_model
# attention = d_model * 3 * d_model + 3 * d_model + ...
# mlp = d_model * 4 * d_model + ... + 4 * d_model * d_model + ...
# block = norm + attention + norm + mlp
# tables = (1 if tied else ...) * vocab_size * d_model + n_ctx * ...
# return tables + n_layer * block + ...
# ```
#
# </details>

# %% id="gpt2_param_count-core" exercise="gpt2_param_count" part="core"
check("gpt2_param_count", gpt2_param_count, part="core")

# %% id="gpt2_param_count-contract" exercise="gpt2_param_count" part="contract"
check("gpt2_param_count", gpt2_param_count, part="contract")

# %% [markdown] id="gpt2-param-count-solution" kind="reveal" exercise="gpt2_param_count"
# <details><summary>The solution of <code>gpt2_param_count</code>, for when you have tried</summary>
#
# {solution}
#
# All of it in one formula: $Vd + Cd + L(12d^2 + 13d) + 2d$, plus $Vd$ for an untied head.
#
# </details>

# %% [markdown] id="ledger"
# ## The ledger of GPT-2 small
#
# Here is the whole count, layer by layer, with the names that the layers have in the published files: `wte` is the token table (*word token
# embeddings*), `wpe` the position table.

# %% id="ledger-table" role="show"
from tiedbook.ledger import decode, ledger

ledger(12, 768)

# %% [markdown] id="ledger-figure-intro"
# The same, to be changed. A filled bar is one part; the outlined bar, in the row *one block*, is all blocks together. Before you run the cell: which
# filled bar is the longest, and how many times as long is the outlined one? Then choose another size, untie the head, or give it a bias, and predict
# the total.

# %% id="ledger-figure" role="show"
from tiedbook import widgets

widgets.ledger(12, 768)

# %% [markdown] id="ledger-read"
# The token table is 31.0% of the model. That is more than the attention of all 12 blocks.
#
# And so the answer to the opening question is **B**: 124,439,808. What do the other two count? The next section has a tool for that.

# %% [markdown] id="decoder"
# ## The decoder of wrong totals
#
# A wrong total is not just wrong. It is wrong by a certain amount, and the amount tells what was forgotten, or counted twice. `decode` compares a
# total with all four sizes of GPT-2, and with every slip it knows, alone and in pairs.
#
# First the sum over the `state_dict`, from option C:

# %% id="decoder-state-dict" role="show"
decode(163_037_184)

# %% [markdown] id="decoder-state-dict-read"
# A `state_dict` is a list of *names*, each with its array. In a tied model `wte.weight` and `lm_head.weight` are two names for one array, and the
# short program counted it under both. Its sum is what an *untied* GPT-2 would have. That is **C**.
#
# All of the following totals can be met in public. Say what each has forgotten before you run the cell. A pocket calculator is allowed.

# %% id="decoder-met" role="show"
for met in (124_490_065, 124_412_160, 123_653_376, 85_056_000, 137_022_720):
    print(decode(met), end="\n\n")

# %% [markdown] id="decoder-own"
# Now yours. Put a total of your own here, or into the field below the ledger, from a note, a course or a program, also for the larger sizes. Two slips
# at once are found as well; this one has them:

# %% id="decoder-yours" role="show"
decode(354_747_392)

# %% [markdown] id="four-sizes"
# ## All four sizes
#
# This cell uses your function, and works once its core is right. It computes the tied total, the untied total, what tying saves, and the share of the
# token table in the tied model.

# %% id="four-sizes-numbers" role="show"
totals = {}
for name, (L, width) in sizes.items():
    tied = gpt2_param_count(L, width, V, C)
    untied = gpt2_param_count(L, width, V, C, tied=False)
    totals[name] = (f"{tied:,}", f"{untied:,}", f"{(untied - tied) / untied:.1%}", f"{V * width / tied:.1%}")

totals

# %% [markdown] id="independent"
# ### An independent count
#
# Can the count be trusted? If PyTorch is installed, the next cell builds the model from PyTorch's own layers, which know nothing of our formula, and
# adds up their parameters. It uses the device `meta`, on which arrays have a shape and no numbers, so that even XL takes no memory. Without PyTorch
# the cell shows an empty result.

# %% id="independent-torch" role="show"
from importlib.util import find_spec


def independent(L, width):
    from torch import device, nn

    with device("meta"):
        blocks = [nn.TransformerEncoderLayer(width, 1, 4 * width) for _ in range(L)]
        layers = [nn.Embedding(V, width), nn.Embedding(C, width), *blocks, nn.LayerNorm(width)]
    return sum(weight.numel() for layer in layers for weight in layer.parameters())


{name: f"{independent(*size):,}" for name, size in sizes.items() if find_spec("torch")}

# %% [markdown] id="shares"
# ## What tying saves in the whole model
#
# Your second prediction. Tying saves one of two tables: a half *of the two ends*. Of the whole model it saves much less, and less in larger models.
# Each pair of bars below is one model, first untied, then tied, in parts of the untied one.

# %% id="shares-figure" role="show"
from tiedbook.figures import tying_shares

tying_shares(sizes)

# %% [markdown] id="shares-read"
# In GPT-2 small tying saves 23.7%, about a quarter. In XL it saves 4.9%. A sentence like "tying makes the model almost half as large" confuses the
# ends with the whole: it **halves the embedding and the head, not the model**.
#
# The reason is in the formula. The table grows like $d$, and the blocks grow like $L d^2$. A larger GPT-2 has more blocks *and* a greater width,
# while its vocabulary stays the same.

# %% [markdown] id="break-even"
# ### When is the table as large as all blocks?
#
# Forget the small terms. The table has $Vd$ parameters, and the blocks have $12 L d^2$. They are equal when
#
# $$V d = 12 L d^2 \quad\Longleftrightarrow\quad V = 12 \, L \, d$$
#
# This **break-even vocabulary** is a handy yardstick. With it, the share of one table in a tied model is about
#
# $$\frac{V d}{V d + 12 L d^2} = \frac{V}{V + 12 L d}$$
#
# Change the numbers in the next cell, and predict the share first. The last line is a small model with a large vocabulary.


# %% id="break-even-share" role="show"
def share(V, L, d):
    return f"{12 * L * d:,}", f"{V / (V + 12 * L * d):.1%}"


[share(50_257, 12, 768), share(50_257, 48, 1_600), share(50_257, 6, 256), share(256_000, 6, 256)]

# %% [markdown] id="break-even-read"
# For GPT-2 small the break-even is at 110,592 tokens, about twice its vocabulary. The rough share of 31.2% is close to the exact 31.0%.
#
# **Tying matters where $V$ is not small compared with $12 L d$:** in small models, and in models with large vocabularies. You may read rules such as
# "tie when the vocabulary has more than 10,000 tokens". A vocabulary alone decides nothing: compare it with $12 L d$. Which models tie in practice is
# a subject of Chapter 8.

# %% [markdown] id="share-explorer"
# Find the break-even yourself. **Predict first:** with 12 blocks and the vocabulary of GPT-2, at which width $d$ does the table weigh as much as all
# blocks? Solve $V = 12 L d$ for $d$, then type it into the field of $d$. (A width is a whole number, so the ratio only comes close to 1.)

# %% id="share-explorer-widget" role="show"
widgets.share_explorer(50_257, 12, 768)

# %% [markdown] id="mystery"
# ## Where does 117M come from?
#
# OpenAI's own [page on GPT-2](https://github.com/openai/gpt-2) says that the first counts, 117M for small and 345M for medium, were wrong because of
# an error. It does not say which. We can find out, in the manner of the decoder: which single change explains *all* published names?
#
# The first reports called the four models 117M, 345M, 762M and 1542M. The model before GPT-2, today called GPT-1, had a vocabulary of 40,478 tokens.
# Let us put it into your formula:

# %% id="mystery-numbers" role="show"
[f"{gpt2_param_count(L, width, 40_478, C) / 1e6:.2f}M" for L, width in sizes.values()]

# %% [markdown] id="mystery-read"
# 116.93, 344.81, 761.51 and 1541.96: rounded, these are all four names, to the digit. So the count was very probably made with the vocabulary of
# GPT-1.
#
# How strong is the evidence? The first name alone would prove little, for GPT-1 itself has about as many parameters. It has 512 positions, and no
# LayerNorm after its last block; the rest is built as in GPT-2 small:

# %% id="mystery-first-model" role="show"
f"{gpt2_param_count(12, 768, 40_478, 512) - 2 * 768:,}"

# %% [markdown] id="mystery-evidence"
# This rounds to 117M, too, and somebody might simply have copied that. But GPT-1 exists in one size. Four names out of four, from one change, are hard to explain in another way.
# Still, it is an inference: we know of nobody who made the count and has confirmed it.
#
# That was option **A**. Its makers did know best, and they corrected it.

# %% [markdown] id="padded"
# ## 50,304: rows that no token uses
#
# Some programs train GPT-2 with 50,304 rows in the table. Where do 47 more tokens come from? Nowhere: they are padding. 50,257 is $29 \cdot 1733$,
# and graphics cards often multiply matrices faster when their lengths are multiples of 64 or 128.

# %% id="padded-numbers" role="show"
padded = gpt2_param_count(12, 768, 50_304, C)

50_304 / 64, 50_304 / 128, f"{padded:,}", f"{padded - gpt2_param_count(12, 768, V, C):,}"

# %% [markdown] id="padded-read"
# The price is $47 \cdot 768 = 36{,}096$ parameters, 0.03% of the model. The extra ids never occur in a text, so no lookup reaches their rows. The
# head does reach them: the softmax pushes their scores down at every step, as those of any token that is never right. The model Pythia-2.8B, which has
# another vocabulary, has a table of 50,304 rows too.

# %% [markdown] id="memory"
# ## Bytes
#
# How much memory do the parameters take? That depends on the type of the numbers:
#
# - `float32`: 4 bytes each;
# - `bfloat16`: 2 bytes each, with fewer digits;
# - training with the optimiser Adam in `float32`: **16 bytes** each. Besides the number itself there is its gradient, and Adam keeps two running
#   averages for it. That makes four numbers of 4 bytes.
#
# One **MiB** is $2^{20} = 1{,}048{,}576$ bytes. The columns are `float32`, `bfloat16` and training with Adam. Predict the first for GPT-2 small: 124
# million times 4 bytes.

# %% id="memory-numbers" role="show"
MiB = 2**20

{
    name: [f"{gpt2_param_count(L, width, V, C) * size / MiB:,.0f}" for size in (4, 2, 16)]
    for name, (L, width) in sizes.items()
}

# %% [markdown] id="memory-read"
# So GPT-2 small needs 475 MiB to be loaded in `float32`, and four times as much to be trained. This is only what the parameters need: the
# intermediate results of a large batch come on top, and Chapter 0 has shown how large the scores alone can be.
#
# And tying? It saves one table, in every one of these columns. In training that is $16 \cdot V \cdot d$ bytes:

# %% id="memory-saved" role="show"
{name: [f"{V * width * size / MiB:,.0f}" for size in (4, 2, 16)] for name, (L, width) in sizes.items()}

# %% [markdown] id="flops"
# ## Work: tying saves none
#
# The head computes $V$ scores for each position. Each is a dot product of $d$ numbers: $d$ multiplications and about as many additions. Operations on
# floats are called **FLOPs**, and a multiplication and an addition count as two. For each token the head therefore takes this many FLOPs:
#
# $$2 \cdot V \cdot d$$
#
# The lookup costs none (Chapter 1). And the blocks? A linear layer from $a$ to $b$ takes $2ab$ FLOPs for each token, so all blocks together take
# about $24 L d^2$. (The comparison of positions comes on top, and is left out here.)

# %% id="flops-numbers" role="show"
{
    name: (f"{2 * V * width / 1e6:.1f}M", f"{2 * V * width / (2 * V * width + 24 * L * width**2):.1%}")
    for name, (L, width) in sizes.items()
}

# %% [markdown] id="flops-read"
# In GPT-2 small the head takes 77.2 million FLOPs for each token, and that is 31.2% of the work of head and blocks together: almost a third.
#
# You have met this percentage before, as the rough share of the table in the parameters. That is no accident. Every number of a matrix is multiplied
# once for each token, and the result is added once: two FLOPs for each parameter, in the head as in the blocks. So the work is divided as the
# parameters of a tied model are.
#
# **With a tied head it is exactly the same work.** The scores are computed from the same shapes, whether the table they are compared with has another
# job or not. Tying saves *parameters*, and with them memory. It does not make the model faster to compute. (In training, the
# optimiser has one table less to change.)
#
# (A coincidence may confuse you: $2Vd$ is also the number of parameters of two untied tables. There the 2 counts tables. Here it counts a
# multiplication and an addition, and it stays 2 when there is one table.)

# %% [markdown] id="quiz"
# ## Quiz
#
# Decide before you look.

# %% id="quiz-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch07_counting_gpt2")

# %% [markdown] id="quiz-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="quiz-heads" kind="quiz"
# **1.** You change the number of attention heads of GPT-2 small from 12 to 16 and keep $d = 768$. What happens to the number of parameters?
#
# - **A.** It grows by a third of the attention.
# - **B.** It stays the same.
# - **C.** It shrinks, since each head becomes narrower.
#
# <details><summary>Answer</summary>
#
# **B.** Queries, keys and values have $3d$ numbers in all. Heads only divide them: 12 heads of 64, or 16 heads of 48.
#
# - **A** takes each head for an addition. There are more of them, but they are narrower.
# - **C** sees that they become narrower, and forgets that there are more.
#
# </details>

# %% [markdown] id="quiz-bias" kind="quiz"
# **2.** A model has $V = 30000$ and $d = 500$, and its head has a bias. How many parameters does tying save?
#
# - **A.** 14,970,000
# - **B.** 15,030,000
# - **C.** 15,000,000
#
# <details><summary>Answer</summary>
#
# **C.** It saves one table, $30000 \cdot 500$. The bias stays.
#
# - **A** is $Vd - V$: an untied model without a bias was compared with a tied one that has it.
# - **B** is $Vd + V$: the other way round, as if tying removed the bias as well.
#
# </details>

# %% [markdown] id="quiz-decode" kind="quiz"
# **3.** Somebody counts 124,438,272 parameters for GPT-2 small. That is 1,536 too few. What is missing?
#
# - **A.** the LayerNorm after the last block
# - **B.** the LayerNorms in the blocks
# - **C.** the position table
#
# <details><summary>Answer</summary>
#
# **A.** $1536 = 2 \cdot 768$ is one LayerNorm.
#
# - **B** would be 24 of them, 36,864 numbers.
# - **C** would be 786,432 numbers.
#
# </details>

# %% [markdown] id="quiz-double" kind="quiz"
# **4.** You double the width $d$ of a model and keep everything else. How do its token table and its blocks grow?
#
# - **A.** Both to twice their size.
# - **B.** Both to about four times their size.
# - **C.** The table to twice its size, the blocks to about four times.
#
# <details><summary>Answer</summary>
#
# **C.** The table has $V \cdot d$ parameters, and the blocks about $12 L d^2$.
#
# - **A** forgets that the matrices in the blocks grow in both directions.
# - **B** forgets that the number of rows of the table is the vocabulary, and stays.
#
# </details>

# %% [markdown] id="quiz-saves" kind="quiz"
# **5.** What does tying *not* reduce?
#
# - **A.** the memory that Adam needs
# - **B.** the time it takes to compute the scores
# - **C.** the size of the file on disk
#
# <details><summary>Answer</summary>
#
# **B.** The scores are still $V$ dot products of $d$ numbers: $2Vd$ FLOPs for each token.
#
# - **A:** Adam keeps two averages for each parameter, so fewer parameters need fewer of them.
# - **C:** one table is stored in the place of two, as long as the program that writes the file knows that they are one.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# **"Tying saves $Vd - V$ parameters."** It feels right because the bias appears in the formula of the tied model, so it seems to eat up a part of the
# saving. But then it was left out of the untied one. *How to catch it:* before you subtract, ask whether both models differ in one thing only.
# *Better:* exactly $Vd$, with a bias in both or in neither.
#
# **"GPT-2's head has a bias of 50,257."** It feels right because a linear layer usually has one, and BERT's head does. *How to catch it:* look at the
# code, or at the names in the file: there is no `lm_head.bias`. *Better:* shared table 38,597,376, nothing else.
#
# **"Tying makes the model almost half as large."** It feels right because it does halve something. *How to catch it:* ask "half of what?". *Better:*
# it halves the embedding and the head, which in GPT-2 small saves 23.7% of the model, and in XL 4.9%.
#
# **"Embeddings dominate the parameters."** It feels right for small models. *How to catch it:* compare $V$ with $12 L d$. *Better:* 31.0% in GPT-2
# small, and less the larger the model.
#
# **"The sum over `state_dict` is the number of parameters."** It feels right because the list is complete. But it lists names. *How to catch it:*
# look for two names with one array. *Better:* count each array once.
#
# **"GPT-2 small has 117M parameters."** It feels right because it is in print. *How to catch it:* count. *Better:* 124M; with GPT-1's vocabulary the
# same formula gives 117M.
#
# **"GPT-2 medium, large and XL have 345, 762 and 1542 million."** The same story, and still repeated next to a corrected first number. *How to catch
# it:* if one number of a list was wrong, check the others. *Better:* 355, 774 and 1558 million.
#
# **"It is only a small layer, so the total will be about right."** It feels right because it often is. A model without the biases of queries, keys
# and values has 124,412,160 parameters, and nobody will notice the difference in a rounded number. *How to catch it:* count exactly, and decode what
# differs.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula |
# |---|---|
# | token table, and head | tied $Vd$, untied $2Vd$; plus $V$ if the head has a bias |
# | what tying saves | exactly $Vd$ |
# | position table | $Cd$ |
# | linear layer from $a$ to $b$ | $ab + b$ |
# | LayerNorm | $2d$ |
# | attention | $4d^2 + 4d$ |
# | MLP | $8d^2 + 5d$ |
# | one block | $12d^2 + 13d$ |
# | **GPT-2, tied** | $Vd + Cd + L(12d^2 + 13d) + 2d$ |
# | break-even vocabulary | $V = 12Ld$ |
# | memory | 4 bytes each in `float32`, 2 in `bfloat16`, 16 for training with Adam |
# | work of the head | $2Vd$ FLOPs for each token, tied or not |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# <details id="linear-parameters"><summary>How many parameters does a linear layer from a to b numbers have?</summary>
#
# $ab + b$: a matrix, and a bias with one number for each output.
#
# </details>
#
# <details id="block-parameters"><summary>How many parameters does one block of GPT-2 have?</summary>
#
# $12d^2 + 13d$: attention $4d^2 + 4d$, MLP $8d^2 + 5d$, two LayerNorms $4d$.
#
# </details>
#
# <details id="gpt2-parameters"><summary>How many parameters does GPT-2 small have, tied and untied?</summary>
#
# 124,439,808 tied, as it is; 163,037,184 untied.
#
# </details>
#
# <details id="what-tying-saves"><summary>What exactly does tying save, and what changes if the head has a bias?</summary>
#
# $V \cdot d$ parameters. A bias changes nothing: it is there in both models, or in neither.
#
# </details>
#
# <details id="table-share"><summary>Which part of GPT-2 does its token table make up?</summary>
#
# 31.0% of small, 14.5% of medium, 8.3% of large, 5.2% of XL.
#
# </details>
#
# <details id="state-dict-sum"><summary>Why does the sum over a tied state_dict come out too large?</summary>
#
# It lists names, and two of them stand for one array.
#
# </details>
#
# <details id="whence-117m"><summary>Where does 117M very probably come from?</summary>
#
# From GPT-1's vocabulary of 40,478 tokens in the formula of GPT-2. It explains all four published names.
#
# </details>
#
# <details id="table-as-blocks"><summary>At which vocabulary is the table as large as all blocks together?</summary>
#
# At about $V = 12Ld$; for GPT-2 small that is 110,592.
#
# </details>
#
# <details id="no-faster-head"><summary>Does tying make the head faster?</summary>
#
# No. It computes the same $2Vd$ FLOPs for each token. Tying saves parameters and their memory.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch07_counting_gpt2")

# %% [markdown] id="next"
# ## Where next
#
# **[Chapter 8 – Who ties, does it help, and how would you know?](ch08_does_tying_help.ipynb)** Fewer parameters are only good news if the model does not become worse. You will
# read what has been published, look at real word vectors, and train a small language model, tied and untied, on functions you have written yourself.
#
# Back to [Chapter 6 – One table, two gradients](ch06_one_table_two_gradients.ipynb).
