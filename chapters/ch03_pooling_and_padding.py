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
# # 3. Averages forget order, and padding lies
#
# Some programs want one vector for a whole text: to search, to sort, to compare. The simplest way is to average the vectors of its tokens. This
# chapter shows what the average forgets, and how positions that hold nothing at all manage to change it.
#
# **After this chapter you can**
#
# - say which texts an average cannot tell apart;
# - predict what padding does to an average, with zeros and without;
# - average real tokens only, for a whole batch at once;
# - write down what a function promises, and refuse what it cannot promise.
#
# Plan for 35 minutes. Before this: [Chapter 2 – The backward of a lookup adds](ch02_gradients_scatter.ipynb).

# %% [markdown] id="question"
# ## One position too many
#
# A text has two tokens, with the vectors $[1, -2]$ and $[3, -4]$. A program averages them. Today the text shares a batch with a text of three tokens,
# so a third position was added to it. It stands for nothing, and its vector is $[0, 0]$.
#
# **What is the average over all three positions?**
#
# - **A.** $[2, -3]$, as before: zeros add nothing.
# - **B.** Both numbers are lower than before.
# - **C.** The first number is lower than before, the second is higher.
# - **D.** It depends on the other text in the batch.

# %% [markdown] id="prediction"
# Write down a letter, and say in one sentence why. Then a second question: *should* the vector of a text depend on the other texts in its batch at
# all?

# %% [markdown] id="setup"
# Run this cell first. It loads NumPy, the checks, two classes of Chapter 2 for later, and the four-token table.

# %% id="table" role="data"
import numpy as np

from tiedbook import check
from tiedbook.autograd import Parameter, Tensor

tokens = ["cat", "dog", "the", "ran"]
E = np.array(
    [
        [0.2, -0.5, 0.8],
        [0.3, -0.4, 0.7],
        [-0.9, 0.1, 0.2],
        [0.6, 0.3, -0.5],
    ],
    dtype=np.float32,
)

# %% [markdown] id="pooling"
# ## One vector for a whole text
#
# A batch of looked-up texts has the shape $(B, T, d)$: $B$ texts, $T$ positions in each, $d$ numbers for each position. We call it $X$, and the vector
# at position $t$ of text $b$ is $X_{bt}$.
#
# **Pooling** makes one vector of each text, so it turns the shape $(B, T, d)$ into $(B, d)$. The axis of the positions disappears, the texts stay
# apart, and so do the columns. **Mean pooling** takes the average:
#
# $$m_b = \frac{1}{T} \sum_{t=0}^{T-1} X_{bt}$$
#
# The sum alone would do something similar. But it grows with the length of the text, and then long texts would look alike merely
# because they are long.
#
# Mean pooling is not a toy. Many models that turn sentences into vectors use it near their end, among them
# [all-MiniLM-L6-v2](https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), whose word vectors you will meet in Chapter 8. (It then
# brings the average to length 1. And what it averages are not looked-up rows, but what its layers have made of them.)

# %% [markdown] id="order"
# ## An average forgets the order
#
# **Claim.** The average of the tokens $[2, 5]$ and the average of the tokens $[5, 2]$ are equal, whatever the table holds.
#
# **Reason.** Row 2 plus row 5 is row 5 plus row 2.
#
# The same holds for longer texts: an average of looked-up rows sees which tokens there are, and in which proportions, and nothing else. It cannot tell who bit whom. The
# next cell tries it, first with two tokens, then with a hundred in two orders. Predict what the four comparisons return.

# %% id="order-compare" role="show"
rng = np.random.default_rng(0)
table = rng.standard_normal((1000, 64), dtype=np.float32)
text = rng.integers(1000, size=100)
shuffled = rng.permutation(text)

two = np.array_equal(table[[2, 5]].mean(axis=0), table[[5, 2]].mean(axis=0))
hundred = np.array_equal(table[text].mean(axis=0), table[shuffled].mean(axis=0))
nearly = np.allclose(table[text].mean(axis=0), table[shuffled].mean(axis=0), atol=1e-6)
largest = np.abs(table[text].mean(axis=0) - table[shuffled].mean(axis=0)).max()

two, hundred, nearly, float(largest)

# %% [markdown] id="order-read"
# Two tokens give the same bits, in either order. A hundred tokens give *almost* the same numbers: they differ by less than one ten-millionth.
#
# That is not the average remembering the order after all. Computer numbers are rounded after each addition, and the same numbers added in another
# order are rounded at other places. So when you compare sums, compare with a tolerance: `np.allclose`, not `==`. The checks of this course do.

# %% [markdown] id="forgets-more"
# An average forgets the length as well. The tokens $[2, 5]$ and the tokens $[2, 5, 2, 5]$ have the same average. Whether that is a loss or a
# blessing depends on the purpose. What carries the order into a model is another part, the positions (Chapter 1). Where a model has used them before it
# averages, the order is in the vectors that are averaged.

# %% [markdown] id="padding"
# ## Why there is padding
#
# An array is rectangular: every text in it has the same number of positions. Real texts have different lengths. So the shorter ones are filled up to
# the longest. The filling is called **padding**.
#
# | text | position 0 | 1 | 2 | 3 |
# |---|---|---|---|---|
# | `the cat ran` | `the` | `cat` | `ran` | padding |
# | `dog` | `dog` | padding | padding | padding |
# | `the dog the cat` | `the` | `dog` | `the` | `cat` |
#
# A padded position has to hold *some* id, since an array has no holes. And whatever the id is, the lookup fetches a row for it. Many vocabularies
# keep an id for padding and nothing else. But its row is a row of the table like any other, with numbers in it.

# %% [markdown] id="padding-ids"
# ## What one may not use as padding
#
# The text `dog ran` has the ids $[1, 3]$. We pad it to six positions, once with the id 0 and once with the id −1, and average. The first row
# below is the average of the text alone. Predict which token each of the other two rows is dragged to.

# %% id="padding-ids-means" role="show"
alone = E[[1, 3]].mean(axis=0)
with_zero = E[[1, 3, 0, 0, 0, 0]].mean(axis=0)
with_minus_one = E[[1, 3, -1, -1, -1, -1]].mean(axis=0)

np.round([alone, with_zero, with_minus_one], 2)

# %% [markdown] id="padding-ids-read"
# - **Id 0** is `cat`. Four cats were added to a text about a dog, and the average is now nearly parallel to the row of `cat`. (To that of `dog` as well,
#   since the two rows point almost the same way. It is `ran` that has been drowned.)
# - **Id −1** is the last row, `ran`: NumPy counts negative indices from the end, without a word.
# - **The id 4** would have been an error, and that is the friendliest answer of the three.
#
# What about something that is not an integer? A list with `None` in it becomes an array of objects. One `nan` turns all ids into floats, because
# integers know no `nan`. Your `embed` of Chapter 1 refuses both with a `TypeError`. That is why it looks at the type *and* at the range: each
# catches what the other lets through.

# %% [markdown] id="pull"
# ## Padding pulls the average towards itself
#
# Now the opening question. Zeros add nothing to the *sum*, and so it is tempting to answer **A**. But an average divides by the number of
# positions, and that has grown:
#
# $$\frac{[1, -2] + [3, -4] + [0, 0]}{3} = \frac{[4, -6]}{3} \approx [1.33, -2]$$
#
# The first number went down, from 2 to 1.33. The second went *up*, from −3 to −2. The answer is **C**. You may read that zero padding *lowers* an
# average. It does not: it **pulls the average towards zero**, from both sides.
#
# And **D**? For three positions there is nothing to depend on. But *how many* zeros are added, the other texts decide. We come to that.

# %% [markdown] id="pull-general"
# Padding need not be zero. Let a text have $n$ real tokens with the average $m$, and let every padded position hold the vector $p$. Then the average
# over all $T$ positions is
#
# $$\frac{n}{T} \, m + \left(1 - \frac{n}{T}\right) p$$
#
# This is a point on the straight line from $m$ to $p$. Without padding, $n = T$, we are at $m$. The more padding, the closer we come to $p$. For
# $p = 0$ only the length of the vector shrinks, and its direction stays. A cosine, which compares directions only, would never notice. A
# dot product and a distance do. (Chapter 4 puts the three side by side.)

# %% [markdown] id="mates"
# How much padding there is, the longest text of the batch decides. So the vector of *your* text changes with its neighbours. Below, the text of the
# opening question has a mate. Make the mate longer, and watch the mean of your text. Then move the padding to $[-2, 3]$, and predict where the mean
# goes. Switch the mask on last.

# %% id="mates-figure" role="show"
from tiedbook.widgets import batch_mates

batch_mates([[1, -2], [3, -4]], pad=[0, 0])

# %% [markdown] id="mates-read"
# With the mask on you have what we want: one arrow, whatever the length. A text has *one* vector, and no neighbour changes it. That answers the second
# question. It also says how the fault shows itself in practice: the same text gets another vector when it is sent alone, or in another batch.

# %% [markdown] id="mask"
# ## The mask says what is real
#
# The program that pads knows what it added. It hands this knowledge on as a **mask**: an array of shape $(B, T)$ with a 1 for a real token and a 0
# for padding. For the three texts of the table above:
#
# $$M = \begin{pmatrix} 1 & 1 & 1 & 0 \\ 1 & 0 & 0 & 0 \\ 1 & 1 & 1 & 1 \end{pmatrix}$$
#
# Instead of 1 and 0 there may be `True` and `False`. Some libraries turn the meaning round, and mark the padding with 1. Read what a mask means
# before you use it.
#
# Nothing says that the padding stands at the end. Programs that generate text often pad at the *beginning*, so that all texts end at the same place. A
# mask can say that; a length cannot.

# %% [markdown] id="both-halves"
# ## Two halves, and both need the mask
#
# The average over real tokens is a fraction:
#
# $$m_b = \frac{\sum_t M_{bt} \, X_{bt}}{\sum_t M_{bt}}$$
#
# The **numerator** adds the vectors of the real tokens: a vector of finite numbers times 0 is gone. The **denominator** counts the real tokens. Forget the mask in one
# of the two, and the result is wrong in its own way. Here is a text with the tokens of the opening question, and a padded position that holds $[6,
# 3]$. Predict which of the four programs is right.

# %% id="both-halves-four" role="show"
x = np.array([[1.0, -2.0], [3.0, -4.0], [6.0, 3.0]])
real = np.array([1, 1, 0])
masked = x * real[:, None]

np.round([x.sum(axis=0) / 3, masked.sum(axis=0) / 3, x.sum(axis=0) / 2, masked.sum(axis=0) / 2], 2)

# %% [markdown] id="both-halves-read"
# | numerator | denominator | result | what is wrong |
# |---|---|---|---|
# | all | all | $[3.33, -1]$ | dragged towards the padding |
# | real | all | $[1.33, -2]$ | dragged towards zero |
# | all | real | $[5, -1.5]$ | the padding counts in full, and nothing makes up for it |
# | real | real | $[2, -3]$ | nothing |
#
# The second line is what `(x * mask).mean(axis=1)` computes. It looks careful, since the mask is there. It is in one half only.

# %% [markdown] id="mask-decides"
# ## The mask decides, not the numbers
#
# If padding has zeros, why not look for the zeros and do without a mask? Because a zero is a number like any other. A real token may
# have a vector of zeros: an untrained row, for example, or one whose training starts at zero. It counts.
#
# Take the two *real* tokens $[4, 2]$ and $[0, 0]$. Their average is $[2, 1]$. A program that takes zeros for padding answers $[4, 2]$. And in the last
# section the padding was $[6, 3]$, which such a program would take for a word.

# %% [markdown] id="mask-shapes"
# ## Shapes meet at their ends
#
# `X` has the shape $(B, T, d)$, the mask $(B, T)$. You cannot multiply them as they are. NumPy lines two shapes up at their *last* axes, so it would
# set the positions of the mask against the columns of the vectors:
#
# | array | third axis from the end | second | last |
# |---|---|---|---|
# | `X` | $B$ | $T$ | $d$ |
# | `mask` | | $B$ | $T$ |
# | `mask[:, :, None]` | $B$ | $T$ | 1 |
#
# The remedy is the third line: a mask with an axis of length 1 at the end. NumPy stretches it over the $d$ columns of each vector. That stretching is
# called **broadcasting**.
#
# As long as the lengths differ, forgetting the axis is an error, and you will notice. If all lengths are equal, it runs:

# %% id="mask-shapes-square" role="show"
square = np.arange(1.0, 28.0).reshape(3, 3, 3)
marks = np.array([[1, 0, 0], [1, 1, 0], [1, 1, 1]])

(square * marks)[0], (square * marks[:, :, None])[0]

# %% [markdown] id="mask-shapes-read"
# Both results are for the first text, which has one real token, at position 0. The right product, below, keeps the first *row*. The wrong one has
# treated each position by a mask of its own, cutting off *columns*.
#
# The division has the same trap. The sums have the shape $(B, d)$ and the counts $(B,)$. With $B = d$ the division runs, and divides *columns* by
# the counts of texts. `sum(axis=1, keepdims=True)` keeps the axis that is needed.
#
# Broadcasting can also be too generous. A mask of shape $(T,)$ would be stretched over all texts, as if they all had the same length. A mask of
# shape $(B, 1)$ would switch whole texts on and off. Neither is what anybody means who averages a batch. So the function below accepts the shape
# $(B, T)$ and nothing else.

# %% [markdown] id="mask-types"
# ## Booleans and integers are not the same
#
# The masks `[True, False, True]` and `[1, 0, 1]` mean the same, and NumPy treats them differently when they stand between brackets. Predict both results:

# %% id="mask-types-index" role="show"
letters = np.array(["a", "b", "c"])

letters[np.array([True, False, True])], letters[np.array([1, 0, 1])]

# %% [markdown] id="mask-types-read"
# Booleans pick the places where they say `True`. Integers are *positions*: take number 1, then number 0, then number 1. So `X[b][mask[b]]` is right for
# one kind of mask, and silently wrong for the other. `mask.astype(bool)` makes the first kind of both.
#
# Integers have a second trap. Small ones overflow. A mask of type `int8` can be added up by NumPy's `sum`, which counts in a larger type. A
# product with itself cannot: it stays in the type it began with. The next cell counts 200 real tokens in two ways.

# %% id="mask-types-narrow" role="show"
marks = np.ones(200, dtype=np.int8)

int(marks.sum()), int(marks @ marks)

# %% [markdown] id="mask-types-narrow-read"
# The largest `int8` is 127. The second way went past it and started again from −128. Turn the mask into the type of the embeddings *before* you
# calculate with it. Then all of these differences are gone.

# %% [markdown] id="no-token"
# ## A text without any token
#
# It happens: an empty line, a document whose words were all filtered out. Its mask is all zeros, and the fraction becomes $0/0$.

# %% id="no-token-nan" role="show"
with np.errstate(invalid="ignore"):
    nothing = np.zeros(2) / 0

nothing

# %% [markdown] id="no-token-read"
# `nan`, *not a number*, spreads: every sum, product or average with a `nan` in it is `nan`. One empty line can turn the loss of a whole batch into
# `nan`.
#
# What *should* the average of nothing be? Mathematics does not say, so a contract has to. Ours says: zeros. That is easy to get: the
# numerator is zero already, and the denominator may be anything but zero. Divide by `np.maximum(count, 1)`. Where there is a token, the
# count is at least 1, and nothing changes.
#
# One also sees a small number added to the count, such as `count + 1e-6`. That avoids the division by zero, and changes averages that were right. And do
# not divide first and repair `nan` afterwards: NumPy has warned by then, and a program full of warnings hides the one that matters.

# %% [markdown] id="contract"
# ## A contract, before the code
#
# What you have read so far is enough to say what the function promises. Such a list is called its **contract**. It answers the questions that a
# caller would otherwise answer by trial:
#
# - What goes in, and in which shapes and types?
# - What comes out, in which shape and type? May I write to it? Are my arguments still what they were?
# - What happens at the edges: no token, no text?
# - What is refused, and with which error?
#
# The errors are the part that one likes to skip. They are what makes the rest worth something. An error stops a program at the fault. A wrong number travels
# on, and comes to light three functions later, where nobody looks for its cause.

# %% [markdown] id="masked-mean-exercise"
# ## Exercise: `masked_mean`
#
# Write `masked_mean(embeddings, mask)`. It averages the real tokens of each text.
#
# - `embeddings` is a float array of shape $(B, T, d)$.
# - `mask` has the shape $(B, T)$, with booleans or with the integers 0 and 1, of any integer type. It may be anything that `np.asarray` turns into such an
#   array. 1 or `True` stands for a real token.
# - The result is a new array of shape $(B, d)$, in the type of the embeddings. A text without any real token gets zeros, and no warning.
# - `ValueError` if the shape of the mask is not $(B, T)$.
#
# For example, with embeddings `[[[1, -2], [3, -4], [0, 0]]]` as floats, and the mask `[[1, 1, 0]]`, the result is `[[2, -3]]`.

# %% id="masked_mean" exercise="masked_mean"
from solutions.ch03_pooling_and_padding import masked_mean

# %% [markdown] id="masked-mean-hints" kind="hints" exercise="masked_mean"
# <details><summary>Hint 1: a nudge</summary>
#
# Two sums make up the fraction, and both run over the same axis. Which one? And what are the shapes of the two sums, if the
# second is to divide the first?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Begin with the refusal, before anything is calculated. Then turn the mask into the type of the embeddings, and give it a third axis of length 1. Now it has
# two uses: multiplied by the embeddings and added up along axis 1, it gives the numerator, of shape $(B, d)$. Added up by itself
# along the same axis, it gives the denominator, of shape $(B, 1)$. The two shapes fit.
#
# The text without tokens needs one more thought: never divide by less than 1.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# mask = np.asarray(mask)
# if mask.shape != ...:
#     raise ValueError("...")
# real = mask.astype(...)[:, :, None]
# total = (embeddings * ...).sum(axis=...)
# count = real.sum(axis=...)
# return total / np.maximum(..., 1)
# ```
#
# </details>

# %% id="masked_mean-core" exercise="masked_mean" part="core"
check("masked_mean", masked_mean, part="core")

# %% id="masked_mean-contract" exercise="masked_mean" part="contract"
check("masked_mean", masked_mean, part="contract")

# %% [markdown] id="masked-mean-solution" kind="reveal" exercise="masked_mean"
# <details><summary>The solution of <code>masked_mean</code>, for when you have tried</summary>
#
# {solution}
#
# Other ways are as good. `np.sum(embeddings, axis=1, where=...)` takes a boolean mask and leaves the rest out. `np.einsum("bt,btd->bd", ...)` says
# the numerator in one line. A loop over the texts, with `embeddings[b][mask[b]]`, is right as soon as the mask is boolean and the empty text is seen to.
#
# </details>

# %% [markdown] id="alone-or-not"
# ## Alone or in company
#
# From here on some cells use your `masked_mean`; they work once its check passes. First the promise of the picture: a text gets the same vector alone and
# in a batch, however it is padded, and whatever finite numbers the padding holds.

# %% id="alone-or-not-same" role="show"
short = np.array([[[1.0, -2.0], [3.0, -4.0]]])
company = np.array(
    [[[1.0, -2.0], [3.0, -4.0], [6.0, 3.0], [6.0, 3.0]], [[5.0, 0.0], [1.0, 1.0], [2.0, 2.0], [0.0, 1.0]]]
)

masked_mean(short, [[1, 1]])[0], masked_mean(company, [[1, 1, 0, 0], [1, 1, 1, 1]])[0]

# %% [markdown] id="alone-or-not-read"
# This makes a good test for any program that works on batches, your own and those of others: *one text, alone and beside a longer one, must give the
# same.* It needs no right answer to compare with.

# %% [markdown] id="backward"
# ## What goes back through an average
#
# Training sends gradients backwards (Chapter 2). What arrives at each token of an average? Write the masked average of one text as a matrix product: one row
# of weights, $M_t / n$ for each position, times the vectors. The weights add up to 1, and padding has the weight 0.
#
# The gradient of a product needs no new rule. The small autograd of Chapter 2 computes it. Predict the three rows, for a gradient of $[1, 10]$ from above:

# %% id="backward-weights" role="show"
vectors = Parameter([[1.0, -2.0], [3.0, -4.0], [6.0, 3.0]])
average = Tensor(np.array([[0.5, 0.5, 0.0]])) @ vectors
average.backward(np.array([[1.0, 10.0]]))

average.data, vectors.grad

# %% [markdown] id="backward-read"
# Each of the two real tokens receives half of the gradient, and the padding receives none. The plain average would give every position a third. Then
# training would push the row of the padding, at *every* padded position of every text, and Chapter 2 has shown that all of these gradients add up in one
# row. Padding that counts is not only a wrong number on the way forward. It is also learnt.

# %% [markdown] id="interop"
# ## What PyTorch offers
#
# PyTorch has two layers with an argument `padding_idx`, and the argument does not mean the same in both. If PyTorch is installed, the next cell averages
# `dog ran`, padded to four positions with the id 0: with `nn.Embedding` and a mean, with `nn.EmbeddingBag`, and with your function.

# %% id="interop-torch" role="show"
from importlib.util import find_spec

padded = np.array([[1, 3, 0, 0]])
averages = {"masked_mean": masked_mean(E[padded], [[1, 1, 0, 0]])}

if find_spec("torch"):
    import torch

    weight, ids = torch.tensor(E), torch.tensor(padded)
    averages["nn.Embedding"] = torch.nn.Embedding.from_pretrained(weight, padding_idx=0)(ids).mean(dim=1).numpy()
    averages["nn.EmbeddingBag"] = torch.nn.EmbeddingBag.from_pretrained(weight, mode="mean", padding_idx=0)(ids).numpy()

{name: np.round(average[0].astype(float), 3).tolist() for name, average in averages.items()}

# %% [markdown] id="interop-read"
# In `nn.Embedding`, `padding_idx` keeps one row from being trained, and a new layer starts that row at zero. The row is still looked up, and still
# counts in a mean. In
# [nn.EmbeddingBag](https://docs.pytorch.org/docs/stable/generated/torch.nn.EmbeddingBag.html), which looks up and averages in one step, the positions with that id
# are left out of the average. And here that is wrong in another way, if `cat`, with the id 0, also occurs as a word: it would be left out too. An
# id for padding must be used for nothing else. With a mask of its own one does not depend on that.

# %% [markdown] id="quiz"
# ## Quiz
#
# Decide before you look.

# %% id="quiz-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch03_pooling_and_padding")

# %% [markdown] id="quiz-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="quiz-order" kind="quiz"
# **1.** Which two texts does mean pooling over looked-up rows *not* tell apart?
#
# - **A.** `the cat ran` and `the dog ran`
# - **B.** `the dog` and `the dog the dog`
# - **C.** `the dog` and `the dog dog`
#
# <details><summary>Answer</summary>
#
# **B.** Every token occurs twice as often, and there are twice as many positions. The shares stay the same.
#
# - **A:** another token, another row, another average.
# - **C:** the share of `dog` grew from one half to two thirds.
#
# </details>

# %% [markdown] id="quiz-zero" kind="quiz"
# **2.** The real tokens of a text have the average $[-6, 4]$. As many positions again are padded with zeros. What is the average over all positions?
#
# - **A.** $[-3, 2]$
# - **B.** $[-12, 2]$
# - **C.** $[-6, 4]$
#
# <details><summary>Answer</summary>
#
# **A.** Half of the positions hold zeros, so both numbers are halved. The negative one went up.
#
# - **B** follows the rule that padding lowers everything. It pulls towards zero instead.
# - **C** would be the average over the real tokens.
#
# </details>

# %% [markdown] id="quiz-program" kind="quiz"
# **3.** The padding holds zeros. Somebody computes `(X * mask[:, :, None]).mean(axis=1)`. What is wrong?
#
# - **A.** Nothing: the padding is multiplied by 0.
# - **B.** The padding still counts in the sum.
# - **C.** The sum is divided by $T$ instead of the number of real tokens.
#
# <details><summary>Answer</summary>
#
# **C.** The numerator is right. `mean` divides by the number of positions, and knows nothing of the mask.
#
# - **A** looks at the numerator only.
# - **B:** it does not, neither with zeros nor with anything else. That half is right.
#
# </details>

# %% [markdown] id="quiz-shape" kind="quiz"
# **4.** `X` has the shape $(8, 8, 8)$ and the mask $(8, 8)$. What does `X * mask` do?
#
# - **A.** It raises an error, since the mask has an axis too few.
# - **B.** It runs, and sets columns to zero instead of positions.
# - **C.** It runs, and sets the padded positions to zero.
#
# <details><summary>Answer</summary>
#
# **B.** Shapes meet at their ends: the positions of the mask meet the columns of the vectors. All lengths are 8, so nothing protests.
#
# - **A** would be true if the lengths differed. That is why one tests with lengths that differ.
# - **C** needs the third axis, `mask[:, :, None]`.
#
# </details>

# %% [markdown] id="quiz-test" kind="quiz"
# **5.** Which test finds out that a program averages padding along with the text?
#
# - **A.** a batch in which all texts have the same length
# - **B.** one text, alone and beside a longer one
# - **C.** the same batch, with the texts in another order
#
# <details><summary>Answer</summary>
#
# **B.** Alone, the text has no padding; beside the longer one it has. If the two vectors differ, padding counts.
#
# - **A** has no padding, so there is nothing to get wrong.
# - **C:** every text has as much padding as before, whatever the order. The wrong vectors stay the same wrong vectors.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# **"Zero padding lowers the average."** It feels right because one thinks of positive numbers, such as prices or grades. Embeddings have both signs.
# *How to catch it:* try one negative number. *Better:* zero padding pulls the average towards zero.
#
# **"Zeros change nothing, so zero padding is harmless."** It feels right because a sum indeed does not change. An average has a denominator. *How to
# catch it:* average $[4]$ and $[4, 0]$. *Better:* zeros are harmless in a sum, and in no average.
#
# **"Multiply by the mask and take the mean."** It feels right because the padding is gone. Its *position* is not: it is still counted. *How to
# catch it:* compare a text alone with the same text padded. *Better:* mask the numerator and the denominator.
#
# **"The vector is zero, so it is padding."** It feels right because most programs pad with zeros. But numbers do not say what they stand for. *How to
# catch it:* give a real token a row of zeros. *Better:* the mask decides.
#
# **"`[2, 5]` and `[5, 2]` have the same average, so I can test with `==`."** It feels right, and for two tokens it is. For a hundred, rounding
# differs with the order. *How to catch it:* try a hundred. *Better:* compare sums with a tolerance.
#
# **"A mask is a mask, whatever its type."** It feels right because `True` equals 1. Between brackets, booleans choose and integers point. *How to
# catch it:* test with both kinds. *Better:* convert once, at the beginning.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula |
# |---|---|
# | mean pooling | $m_b = \frac{1}{T} \sum_t X_{bt}$ |
# | with padding $p$ at $T - n$ positions | $\frac{n}{T} \, m + \left(1 - \frac{n}{T}\right) p$ |
# | over real tokens | $m_b = \frac{\sum_t M_{bt} X_{bt}}{\sum_t M_{bt}}$ |
# | shapes | $(B, T, d)$ and $(B, T)$ give $(B, d)$ |
# | gradient of a real token, of padding | $g / n$ and $0$ |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# <details id="pooling-forgets"><summary>What does mean pooling forget?</summary>
#
# The order of the tokens, and the length of the text. It keeps the share that each token has.
#
# </details>
#
# <details id="zero-padding"><summary>What does zero padding do to an average?</summary>
#
# It pulls the average towards zero: positive numbers go down, negative ones go up. The direction of the vector stays.
#
# </details>
#
# <details id="mask-twice"><summary>Which two places in a masked mean need the mask?</summary>
#
# The numerator, so that padding is not added, and the denominator, so that it is not counted.
#
# </details>
#
# <details id="mask-axis"><summary>Why does a mask of shape (B, T) need a third axis?</summary>
#
# Shapes meet at their ends. With `mask[:, :, None]`, of shape $(B, T, 1)$, each mark is stretched over the $d$ columns of its own vector.
#
# </details>
#
# <details id="empty-text"><summary>What should the average of a text without tokens be?</summary>
#
# What its contract says. Here: zeros, without a warning, by dividing by at least 1.
#
# </details>
#
# <details id="zeros-or-padding"><summary>Can zeros be told from padding without a mask?</summary>
#
# No. A real token may have a vector of zeros, and padding may have another vector.
#
# </details>
#
# <details id="padding-test"><summary>Which test needs no right answer, and finds padding that counts?</summary>
#
# One text, alone and beside a longer one. Both times it must get the same vector.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch03_pooling_and_padding")

# %% [markdown] id="next"
# ## Where next
#
# **[Chapter 4 – Scores are dot products, not distances](ch04_tied_logits.ipynb).** The table gets its second job. At the top of the model a hidden state is compared with every row,
# and the best one wins. You will see what "best" means there, and why it is not what most people think.
#
# Back to [Chapter 2 – The backward of a lookup adds](ch02_gradients_scatter.ipynb).
