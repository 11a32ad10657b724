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
# # 8. Who ties, does it help, and how would you know?
#
# You know what tying is, what it does to the gradients, and how many parameters it saves. One thing is still open: **is the model better or worse for
# it?** No formula answers that. In this chapter you read what others have measured, and then you measure it yourself, with a language model that
# learns by a function of your own.
#
# **After this chapter you can**
#
# - say of a model whether it ties, and where not to look for the answer;
# - read a table of results, and separate what it shows from what is told about it;
# - look around in real word vectors without being fooled by a famous example;
# - write one training step of a language model, tied or not;
# - run a fair comparison with a control, and state only what its numbers carry.
#
# Plan for 100 minutes, in two sittings. Before this: [Chapter 7 – Every parameter of GPT-2, by hand](ch07_counting_gpt2.ipynb).

# %% [markdown] id="question"
# ## Is tying better?
#
# A colleague has trained one small language model twice: once with two tables, once with one. She reports the loss on text that the models had not
# seen:
#
# | model | validation loss, nats |
# |---|--:|
# | untied | 2.340 |
# | tied | 2.306 |
#
# "So tying helps," she says. **What do these two numbers show?**
#
# - **A.** Tying makes language models better.
# - **B.** Tying makes this model better.
# - **C.** Nothing about tying yet.
# - **D.** Tying makes this model better, by 1.5%.

# %% [markdown] id="prediction"
# Write down a letter, and one sentence: what would you ask her? The chapter comes back to it.

# %% [markdown] id="setup"
# Run this cell first. Its last lines ask for five functions of earlier chapters. You will need them to build the model.

# %% id="table" role="data"
import numpy as np

from tiedbook import check, yours
from tiedbook.model import start

embed = yours("embed")
embed_backward = yours("embed_backward")
gather = yours("gather")
tied_lm_head = yours("tied_lm_head")
cross_entropy_from_logits = yours("cross_entropy_from_logits")

# %% [markdown] id="who"
# ## Who ties?
#
# The next cell lists thirteen models from the smallest to the largest. One column says which part of all parameters stands in the table, or in both
# tables. The next one says how much the model would grow if its tie were undone, or shrink if it were tied.
#
# Before you run it: do you expect the tied models among the small ones, among the large ones, or everywhere? Sort by another column afterwards, and see
# whether it separates them as well.

# %% id="who-table" role="show"
from tiedbook.widgets import who_ties

who_ties()

# %% [markdown] id="who-read"
# (The parameters were counted from configurations of the models, with the library `transformers` 5.24.0. The last column says where we read whether the
# model ties.)
#
# - **In this table, small models tie and most large ones do not.** Gemma-7B is an exception, and Pythia-2.8B one the other way round. It is the same within families: Qwen2.5 ties at 0.5 billion parameters and not at 7
#   billion; Llama 3.2 ties at 1 and 3 billion, Llama 3 does not at 8 billion.
# - **The size of the vocabulary alone decides nothing.** Llama-3.2-1B and Llama-3-8B have the same 128,256 tokens. What differs is the *share* of the
#   table: for the small one, a second table would be a fifth more parameters; for the large one, tying would save a fifteenth.
#
# You may read the rule *tie when $V$ is larger than 10,000*. We have found no source for it, and this table contradicts it: every vocabulary in it is
# larger than that, and some of the models tie while others do not. Chapter 7 has the number that does decide how much is at stake: $Vd$ against all
# parameters.
#
# These are habits. That many small models tie does not show that tying makes small models better.

# %% [markdown] id="tensors"
# ### Check the tensors, not the flag
#
# Configurations have a flag for it, often called `tie_word_embeddings`. It is not always the truth:
#
# - **T5 v1.1** has two tables in its published weights. In the small model the lookup table has a standard deviation of 11.64, the scoring table one
#   of 1.16: they are surely not the same. But version 5 of `transformers` sets the flag to true for it, and keeps the old value only as a note that
#   the scores are not to be scaled.
# - **LongT5 and Pop2Piano** have the opposite problem: their flag says no, and their weights hold one tensor.
# - **minGPT**, a well-known teaching program, does not tie at all, and the number of parameters that it prints leaves the scoring table out.
# - **Defaults are not models.** BLOOM, Falcon, RoBERTa and ALBERT tie *by default*, Phi and GPT-J do not, and any single model may differ from its
#   class.
#
# So look at the weights: are there two tensors? Are they the same parameter? Chapter 6 has three tests.

# %% [markdown] id="rules"
# ## When to tie, and when not
#
# Rules of thumb about tying are passed on without their reasons. Some of them do not survive a look at real models.
#
# | you may read | look again |
# |---|---|
# | "Not with separate vocabularies for source and target." | A translation model has three tables: the encoder's lookup, the decoder's lookup, the decoder's scores. The last two always speak of the same vocabulary, the target's, and can share a table. Only tying all three needs a vocabulary in common. The translation program Nematus has a switch for each. |
# | "Not if the lookup and the hidden state have different widths." | Then put a projection in between. OPT-350m has hidden states of width 1,024 and a table of width 512: one matrix widens the rows on the way in, another narrows the hidden state on the way out, and one table serves both. |
# | "Only if $V$ is large." | What counts is how large $Vd$ is among all parameters. |
# | "It halves the model." | It halves the table and the head together: 23.7% of the untied GPT-2 small, 4.9% of the untied XL. |
# | "Language models such as GPT and BERT tie." | GPT-2 and BERT do, and so does T5 in its first version. Many of today's large models do not. |
#
# What remains is short. **Tie** when the input and the output are tokens of one vocabulary, and the table is a large part of the model. **Do not
# tie** when the output is something else: a class, a number, a piece of an image. **Otherwise** it is an open question, and the answer is an
# experiment.

# %% [markdown] id="evidence"
# ## What was measured, 2016 to 2018
#
# Two papers made tying popular, independently of each other. Both used the Penn Treebank, a small text with a vocabulary of 10,000. They report
# **perplexity**, which is $e^L$ for a loss of $L$ nats: a model with perplexity 80 is as unsure as if it had to choose among 80 equally likely tokens. Lower is
# better.
#
# From [Press and Wolf, *Using the Output Embedding to Improve Language Models*](https://arxiv.org/abs/1608.05859), perplexity on training, validation
# and test text:
#
# | model | tied | size | train | validation | test |
# |---|---|--:|--:|--:|--:|
# | large LSTM | no | 66M | 37.8 | 82.2 | 78.4 |
# | large LSTM | yes | 51M | 48.5 | 77.7 | 74.3 |
# | large LSTM, Bayesian dropout, weight decay | no | 66M | 24.3 | 78.1 | 75.2 |
# | large LSTM, Bayesian dropout | yes | 51M | 28.2 | 75.8 | 73.2 |
# | small LSTM, no dropout | no | 4.65M | 38.0 | 120.7 | 114.5 |
# | small LSTM, no dropout | yes | 2.65M | 36.4 | 117.5 | 112.4 |
# | recurrent highway network, Bayesian dropout | no | 32M | 67.4 | 71.2 | 68.5 |
# | recurrent highway network, Bayesian dropout | yes | 24M | 74.1 | 68.1 | 66.0 |
#
# From [Inan, Khosravi and Socher, *Tying Word Vectors and Word Classifiers*](https://arxiv.org/abs/1611.01462), perplexity on test text. All are
# LSTMs with variational dropout:
#
# | LSTM | untied | tied |
# |---|--:|--:|
# | small | 87.3 | 85.1 |
# | medium | 77.7 | 73.9 |
# | large | 72.6 | 69.0 |
#
# And the other way round, from [Melis, Dyer and Blunsom, *On the State of the Art of Evaluation in Neural Language
# Models*](https://arxiv.org/abs/1707.05589). They took a tied LSTM apart and gave the untied one **the same number of parameters**:
#
# | parameters | tied | untied |
# |---|--:|--:|
# | 24M | 58.3 | 63.2 |
# | 10M | 59.6 | 65.2 |
#
# (We have these numbers from transcriptions by others: for the first two papers from two that agree. Before you quote them, look into the papers.)

# %% [markdown] id="sizes-predict"
# ### Exercise for the margin: predict the size
#
# The table of Press and Wolf can be checked without training anything. Tying saves exactly one table, $Vd$. The small LSTM has $d = 200$, the large
# one $d = 1500$, and $V$ is 10,000. The untied models have 4.65 and 66 million parameters. **How many have the tied ones?** Calculate, and then run
# the cell. It shows the predictions in millions.

# %% id="sizes-predicted" role="show"
[round(untied - 10_000 * d / 1e6, 2) for untied, d in ((4.65, 200), (66, 1500))]

# %% [markdown] id="sizes-read"
# 2.65 and 51, as printed. A table of results that passes such a test has earned a little trust.
#
# You may read that Press and Wolf cut a model to *less than half of its size*. That sentence of their abstract is about their translation models. The
# large language model above keeps 51 of 66 million parameters.

# %% [markdown] id="evidence-read"
# ### Read it like a sceptic
#
# **What the tables show.** In every pair the tied model has the lower perplexity on text it has not seen, with fewer parameters or as many.
#
# **Look at the column of the training text.** In three pairs of four the tied model is *worse* there, and better on new text. It fits the training
# text less well, and carries over more. A constraint with this effect is called a **regulariser**, and it is most useful where data are few for the
# size of the model. The Penn Treebank is very small: about one million words. So this is evidence about small data.
#
# **What the tables do not show.** How much do two runs of the *same* model differ? These tables do not say. Without that, the difference between 75.2
# and 73.2 is hard to weigh. Was the learning rate chosen anew for the tied model? And would a model a thousand times larger, on a million times more
# text, behave in the same way? Most of the large models in the table under *Who ties?* do not tie.
#
# **Look at the names of the rows, too.** The untied large model with Bayesian dropout also had *weight decay*; the tied one is not said to. That pair
# differs in two things. And the untied rows were taken over from other papers; only the tied ones are Press and Wolf's own runs.
#
# So "tying generalises better" is too much. **In the LSTM experiments of 2016 to 2018, on small data, tied models did better on new text.** That can
# be said.

# %% [markdown] id="vectors"
# ## Real word vectors
#
# Why should one table be able to do both jobs? The hope is that words which *are used* alike, as input, also *follow* alike, as output. If so, the
# rows of a trained table should know something about words. Does a real one?
#
# The file `minilm_words_f16.npz` in the folder `data` has 2,004 English words and their rows from the embedding table of a trained model,
# all-MiniLM-L6-v2. Each row has 384 numbers. These rows were learnt from text; nobody set them by hand.

# %% id="vectors-load" role="show"
from tiedbook.words import analogy, word_vectors

words = word_vectors()

words

# %% [markdown] id="vectors-predict"
# To compare two rows, we take the cosine of the angle between them (Chapter 4): 1 for the same direction, 0 for a right angle.
#
# **Predict:** order these pairs from the most similar to the least: cat and kitten, cat and dog, cat and car, dog and the. And which cosine do two
# words have that were drawn by chance?

# %% id="vectors-pairs" role="show"
pairs = [("cat", "kitten"), ("cat", "dog"), ("cat", "car"), ("dog", "the")]

{pair: round(words.cosine(*pair), 3) for pair in pairs}, [round(value, 3) for value in words.random_pairs()]

# %% [markdown] id="vectors-pairs-read"
# The last two numbers are the mean and the standard deviation of 20,000 random pairs. Random pairs are nearly at a right angle. `cat` and `dog` are
# several standard deviations away from that: the table has learnt that they have something in common.
#
# So are `cat` and `car`. Is a car like a cat? A cosine says *that* two rows are near each other, not *why*, and a pair that was chosen for its story
# will always find one.

# %% id="vectors-nearest" role="show"
{word: [near for near, _ in words.nearest(words[word], count=6)] for word in ("cat", "three", "run", "paris")}

# %% [markdown] id="vectors-nearest-read"
# The nearest word is always the word itself: the angle with itself is zero. Then come its relatives. Try words of your own:
# `words.nearest(words["river"])`.

# %% [markdown] id="analogy"
# ### The queen, and how she gets there
#
# The most famous claim about word vectors is an equation, with a word for each row: *king − man + woman ≈ queen*.
#
# **Predict:** which word is nearest to the vector on the left, *king − man + woman*?

# %% id="analogy-queen" role="show"
analogy(words, plus=("king", "woman"), minus=("man",))

# %% [markdown] id="analogy-read"
# Among all words, the nearest to *king − man + woman* is **king**. The queen comes second. She is first as soon as `king` may not win. Most programs
# that show this example leave out all three words of the sum, and few of those who retell it say so.
#
# There is a second catch, and it is a matter of controls. What would you get *without* the arithmetic? Predict, then run the cell.

# %% id="analogy-control" role="show"
words.nearest(words["king"], count=3, without=["king"])

# %% [markdown] id="analogy-control-read"
# The nearest neighbour of `king` alone is `queen` as well, and the cosine is even larger. The arithmetic was not needed, and it moved the vector away
# from the queen. An example that works just as well without the thing it is to show, shows nothing about that thing.
#
# Other sums are more convincing, and others fail. Compare these three:

# %% id="analogy-her" role="show"
analogy(words, plus=("his", "she"), minus=("he",))

# %% id="analogy-berlin" role="show"
analogy(words, plus=("paris", "germany"), minus=("france",))

# %% id="analogy-madrid" role="show"
analogy(words, plus=("paris", "spain"), minus=("france",))

# %% [markdown] id="analogy-alone-predict"
# And what are the neighbours of the last words of these sums alone, without any arithmetic?

# %% id="analogy-alone" role="show"
{word: words.nearest(words[word], count=1, without=[word])[0] for word in ("she", "germany", "spain")}

# %% [markdown] id="analogy-more-read"
# - *his − he + she* gives `her` at once, although all words may win. `her` is also the nearest neighbour of `she` alone, but the sum comes closer.
# - *paris − france + germany* gives `berlin`, once the words of the sum are left out. Here the arithmetic helps a little: the nearest neighbour of
#   `germany` alone is `german`, with `berlin` behind it; the sum brings `berlin` to the front.
# - *paris − france + spain* gives `spanish`, which is the neighbour of `spain` anyway, with `madrid` behind it.
#
# And another table may answer differently. In the one that the package `wordllama` carries (version 0.4.0, 32,000 tokens of width 256), the first
# words are *woman*, *lady* and *female*, and no queen is among the first six.
#
# What may be said: **rows of a trained table carry relations between words, often strongly enough to be found by adding and subtracting, and not
# reliably.** They are learnt, not random. This table comes from a model that compares sentences, so it tells us nothing about tying. For that we need
# an experiment.

# %% [markdown] id="model"
# ## A language model of your own
#
# The model predicts a token from the three before it. It is small enough to be trained in seconds, and it has all parts of this course.
#
# 1. **Look up** the three tokens in the table $E$, and put the three rows side by side: $x$, of width $3d$.
# 2. **Bend:** $a = \tanh(x W_1 + b_1)$, of width $m$.
# 3. **Narrow** to the width of the table: $h = a W_2 + b_2$. This is the hidden state.
# 4. **Score** every token: $z = h \, R^\top + b$, where $R$ is the table that scores and $b$ a bias. Tied, $R$ is the table $E$ itself. Untied, $R$ is a
#    second table $U$.
#
# Step 3 is not bent again: a hidden state has to reach far enough to tell the rows apart.
#
# A batch has $B$ examples; $x$, $a$, $h$ and $z$ then have one row for each. We write $C = 3$ for the number of tokens in a context.

# %% [markdown] id="model-names"
# ### Names and shapes
#
# All parameters stand in one dictionary, `params`:
#
# | name | shape | what it is |
# |---|---|---|
# | `"E"` | $(V, d)$ | the table that is looked up |
# | `"W1"` | $(C d, m)$ | weights before tanh |
# | `"b1"` | $(m,)$ | bias before tanh |
# | `"W2"` | $(m, d)$ | weights after tanh |
# | `"b2"` | $(d,)$ | bias after tanh |
# | `"bias"` | $(V,)$ | $b$, the bias of the scores, one number for each token |
# | `"U"` | $(V, d)$ | the table that scores; **only if the model is not tied** |
#
# The tied model and the untied one both have a bias, so that they differ in one thing only. `start` draws the parameters to begin with. Here is a
# very small model, with $V = 5$, $d = 2$ and $m = 3$:

# %% id="model-shapes" role="show"
tiny = start(5, tied=True, seed=0, width=2, hidden=3)

{name: array.shape for name, array in tiny.items()}

# %% [markdown] id="model-loss"
# ### The loss
#
# As in Chapter 5: the softmax over the scores of a row gives a probability to each token, and the loss is the **mean** over the batch of $-\ln$ of
# the probability of the right one. In nats, and computed so that scores of a thousand do no harm. `cross_entropy_from_logits` returns the loss, and
# with it the gradient of the scores:
#
# $$dz = \frac{q - y}{B}$$
#
# Here $q$ holds the probabilities and $y$ the one-hot rows of the targets. $dz$ has the shape $(B, V)$. The division by $B$ is done here, once, and
# nowhere else.
#
# An untrained model should be about as unsure as $\ln V$. Is ours?

# %% id="model-loss-start" role="show"
from tiedbook.model import loss

contexts, following = np.array([[0, 1, 2], [3, 1, 4], [2, 2, 0]]), np.array([3, 0, 1])

round(loss(tiny, contexts, following), 3), round(float(np.log(5)), 3)

# %% [markdown] id="model-backward"
# ### The way back
#
# Now the chain rule, from the end to the beginning. Each line needs only what stands above it. A $d$ before a name means the gradient of the loss
# with respect to it. Such a gradient has the shape of the thing itself, and that is the best test of each line.
#
# | forward | backward | where it comes from |
# |---|---|---|
# | $z = h R^\top + b$ | $db = \sum_B dz$ | the bias is added to every row, so every row sends its part |
# | | $dR = dz^\top h$ | Chapter 6: the head's path to its table |
# | | $dh = dz \, R$ | Chapter 6: from the scores to the hidden state |
# | $h = a W_2 + b_2$ | $dW_2 = a^\top dh$ and $db_2 = \sum_B dh$ | the same two rules |
# | | $da = dh \, W_2^\top$ | |
# | $a = \tanh(s)$ | $ds = da \cdot (1 - a^2)$ | the slope of tanh, number by number |
# | $s = x W_1 + b_1$ | $dW_1 = x^\top ds$ and $db_1 = \sum_B ds$ | the same two rules |
# | | $dx = ds \, W_1^\top$ | reshape to $(B, C, d)$: one row for each token |
# | $x$ from the rows `E[ids]` | scatter-add of $dx$ | Chapter 2: the lookup's path to its table |
#
# **Why $1 - a^2$?** It is the derivative of tanh, written with the result instead of the argument. Where $a$ is close to $1$ or $-1$, tanh is flat,
# and hardly any gradient gets through.

# %% [markdown] id="model-tied"
# ### Two paths, one table or two
#
# Two gradients reach a table: $dz^\top h$ from the scores, and the scatter-add of $dx$ from the lookup.
#
# - **Untied:** the first belongs to $U$, the second to $E$. Nothing is mixed.
# - **Tied:** there is one table, and both belong to it. **They are added.** Not averaged, and not one of them left out.
#
# `tied_grad` of Chapter 6 does not fit here as it stands. It wants one hidden state for each id, and here three ids share one. Its two halves do fit.

# %% [markdown] id="model-step"
# ### The step
#
# Plain gradient descent takes from every array $P$ in `params` its gradient $dP$, times the learning rate `lr`, which we write $\eta$ (eta). In the new
# dictionary its place is taken by
#
# $$P - \eta \cdot dP$$
#
# Two things are easily overlooked:
#
# - **All gradients belong to the old parameters.** First compute all of them, then change anything. Whoever updates $W_2$ and then uses it to go on
#   backwards mixes two models.
# - **Nothing of the old is overwritten.** The step returns a new dictionary with new arrays. Whoever has the old one can go back, compare, or try
#   another rate.
#
# The loss that is returned is the one *before* the step. It came up on the way, and costs nothing.

# %% [markdown] id="train-step-exercise"
# ## Exercise: `train_step`
#
# The capstone. Write `train_step(params, ids, targets, lr, tied)`: one step of gradient descent with this model.
#
# - `params` is a dictionary as above, its arrays in one float type. `ids` are integers of shape $(B, C)$, `targets` integers of shape $(B,)$; both
#   may be anything that `np.asarray` turns into such an array. `lr` is a number, `tied` is true or false.
# - It returns a pair: the dictionary of **new** parameters, with the same names, shapes and types, and the loss before the step as a float.
# - `params` and the arrays in it stay as they are.
# - Take $C$, $d$ and $m$ from the shapes of the arguments.
# - `TypeError` if ids or targets are not integers. `ValueError` if the shapes do not fit together. `IndexError` if an id or a target is below 0 or
#   not below $V$; its message names it and $V$. (You need not write these refusals again. `embed`, `tied_lm_head` and
#   `cross_entropy_from_logits` make them when you call them, and NumPy refuses to multiply matrices that do not fit.)
#
# `embed`, `embed_backward`, `tied_lm_head` and `cross_entropy_from_logits` are there to be used.

# %% id="train_step" exercise="train_step"
from solutions.ch08_does_tying_help import train_step

# %% [markdown] id="train-step-hints" kind="hints" exercise="train_step"
# <details><summary>Hint 1: a nudge</summary>
#
# Write the way forward first, line by line, and return `(params, loss)`, with the old parameters for now. The check looks at the loss before anything
# else, so you learn whether this half is right. Then go back, one line of the table under *The way back* at a time. After each line, compare the shape of
# the gradient with the shape of what it belongs to.
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Keep every intermediate value of the way forward: the rows, $x$, $a$, $h$. The way back needs them all.
#
# Choose the scoring table once, at the beginning, and call it `table` from then on. At the end there is one question that depends on `tied`: does the
# gradient of the scores go into `"E"`, together with the lookup's, or into `"U"`?
#
# Collect the gradients in a dictionary with the names of the parameters. Then the step is one line over all names in `params`.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# table = params["E"] if tied else params["U"]
# rows = embed(ids, params["E"])
# x = rows.reshape(len(rows), -1)
# a = np.tanh(...)
# hidden = ...
# logits = tied_lm_head(hidden, table) + params["bias"]
# loss, grad_logits = cross_entropy_from_logits(logits, ...)
#
# grad_hidden = grad_logits @ ...
# grad_before = (grad_hidden @ ...) * (...)
# grad_rows = (grad_before @ ...).reshape(rows.shape)
# by_lookup = embed_backward(ids, grad_rows, ...)
# by_head = grad_logits.T @ ...
#
# grads = {"E": ..., "W1": x.T @ grad_before, "b1": ..., "W2": ..., "b2": ..., "bias": ..., "U": by_head}
# return {name: array - lr * grads[name] for name, array in params.items()}, loss
# ```
#
# </details>

# %% id="train_step-core" exercise="train_step" part="core"
check("train_step", train_step, part="core")

# %% id="train_step-contract" exercise="train_step" part="contract"
check("train_step", train_step, part="contract")

# %% [markdown] id="train-step-solution" kind="reveal" exercise="train_step"
# <details><summary>The solution of <code>train_step</code>, for when you have tried</summary>
#
# {solution}
#
# It takes about twenty lines, and you wrote most of what it calls in the chapters before.
#
# </details>

# %% [markdown] id="nudge"
# ### Ask the loss itself
#
# A training step can be tested without knowing the right answer, with the trick of Chapter 2: grow one number of a parameter by a little, and see how
# much the loss changes. The next cell does this with your function for three numbers of the table: one of a token that is only looked up, one of a
# token that is looked up and wanted, and one of a token that occurs nowhere in the batch. For each it shows the slope found by nudging, and the one
# that your step has used.

# %% id="nudge-slopes" role="show"
step = yours("train_step")
exact = {name: array.astype(np.float64) for name, array in tiny.items()}
batch, wanted = np.array([[2, 1, 2], [1, 2, 1]]), np.array([1, 0])
new, _ = step(exact, batch, wanted, lr=1.0, tied=True)


def slope(row, column, size=1e-6):
    up, down = ({**exact, "E": exact["E"].copy()} for _ in range(2))
    up["E"][row, column] += size
    down["E"][row, column] -= size
    return (loss(up, batch, wanted) - loss(down, batch, wanted)) / (2 * size)


{row: (round(slope(row, 0), 6), round(float((exact["E"] - new["E"])[row, 0]), 6)) for row in (2, 1, 4)}

# %% [markdown] id="nudge-read"
# `yours("train_step")` reads your answer from this notebook **as it was last saved**, so save before you run the cell. If your answer does not pass
# its checks yet, you get the course's step, and the rest of the chapter works all the same.
#
# Token 4 is neither looked up nor wanted, and its row still has a slope: the head sees every row. That is the second path at work.

# %% [markdown] id="corpus"
# ## The experiment
#
# First, something to learn. A small grammar makes sentences in three languages. It knows agreement, word order, a few verbs and places, and nothing
# else. Here are the first of its 12,000 tokens for training. Another 3,000 serve for validation: the model never learns from them.

# %% id="corpus-text" role="show"
from tiedbook.corpus import corpus

text = corpus()

print(text.text(text.training[:60]))
text

# %% [markdown] id="corpus-read"
# Why not real text? A text that is small enough for this page has too many words that occur once. Here every word occurs at least three times, and
# the sentences still have structure that can be learnt: after *las niñas* comes a plural, after *billi* a verb in *-i*, and after the full stop some
# language begins anew.

# %% [markdown] id="fair"
# ### What makes it fair
#
# We train the model tied and untied. To learn something about **tying**, nothing else may differ:
#
# - **The same start.** With the same seed both models begin with the same numbers, except for the second table. Both see the same batches in the same
#   order. So runs come in **pairs**.
# - **Several seeds.** Two runs of one model differ, too, because they start from other numbers. Three pairs show by how much.
# - **Several rates.** Perhaps one learning rate suits one of the models. We try two, $0.3$ and $1$, and look at both.
# - **New text.** What is compared is the loss on the validation text, at its best over 800 steps. (Picking the best flatters both models alike.)
#
# **And a control.** Suppose we find a difference. Is it because the table *does two jobs with the same words*, or for some other reason, such as
# having fewer parameters? For the control we renumber the targets: every token that is to be predicted gets another id, by one fixed permutation of
# the vocabulary. What is looked up stays as it is. Nothing becomes harder to predict. But in a tied model row $j$ now has to be one word when it is
# read, and a different word when it is scored. If sharing words is what matters, tying should **lose** here. The untied model should not notice, up to chance.

# %% [markdown] id="fair-predict"
# **Predict, in writing,** before you run anything. With targets as they are: is the tied model better, worse, or is there no clear difference? With
# targets renumbered? And how many nats would you call *clear*?

# %% [markdown] id="run"
# The next cell trains twenty-four models: two tables or one, targets as they are or renumbered, two rates, three seeds. With the course's step that
# takes well under a minute on two cores. If your own step goes through examples one by one, it takes longer; `compare(step, bar=bar, steps=200)` is a
# shorter experiment.

# %% id="run-compare" role="show"
from tiedbook.bar import bar
from tiedbook.experiment import compare

results = compare(step, bar=bar)

results

# %% id="run-figure" role="show"
from tiedbook.figures import tied_runs

tied_runs(results)

# %% [markdown] id="run-figure-read"
# **Left:** how the loss on the validation text falls. Solid lines are tied models, dashed ones untied. Behind each line is a band from the smallest
# to the largest of the three seeds; if you cannot see it, it is narrower than the line. The dotted line is what you would get by knowing only how
# frequent each word is.
#
# **Right:** the differences, which the left picture is too coarse to show. Each dot is one pair: the tied run's loss minus the untied run's. Below
# zero, tying was better. The bar is the mean of the three.

# %% [markdown] id="finding"
# ### When is a difference a finding?
#
# Look at the three dots of one setting. If they lie close together and far from zero, chance is a poor explanation. If they straddle zero, it is a
# good one.
#
# The usual way to put this into a number: **the mean of the three differences has to be more than 2.5 times their standard deviation away from
# zero.** If tying made no difference at all, three pairs would pass this about once in twenty experiments. (This is Student's test for paired
# measurements; the factor depends on the number of pairs.)
#
# The next cells apply this rule to *your* run. The sentences are put together from your numbers. Another computer rounds differently, and may find
# slightly different ones.

# %% id="finding-table" role="show"
from tiedbook.claims import comparison

comparison(results)

# %% id="finding-reading" role="show"
from tiedbook.reading import reading

reading(results)

# %% [markdown] id="finding-read"
# Compare this with your prediction. Then ask yourself three questions:
#
# - **No finding is not "no effect".** If the dots straddle zero, the experiment was too small to see a difference of that size. With thirty seeds it
#   might be seen, or it might not be there.
# - **A finding is not a law.** It is about this model, this text and these rates.
# - **Several comparisons are several chances to be fooled.** The last row says how likely at least one false finding is.
#
# **The control is the sharper tool.** Both conditions have the same models, the same text and the same numbers of parameters. A seed has the same
# start and the same batches in both. The row on the control therefore goes seed by seed: how much more did renumbering harm the tied run than the
# untied one? If it did more harm to the tied model, then it matters to that model that input and output are the same words. Does your run show that?

# %% [markdown] id="early"
# ### A question that came too late
#
# Look at the left picture once more, at the curves for the rate 0.3 after 100 or 200 steps. You may notice a difference there that is gone in the
# end. It is tempting to add it to the findings.
#
# Resist. That question came up *after* you had seen the data, and among so many points of so many curves some will always stand out. It is a
# **hypothesis**. To turn it into a finding, ask it again with new seeds, and decide before what you will look at:
#
# ```python
# reading(compare(step, bar=bar, seeds=(3, 4, 5), rates=(0.3,), steps=200))
# ```

# %% [markdown] id="paths"
# ## What each path contributes
#
# In a tied table two gradients are added. How large are they, and could the model do without one of them? We take the tied model apart with the
# autograd of Chapter 2. The table enters it as two parameters with the same numbers, one for each job. So each path ends in a gradient of its own,
# and we decide which of them the table follows: both, the lookup's only, or the head's only.
#
# All other parameters learn as usual. Your `gather` does the lookups.
#
# **Predict:** which of the two gradients is longer? Do they point in similar directions? And which is the greater loss, learning without the lookup's
# gradient, or without the head's?

# %% id="paths-run" role="show"
from tiedbook.contributions import contributions, losses_table, moments_table

found = contributions(gather, bar=bar)

moments_table(found)

# %% [markdown] id="paths-moments-read"
# Each row is one batch of one run, at the given step. Read it in this order:
#
# - **Rows.** The lookup reaches only the words of the batch. The head reaches all of them, every time. You may hear that tying gives *richer
#   supervision*. This is the part of it that can be counted: rare words move at every step.
# - **Lengths.** Compare the two at the start, and later. Which is longer, and by what factor?
# - **Cosine.** Near 0, the two are almost at a right angle: neither helps nor hinders the other. Near 1 they would ask for the same, near −1 for
#   opposite things.
#
# Press and Wolf write in their abstract that a tied table develops more like the scoring table of an untied model than like its lookup table. Do your
# lengths agree with that?

# %% id="paths-losses" role="show"
losses_table(found)

# %% [markdown] id="paths-losses-read"
# With the lookup's gradient alone, the scores are made by a table that is not taught to make scores. With the head's alone, the rows that enter the
# model are those that the head has shaped. The last column counts the seeds in which leaving a path out made the model worse. That the *sum* is what
# the chain rule asks for, you knew from Chapter 6. Here you see what each part is worth.

# %% [markdown] id="claim-question"
# ## Written answer: what does your run show?
#
# Write a short report, as if for the colleague of the opening question: six to ten sentences. It should
#
# 1. state the result for targets as they are, with your numbers: means, differences and their spread, for both rates;
# 2. state the result of the control, and what follows from both together;
# 3. name at least two things that your run does *not* show;
# 4. say what you would do next to find out one of them.
#
# Use the numbers of **your** run, and copy the table into your answer or leave its output in the notebook. A report that claims more than its numbers
# earns less than one that says "no clear difference" where there is none.

# %% [markdown] id="claim-written" written="claim" points="6"
# *Double-click this text, and write your answer in place of the dots.*
#
# …

# %% [markdown] id="claim-rubric" kind="rubric" written="claim"
# <details><summary>What a full answer says</summary>
#
# Hold the report against the output of the cells `run-compare`, `finding-table` and `finding-reading` in the same notebook. The numbers may differ
# from yours in the third digit; they must be those of the learner's own run.
#
# - **2 points:** the result for targets as they are, with means, differences and spread for both rates, and the right word for it. "Better" or
#   "worse" only where the difference is large against the spread; otherwise "no clear difference".
# - **1 point:** the result of the control, with its numbers.
# - **1 point:** what follows: if tying loses only where targets are renumbered, it matters to the tied model that both jobs are done with the same
#   words; the number of parameters alone cannot explain it, since it is the same in both conditions. Another conclusion earns the point if the
#   numbers carry it.
# - **1 point:** two limits, such as: one small model, a text made by a grammar, three seeds, two rates, plain gradient descent, equal widths and not
#   equal numbers of parameters, several comparisons.
# - **1 point:** a next experiment that would settle one of them, with what is compared and what is kept the same.
#
# Take a point off for every claim that the run does not carry, such as "tying improves language models".
#
# </details>

# %% [markdown] id="question-again"
# ## Back to the opening question
#
# The answer is **C**. One run of each model says nothing about how much two runs of the *same* model differ, so the difference of 0.034 nats cannot
# be weighed. And the learning rate may have suited one of the two by accident.
#
# **B** and **D** may turn out to be true, but these two numbers do not show it. **A** speaks of models that were not trained at all.
#
# The numbers are not invented. They are averages over four seeds, from a trial that we made while this course was being written: the experiment above,
# with another optimiser and another text. All
# four seeds agreed that tying was better at that rate. At another rate all four agreed on the opposite: 2.345 tied, 2.330 untied. So even several
# seeds are not enough, if there is only one rate.

# %% [markdown] id="quiz"
# ## Quiz
#
# Decide before you look.

# %% id="quiz-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch08_does_tying_help")

# %% [markdown] id="quiz-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="quiz-flag" kind="quiz"
# **1.** How do you find out whether a published model is tied?
#
# - **A.** Read `tie_word_embeddings` in its configuration.
# - **B.** Look at its weights: is there one tensor or two, and are they the same?
# - **C.** Compare the size of its vocabulary with 10,000.
#
# <details><summary>Answer</summary>
#
# **B.** The weights are what the model computes with.
#
# - **A** is a hint. For T5 v1.1 a library sets it to true, while the weights hold two tables that differ.
# - **C** is a rule without a source. Models with 128,256 tokens exist in both kinds.
#
# </details>

# %% [markdown] id="quiz-regulariser" kind="quiz"
# **2.** Untied, a model has perplexity 37.8 on training text and 78.4 on test text; tied, 48.5 and 74.3. What does tying do here?
#
# - **A.** It makes the model fit its training text less closely, and do better on new text.
# - **B.** It makes the model worse, as the training text shows.
# - **C.** It makes the model better at everything.
#
# <details><summary>Answer</summary>
#
# **A.** It acts as a regulariser.
#
# - **B** looks at the wrong column: nobody needs a model for text that is known already.
# - **C** overlooks that 48.5 is worse than 37.8.
#
# </details>

# %% [markdown] id="quiz-width" kind="quiz"
# **3.** The rows of a table have width 512, the hidden states 1,024. Can the model be tied?
#
# - **A.** No, the shapes do not fit.
# - **B.** Yes, if each row is written twice.
# - **C.** Yes, with a projection from 1,024 to 512 before the scores.
#
# <details><summary>Answer</summary>
#
# **C.** OPT-350m does that, and it is tied.
#
# - **A** is how the rule of thumb goes. It forgets that a matrix can change a width.
# - **B** would give a table of width 1,024 with no more information in it. The lookup needs rows that enter the model; copying is not needed for
#   that.
#
# </details>

# %% [markdown] id="quiz-queen" kind="quiz"
# **4.** Somebody shows that *king − man + woman* is nearest to *queen*. What do you ask first?
#
# - **A.** How long are the vectors?
# - **B.** Which words were allowed to win, and what is nearest to *king* alone?
# - **C.** Is the model tied?
#
# <details><summary>Answer</summary>
#
# **B.** In our table *king* wins when all words may, and *queen* is the nearest neighbour of *king* without any arithmetic.
#
# - **A** is a fair question about dot products. With cosines, lengths do not count in the ranking.
# - **C** has nothing to do with it: untied tables have neighbours as well.
#
# </details>

# %% [markdown] id="quiz-control" kind="quiz"
# **5.** In the control the targets are renumbered. Why should the untied model not mind?
#
# - **A.** Its scoring table has rows of its own, and which number a row has does not matter.
# - **B.** Its targets are not renumbered.
# - **C.** It has more parameters, and can afford the loss.
#
# <details><summary>Answer</summary>
#
# **A.** Renumber the rows of $U$ in the same way, and the untied model is what it was before.
#
# - **B:** they are; the control treats both models alike.
# - **C** explains nothing. The untied model loses nothing that it would have to afford.
#
# </details>

# %% [markdown] id="quiz-finding" kind="quiz"
# **6.** Three pairs differ by −0.009, −0.008 and 0.000 nats (tied minus untied). What do you write?
#
# - **A.** Tying helps: the mean is below zero.
# - **B.** Tying makes no difference.
# - **C.** No clear difference at three seeds.
#
# <details><summary>Answer</summary>
#
# **C.** The mean is about −0.006 and the standard deviation about 0.005. That is far from the factor 2.5.
#
# - **A** reads a sign without its spread.
# - **B** claims more than "not seen". A small effect may be there, and three seeds are too few to see it.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# **"Tying improves generalisation."** It feels right because the papers that made it popular show it in pair after pair. *How to catch it:* ask which
# models and how much data. *Better:* it helped LSTMs on small data; large models mostly do without it; measure your own.
#
# **"Tying gives richer supervision."** It feels like an explanation. *How to catch it:* ask what is counted. *Better:* every row moves at every step,
# and most of the push comes from the head.
#
# **"GPT and BERT tie, so language models tie."** It feels right because these are the models one learns from. *How to catch it:* look at ten others.
# *Better:* small ones mostly tie, large ones mostly do not.
#
# **"Tie when the vocabulary is larger than 10,000."** It feels right because it is a number. *How to catch it:* look for its source, or for two
# models with one vocabulary. *Better:* what counts is the share of $Vd$.
#
# **"Do not tie with separate vocabularies, or with different widths."** It feels right because shapes seem to forbid it. *How to catch it:* write
# down which table has which shape. *Better:* decoder input and output share a vocabulary; a projection changes a width.
#
# **"The flag says it is tied."** It feels right because configurations are official. *How to catch it:* compare the tensors. *Better:* the flag is
# what somebody wrote; the tensors are what the model uses.
#
# **"king − man + woman = queen."** It feels right because it is so beautiful. *How to catch it:* let all words win, and try without the arithmetic.
# *Better:* queen, once the query words are excluded, and she is king's nearest neighbour anyway.
#
# **"The loss went down from 2.340 to 2.306, so it helps."** It feels right because a number went in the wanted direction. *How to catch it:* run the
# same model twice. *Better:* a difference has to be held against the spread.
#
# **"No significant difference means they are equal."** It feels right because the test has been passed, or failed. *How to catch it:* ask how small a
# difference the experiment could have seen. *Better:* not seen is not the same as not there.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula |
# |---|---|
# | hidden state | $h = \tanh(x W_1 + b_1) \, W_2 + b_2$ |
# | scores | $z = h \, R^\top + b$, with $R = E$ if tied and $R = U$ if not |
# | gradient of the scores | $dz = (q - y) / B$ |
# | through tanh | $ds = da \cdot (1 - a^2)$ |
# | tied table | $dE$ is the scatter-add of $dx$, plus $dz^\top h$ |
# | untied tables | $dE$ is the scatter-add of $dx$, and $dU = dz^\top h$ |
# | step | from $P$ to $P - \eta \cdot dP$ |
# | perplexity | $e^L$ |
# | share at stake | $Vd$ divided by all parameters |
# | a finding, with three pairs | size of the mean difference $> 2.5$ times the standard deviation of the differences |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# <details id="is-it-tied"><summary>How do you find out whether a model is tied?</summary>
#
# Look at its tensors: one or two, the same parameter or not. A flag in the configuration may be wrong.
#
# </details>
#
# <details id="when-to-tie"><summary>When is tying worth a thought?</summary>
#
# When input and output are tokens of one vocabulary, and $Vd$ is a large part of all parameters.
#
# </details>
#
# <details id="unequal-widths"><summary>The lookup has width 512, the hidden state 1,024. How can the model be tied?</summary>
#
# With a projection from 1,024 to 512 before the scores. OPT-350m does it.
#
# </details>
#
# <details id="lstm-evidence"><summary>What did the LSTM experiments of 2016 to 2018 show about tying?</summary>
#
# On small data, tied models had lower perplexity on new text, with fewer parameters or as many, and often a higher one on the training text.
#
# </details>
#
# <details id="king-queen"><summary>What is nearest to king − man + woman in a real table?</summary>
#
# King. Queen comes second, and first only if the words of the sum may not win. She is also the nearest neighbour of king alone.
#
# </details>
#
# <details id="context-of-three"><summary>What is the gradient of the table in a tied model with a context of three?</summary>
#
# The scatter-add of the gradients of the looked-up rows, plus $dz^\top h$ from the scores. The two are added.
#
# </details>
#
# <details id="renumbered-targets"><summary>What does the control with renumbered targets test?</summary>
#
# Whether it matters to the tied model that a row stands for the same word in both jobs. The numbers of parameters are the same with and without it.
#
# </details>
#
# <details id="several-seeds"><summary>Why are several seeds needed to compare two models?</summary>
#
# Two runs of one model differ as well. A difference between models counts only if it is large against that.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch08_does_tying_help")

# %% [markdown] id="map"
# ## The course as a map
#
# - **A token** is a label, and a row of a table is its vector ([Chapter 0](ch00_start_here.ipynb)).
#   - **Job one: look it up.** A one-hot vector times the table, or simply a row ([Chapter 1](ch01_lookup_is_matmul.ipynb)).
#     - *Backward:* gradients fall into rows and add, also for repeated ids ([Chapter 2](ch02_gradients_scatter.ipynb)).
#     - *Several rows at once:* averages, padding and masks ([Chapter 3](ch03_pooling_and_padding.ipynb)).
#   - **Job two: score the next token.** The hidden state times the transposed table ([Chapter 4](ch04_tied_logits.ipynb)).
#     - *Scores are dot products*, neither distances nor an inverse of the lookup.
#     - *From scores to a loss:* softmax and cross-entropy, with the gradient $q - y$ ([Chapter 5](ch05_logits_to_loss.ipynb)).
#   - **Both jobs, one table:** the gradients of both add in one parameter ([Chapter 6](ch06_one_table_two_gradients.ipynb)).
#     - *What it saves:* exactly $Vd$ parameters, a large share of a small model ([Chapter 7](ch07_counting_gpt2.ipynb)).
#     - *What it does to the model:* an open question with an experiment (this chapter).
#
# The next cell is the same as a map to walk through: choose a concept, and see what it needs and what it leads to.

# %% id="map-widget" role="show"
from tiedbook.widgets import concept_map

concept_map()

# %% [markdown] id="left-out"
# ## What this course leaves out
#
# - **How rows get their meaning.** Before there were large language models, tables were trained for their own sake: CBOW predicts a word from its
#   neighbours, skip-gram the neighbours from a word. Both are small models with two tables, and usually one of the two is thrown away.
# - **How text becomes tokens.** Byte pair encoding and its relatives decide what has a row at all.
# - **How positions enter.** Learned tables, computed waves, rotations.
# - **What happens between lookup and scores.** Attention. Our model puts three rows side by side; a Transformer lets every position choose where to
#   look.
# - **How a trained table is adapted.** Adapters and low-rank updates leave the table alone and train a little beside it. In a tied model, whoever
#   adapts the table adapts the head.
# - **Better optimisers.** We used plain gradient descent. With Adam, each number has a rate of its own, and the comparison may come out differently.
#   That is an experiment, too.

# %% [markdown] id="next"
# ## Where next
#
# This is the last chapter. Three things to do from here:
#
# - **Change one thing in the experiment and predict first:** more seeds, fewer steps, another rate. `compare` takes them as arguments.
# - **Open a model that you use,** and apply the three tests of Chapter 6. Does its flag tell the truth?
# - **Keep the habit.** A claim, a number, a spread, a control, and a sentence about what was not shown.
#
# Back to the beginning: [Chapter 0 – Ids are labels, rows are vectors](ch00_start_here.ipynb).
