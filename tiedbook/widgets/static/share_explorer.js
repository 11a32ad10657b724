/** The share explorer: which part of a model its tables are, untied and tied, and the break-even vocabulary. */
import { clamp, h, marked, number, numberInput, scroller, theirValues, toggle, widget, write } from "./shared.js";

const SIZES = /** @type {const} */ (["vocab_size", "d_model", "n_layer"]);
const STEPS = 100; // of a slider, for each factor of ten

/**
 * Compare tables and blocks by the rule of thumb.
 * @param {number} V
 * @param {number} d
 * @param {number} L
 * @returns {{table: number, blocks: number, even: number, ratio: number, share: {tied: number, untied: number},
 *   saved: number, extra: number}} `saved` is a part of the untied model, `extra` of the tied one
 */
export function parts(V, d, L) {
  const [table, blocks, even] = [V * d, 12 * L * d * d, 12 * L * d];
  const share = { tied: table / (table + blocks), untied: (2 * table) / (2 * table + blocks) };
  return { table, blocks, even, ratio: V / even, share, saved: share.untied / 2, extra: share.tied };
}

/**
 * Return the exact share of the tables in a model that has been counted, tied and untied.
 * @param {{vocab_size: number, d_model: number, tied: boolean, parameters: number}} model
 */
export function counted({ vocab_size, d_model, tied, parameters }) {
  const table = vocab_size * d_model;
  const rest = parameters - (tied ? 1 : 2) * table;
  return { tied: table / (table + rest), untied: (2 * table) / (2 * table + rest) };
}

const whole = (/** @type {number} */ value) => number(value, 0);
const percent = (/** @type {number} */ share) => `${number(100 * share, 1)}%`;
const times = (/** @type {number} */ ratio) => (ratio < 0.01 ? "< 0.01" : number(ratio, 2));

export default widget((w) => {
  const measured = () => parts(w.get("vocab_size"), w.get("d_model"), w.get("n_layer"));
  const model = () => w.get("models").find((/** @type {any} */ one) => SIZES.every((name) => one[name] === w.get(name)));
  w.root.append(
    h("div", { class: "tb-panel se-sizes" }, menu(w, model), ...SIZES.map((name) => size(w, name)), tied(w)),
    h("div", { class: "tb-panel" }, pictures(w, measured), line(w, measured)),
    h("div", { class: "tb-wide" }, scroller(w.say("numbers"), numbers(w, measured, model))),
    w.theirs(),
  );
  w.draw(() => {
    const { share, saved, extra, even, ratio } = measured();
    const is = w.get("tied") ? "tied" : "untied";
    const first = w.say(`summary.${is}`, { share: percent(share[is]), saved: percent(saved), extra: percent(extra) });
    const second = w.say(times(ratio) === "1.00" ? "equal" : ratio < 1 ? "below" : "above", { ratio: times(ratio), even: whole(even) });
    w.tell(`${first} ${second}`);
  });
});

function menu(w, model) {
  const own = h("option", { value: "" }, w.say("own"));
  const models = w.get("models");
  const options = models.map(({ name }) => h("option", { value: name, translate: "no" }, name));
  const select = h("select", { "data-lm-suppress-shortcuts": true }, own, ...options);
  select.addEventListener("change", () => {
    const chosen = models.find(({ name }) => name === select.value);
    if (chosen) {
      w.set({ ...Object.fromEntries(SIZES.map((name) => [name, chosen[name]])), tied: chosen.tied });
    }
  });
  w.draw(() => {
    select.value = model()?.name ?? "";
  });
  return h("label", { class: "tb-control" }, h("span", {}, w.say("model")), select);
}

/** A size as a slider, by equal factors, and as a number to be typed. */
function size(w, name) {
  const [low, high] = w.get("ranges")[name];
  const place = (/** @type {number} */ value) => Math.round(STEPS * Math.log10(value / low));
  const value = () => w.get(name);
  const range = h("input", { type: "range", min: 0, max: place(high), step: 1, "aria-label": w.say(name), "data-lm-suppress-shortcuts": true });
  range.addEventListener("input", () => {
    const exact = low * 10 ** (Number(range.value) / STEPS);
    const step = Number(range.value) - place(value());
    const next = Math.round(exact) === value() ? value() + Math.sign(step) : Math.round(exact); // small numbers count by one
    w.set({ [name]: range.value === range.max ? high : clamp(next, low, high) });
  });
  w.draw(() => {
    range.value = String(place(value()));
    range.setAttribute("aria-valuetext", whole(value()));
  });
  const input = numberInput(w, { label: w.say(name), value, change: (to) => w.set({ [name]: to }), low, high, whole: true, size: 8 });
  return h("div", { class: "se-size" }, h("span", { "aria-hidden": "true" }, w.say(name)), range, input);
}

function tied(w) {
  return toggle(w, { label: w.say("tied"), value: () => w.get("tied"), change: (on) => w.set({ tied: on }) });
}

/** Two bars: table, blocks and, if untied, the second table; the one that is chosen is named in bold, with a star. */
function pictures(w, measured) {
  const kinds = /** @type {const} */ (["table", "blocks", "head"]);
  const legend = h("p", { class: "se-legend" }, ...kinds.map((kind) => h("span", {}, h("span", { class: `se-key se-${kind}` }), w.say(kind))));
  const rows = /** @type {const} */ (["untied", "tied"]).map((is) => {
    const pieces = kinds.slice(0, is === "tied" ? 2 : 3).map((kind) => h("span", { class: `se-piece se-${kind}` }));
    const name = h("span", { class: "se-name" });
    const share = h("span", { class: "se-share" });
    w.draw(() => {
      const now = measured();
      const full = 2 * now.table + now.blocks;
      const lengths = [now.table, now.blocks, now.table];
      pieces.forEach((piece, index) => {
        piece.style.width = `${(100 * lengths[index]) / full}%`;
      });
      const chosen = w.get("tied") === (is === "tied");
      write(name, `${chosen ? "★ " : ""}${w.say(`row.${is}`)}`);
      write(share, percent(now.share[is]));
      row.classList.toggle("se-chosen", chosen);
    });
    const row = h("div", { class: "se-row" }, name, share, h("span", { class: "se-bar" }, ...pieces));
    return row;
  });
  return h("div", { "aria-hidden": "true" }, h("p", { class: "se-title" }, w.say("bars")), ...rows, legend);
}

/** A line from nothing to twice the break-even, with the vocabulary on it. */
function line(w, measured) {
  const fill = h("span", { class: "se-fill" });
  const label = h("span", { class: "se-even" });
  const value = h("span", { class: "se-vocabulary" });
  w.draw(() => {
    const { even, ratio } = measured();
    fill.style.width = `${clamp(50 * ratio, 0.3, 100)}%`;
    fill.classList.toggle("se-beyond", ratio > 2);
    write(label, w.say("even", { even: whole(even) }));
    write(value, `V = ${whole(w.get("vocab_size"))}${ratio > 2 ? " →" : ""}`);
  });
  return h(
    "div",
    { "aria-hidden": "true" },
    h("p", { class: "se-title" }, w.say("line")),
    h("div", { class: "se-line" }, fill, h("span", { class: "se-mark" })),
    h("p", { class: "se-under" }, value, label),
  );
}

function numbers(w, measured, model) {
  const kinds = /** @type {const} */ (["untied", "tied"]);
  const heads = kinds.map((is) => h("th", { scope: "col", class: "tb-num" }, w.say(`row.${is}`)));
  const row = (/** @type {string} */ key) => h("tr", {}, h("th", { scope: "row" }, ...marked(w.say(key))), h("td", { class: "tb-num" }), h("td", { class: "tb-num" }));
  const [ends, blocks, rough, exact, theirs] = ["ends", "all", "rough", "counted", "theirs"].map(row);
  const fill = (/** @type {any} */ into, /** @type {string[]} */ texts) => texts.forEach((text, index) => write(into.cells[index + 1], text));
  w.draw(() => {
    const now = measured();
    const known = model();
    fill(ends, [whole(2 * now.table), whole(now.table)]);
    fill(blocks, [whole(now.blocks), whole(now.blocks)]);
    fill(rough, kinds.map((is) => percent(now.share[is])));
    exact.hidden = !known;
    if (known) {
      write(exact.cells[0], w.say("counted", { name: known.name }));
      fill(exact, kinds.map((is) => percent(counted(known)[is])));
    }
    const answer = theirValues(w);
    const own = answer === undefined ? "…" : whole(Number(answer));
    theirs.hidden = answer === null;
    fill(theirs, kinds.map((is) => (w.get("tied") === (is === "tied") ? own : "")));
    kinds.forEach((is, index) => {
      const chosen = w.get("tied") === (is === "tied");
      write(heads[index], `${chosen ? "★ " : ""}${w.say(`row.${is}`)}`);
      [ends, blocks, rough, exact].forEach((one) => one.cells[index + 1].classList.toggle("se-chosen", chosen));
    });
  });
  return h(
    "table",
    { class: "se-numbers" },
    h("caption", {}, w.say("numbers")),
    h("thead", {}, h("tr", {}, h("td"), ...heads)),
    h("tbody", {}, ends, blocks, rough, exact, theirs),
  );
}
