/** Logit sliders: scores to be moved, their softmax, and the plain formula that overflows. */
import { bars, button, field, h, marked, number, show, slider, theirValues, typed, widget } from "./shared.js";

const FURTHEST = 1000;
const { fround } = Math;

/**
 * Take the softmax as a program in float32 does.
 * @param {number[]} scores in float32
 * @param {number} [shift] what is subtracted first: nothing, or the largest score
 * @returns {{shifted: number[], powers: number[], total: number, probabilities: number[]}}
 */
export function softmax32(scores, shift = 0) {
  const shifted = scores.map((score) => fround(score - shift));
  const powers = shifted.map((score) => fround(Math.exp(score)));
  const total = powers.reduce((sum, power) => fround(sum + power), 0);
  return { shifted, powers, total, probabilities: powers.map((power) => fround(power / total)) };
}

/**
 * Judge numbers of which somebody says that they are a softmax, by their sum alone.
 * @param {string} text
 * @returns {{verdict: "unread" | "outside" | "refuted" | "passes", sum: number, most: number, digits: number}} `most` is
 *   what rounding to that many digits can change in the sum
 */
export function judged(text) {
  const bare = text.replace(/[[\](){}]/g, " ").trim();
  const parts = bare.split(bare.includes(".") ? /[\s,;]+/ : /[\s;]+|,\s+/).filter(Boolean);
  const numbers = parts.map(typed);
  if (numbers.length < 2 || numbers.includes(null)) {
    return { verdict: "unread", sum: NaN, most: NaN, digits: 0 };
  }
  const digits = Math.max(...parts.map((part) => (part.split(/[.,]/)[1] ?? "").length));
  const most = (numbers.length * 0.5) / 10 ** digits;
  const sum = numbers.reduce((all, each) => all + each, 0);
  const outside = numbers.some((each) => each < 0 || each > 1);
  const refuted = Math.abs(sum - 1) > most + 1e-9;
  return { verdict: outside ? "outside" : refuted ? "refuted" : "passes", sum, most, digits: Math.max(2, digits) };
}

export default widget((w) => {
  const names = w.get("tokens");
  const scores = () => w.get("logits").map((score) => fround(fround(score) + fround(w.get("added"))));
  const careful = () => softmax32(scores(), Math.max(...scores()));

  w.root.append(
    h("div", { class: "tb-panel" }, theScores(w, names), everyScore(w)),
    h("div", { class: "tb-panel" }, probabilities(w, names, careful), ...theClaim(w)),
    h("div", { class: "tb-wide tb-scroll", role: "group", "aria-label": plainText(w.say("programs")), tabindex: 0 }, programs(w, names, scores, careful)),
    w.theirs(),
  );
  w.draw(() => w.tell(summary(w, names, softmax32(scores()), careful())));
});

/** @param {string} text */
const plainText = (text) => text.replaceAll("`", "");

/** Write a power of e as NumPy would print it: shortly, and in words where it is no number. @param {number} value */
function power(value) {
  if (!Number.isFinite(value)) {
    return h("code", { translate: "no", class: "ls-broken" }, Number.isNaN(value) ? "nan" : "inf");
  }
  const short = value === 0 || (value >= 0.001 && value < 100000) ? number(value, 3) : value.toExponential(2).replace("-", "−");
  return short;
}

function summary(w, names, plain, careful) {
  const top = careful.probabilities.indexOf(Math.max(...careful.probabilities));
  const values = { token: names[top], probability: number(careful.probabilities[top], 3), sum: number(sumOf(careful), 3) };
  const bad = plain.probabilities.filter(Number.isNaN).length;
  if (bad) {
    const over = plain.total === Infinity;
    return w.say("broken", { ...values, count: bad, of: names.length, top: over ? "inf" : "0", bottom: over ? "inf" : "0" });
  }
  if (plain.probabilities.every((probability, id) => number(probability, 3) === number(careful.probabilities[id], 3))) {
    return w.say("same", values);
  }
  return w.say("coarse", { ...values, other: number(plain.probabilities[top], 3) });
}

/** @param {{probabilities: number[]}} of */
const sumOf = ({ probabilities: all }) => all.reduce((sum, each) => sum + each, 0);

function theScores(w, names) {
  const reach = w.get("reach");
  const sliders = names.map((/** @type {string} */ name, /** @type {number} */ id) =>
    slider(w, {
      label: name,
      min: -reach,
      max: reach,
      step: 0.01,
      value: () => w.get("logits")[id],
      change: (value) => w.set({ logits: w.get("logits").map((score, other) => (other === id ? value : score)) }),
    }),
  );
  return h("fieldset", { class: "ls-scores" }, h("legend", {}, w.say("scores")), ...sliders);
}

/** One number for all scores, as a slider and as buttons to the places where something happens. */
function everyScore(w) {
  const places = [-FURTHEST, 0, FURTHEST].map((place) => {
    const press = button(place ? `${place > 0 ? "+" : ""}${number(place, 0)}` : "0", () => w.set({ added: place }));
    w.draw(() => press.setAttribute("aria-pressed", String(w.get("added") === place)));
    return press;
  });
  return h(
    "div",
    { class: "ls-every" },
    slider(w, {
      label: w.say("added"),
      min: -FURTHEST,
      max: FURTHEST,
      step: 1,
      value: () => w.get("added"),
      change: (value) => w.set({ added: value }),
      text: (value) => `${value > 0 ? "+" : ""}${number(value, 0)}`,
    }),
    h("div", { class: "tb-controls", role: "group", "aria-label": w.say("added") }, ...places),
    button(w.say("reset"), () => w.set(w.get("start"))),
  );
}

function probabilities(w, names, careful) {
  const table = bars({ caption: w.say("probabilities"), names, colour: "blue", digits: 3 });
  const sum = h("td", { class: "tb-num" });
  table.node.append(h("tfoot", { class: "ls-sums" }, h("tr", {}, h("th", { scope: "row" }, w.say("sum")), sum, h("td"))));
  w.draw(() => {
    const all = careful();
    table.draw(all.probabilities, [0, 1], all.probabilities.indexOf(Math.max(...all.probabilities)));
    sum.textContent = number(sumOf(all), 3);
  });
  return table.node;
}

function theClaim(w) {
  const id = `ls-${Math.random().toString(36).slice(2)}`;
  const verdict = h("p", { id, class: "ls-verdict" });
  const label = field(w, { label: w.say("claim"), value: () => w.get("claim"), change: (claim) => w.set({ claim }), size: 24 });
  label.querySelector("input").setAttribute("aria-describedby", id);
  w.draw(() => {
    const claim = w.get("claim");
    const { verdict: is, sum, most, digits } = judged(claim);
    verdict.dataset.is = is;
    verdict.textContent = claim.trim() ? w.say(is, { sum: number(sum, digits), most: number(most, digits) }) : "";
  });
  return [label, verdict];
}

/** Both programs step by step, token by token; the learner's own result where there is one. */
function programs(w, names, scores, careful) {
  const column = (/** @type {string} */ key, start = false) => h("th", { scope: "col", class: start ? "ls-start" : "" }, ...marked(w.say(key)));
  const theirHead = column("theirs", true);
  const group = (/** @type {string} */ key, /** @type {number} */ span) => h("th", { scope: "colgroup", colspan: span, class: "ls-start" }, w.say(key));
  const theirGroup = h("td", { class: "ls-start" });
  const rows = names.map(() => h("tr"));
  const foot = h("tr");
  w.draw(() => {
    const [first, plain, second, theirs] = [scores(), softmax32(scores()), careful(), theirValues(w)];
    theirHead.hidden = theirGroup.hidden = theirs === null;
    const own = (/** @type {number} */ id) => (theirs === undefined ? "…" : power(Number(theirs[id])));
    rows.forEach((/** @type {HTMLElement} */ row, /** @type {number} */ id) => {
      const cells = [number(first[id]), [power(plain.powers[id])], power(plain.probabilities[id]), [number(second.shifted[id])], power(second.powers[id]), power(second.probabilities[id])];
      show(row, h("th", { scope: "row" }, names[id]), ...cells.map(cell), ...(theirs === null ? [] : [cell([own(id)])]));
    });
    const sums = ["", [power(plain.total)], power(sumOf(plain)), [""], power(second.total), power(sumOf(second))];
    const theirSum = theirs && theirs.reduce((/** @type {number} */ sum, /** @type {unknown} */ each) => sum + Number(each), 0);
    show(foot, h("th", { scope: "row" }, w.say("sum")), ...sums.map(cell), ...(theirs ? [cell([power(theirSum)])] : []));
  });
  return h(
    "table",
    { class: "ls-programs" },
    h("caption", {}, ...marked(w.say("programs"))),
    h(
      "thead",
      {},
      h("tr", {}, h("td", { colspan: 2 }), group("plain", 2), group("careful", 3), theirGroup),
      h("tr", {}, column("token"), column("score"), column("power", true), column("probability"), column("shifted", true), column("power"), column("probability"), theirHead),
    ),
    h("tbody", {}, ...rows),
    h("tfoot", { class: "ls-sums" }, foot),
  );
}

/** @param {Node | string | (Node | string)[]} content in brackets where a group of columns begins */
function cell(content) {
  const start = Array.isArray(content);
  return h("td", { class: `tb-num${start ? " ls-start" : ""}` }, ...(start ? content : [content]));
}
