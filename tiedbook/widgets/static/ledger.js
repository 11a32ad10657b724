/** The ledger: every part of a model of GPT-2's kind, its share, and what a wrong total has forgotten. */
import { button, field, h, marked, number, numberInput, scroller, show, theirValues, toggle, typed, widget } from "./shared.js";

const SIZES = /** @type {const} */ (["n_layer", "d_model", "vocab_size", "n_ctx"]);

/** @typedef {{n_layer: number, d_model: number, vocab_size: number, n_ctx: number, tied: boolean, bias: boolean}} Model */
/** @typedef {{part: string, shapes: number[][], numbers: number, times: number, kind: "ends" | "block" | "other"}} Entry */

/**
 * List every layer, from the bottom of the model to its top; those of a block once, with how often they occur.
 * @param {Model} model
 * @returns {Entry[]}
 */
export function entries({ n_layer: L, d_model: d, vocab_size: V, n_ctx: C, tied, bias }) {
  const entry = (/** @type {string} */ part, /** @type {Entry["kind"]} */ kind, /** @type {number} */ times, ...shapes) => ({
    part,
    kind,
    times,
    shapes,
    numbers: shapes.reduce((sum, shape) => sum + shape.reduce((product, length) => product * length, 1), 0),
  });
  const linear = (/** @type {string} */ part, /** @type {number} */ from, /** @type {number} */ to) => entry(part, "block", L, [from, to], [to]);
  const head = [...(tied ? [] : [entry("lm_head", "ends", 1, [V, d])]), ...(bias ? [entry("lm_head.bias", "ends", 1, [V])] : [])];
  return [
    entry("wte", "ends", 1, [V, d]),
    entry("wpe", "other", 1, [C, d]),
    entry("ln_1", "block", L, [d], [d]),
    linear("attn.c_attn", d, 3 * d),
    linear("attn.c_proj", d, d),
    entry("ln_2", "block", L, [d], [d]),
    linear("mlp.c_fc", d, 4 * d),
    linear("mlp.c_proj", 4 * d, d),
    entry("ln_f", "other", 1, [d], [d]),
    ...head,
  ];
}

/** Add up what some entries hold in all. @param {Entry[]} list @param {Entry["kind"]} [kind] */
export function inAll(list, kind) {
  return list.filter((entry) => !kind || entry.kind === kind).reduce((sum, { numbers, times }) => sum + numbers * times, 0);
}

const whole = (/** @type {number} */ value) => number(value, 0);
const percent = (/** @type {number} */ share) => (share > 0 && share < 0.0005 ? "< 0.1%" : `${number(100 * share, 1)}%`);

export default widget((w) => {
  const listed = () => entries(/** @type {any} */ (Object.fromEntries([...SIZES, "tied", "bias"].map((name) => [name, w.get(name)]))));
  const said = w.theirs();
  w.root.append(
    h("div", { class: "tb-wide lg-controls" }, ...controls(w)),
    h("div", { class: "tb-wide" }, scroller(w.say("caption"), table(w, listed))),
    h("div", { class: "tb-wide lg-guess" }, ...guess(w, listed)),
    said,
  );
  w.draw(() => {
    said.hidden ||= w.get("bias"); // the learner's function knows of no bias
    const all = listed();
    const total = inAll(all);
    const shares = { ends: percent(inAll(all, "ends") / total), blocks: percent(inAll(all, "block") / total) };
    w.tell(w.say(w.get("tied") ? "summary.tied" : "summary.untied", { total: whole(total), ...shares }));
  });
});

function controls(w) {
  const group = (/** @type {string} */ name, /** @type {Node[]} */ ...buttons) =>
    h("div", { class: "tb-controls", role: "group", "aria-label": w.say(name) }, h("span", { class: "lg-name", "aria-hidden": "true" }, w.say(name)), ...buttons);
  const preset = (/** @type {string} */ label, /** @type {Record<string, number>} */ state) => {
    const press = button(label, () => w.set(state));
    w.draw(() => press.setAttribute("aria-pressed", String(Object.entries(state).every(([name, value]) => w.get(name) === value))));
    return press;
  };
  const fields = SIZES.map((name) =>
    h("label", { class: "tb-control" }, h("span", {}, w.say(name)), numberInput(w, {
      label: w.say(name),
      value: () => w.get(name),
      change: (value) => w.set({ [name]: value }),
      low: 1,
      high: w.get("largest")[name],
      whole: true,
      size: name === "n_layer" ? 4 : 9,
    })),
  );
  const flag = (/** @type {string} */ name) => toggle(w, { label: w.say(name), value: () => w.get(name), change: (on) => w.set({ [name]: on }) });
  return [
    group("sizes", ...w.get("sizes").map(({ name, ...state }) => preset(name, state))),
    group("vocabularies", ...w.get("vocabularies").map(({ name, size }) => preset(w.say("vocabulary", { name, size: whole(size) }), { vocab_size: size }))),
    h("div", { class: "tb-controls" }, ...fields),
    h("div", { class: "tb-controls" }, flag("tied"), flag("bias")),
  ];
}

/** All parts with a bar for the share of each, the sum of a block after its last, the total, and the learner's. */
function table(w, listed) {
  const heads = ["part", "shapes", "numbers", "times", "sum"].map((key) => h("th", { scope: "col", class: key === "part" || key === "shapes" ? "" : "tb-num" }, w.say(key)));
  const body = h("tbody");
  const foot = h("tfoot");
  const num = (/** @type {string} */ text) => h("td", { class: "tb-num" }, text);
  const bar = (/** @type {number} */ share, /** @type {string} */ kind) => {
    const fill = h("span", { class: "tb-fill", style: `left:0;width:${100 * share}%` });
    return [num(percent(share)), h("td", { class: `tb-track lg-${kind}`, "aria-hidden": "true" }, fill)];
  };
  w.draw(() => {
    const all = listed();
    const total = inAll(all);
    const times = w.get("n_layer");
    const inBlocks = inAll(all, "block");
    const rows = all.flatMap(({ part, shapes, numbers, times: often, kind }) => {
      const shape = shapes.map((/** @type {number[]} */ lengths) => lengths.map(whole).join(" × ")).join(" + ");
      const row = h("tr", { class: kind === "block" ? "lg-part" : "" }, h("th", { scope: "row" }, h("code", { translate: "no" }, part)), h("td", { class: "lg-shape" }, shape), num(whole(numbers)), num(`× ${whole(often)}`), num(whole(numbers * often)), ...bar((numbers * often) / total, kind));
      const last = part === "mlp.c_proj";
      const block = h("tr", { class: "lg-sum" }, h("th", { scope: "row" }, w.say("block")), h("td"), num(whole(inBlocks / times)), num(`× ${whole(times)}`), num(whole(inBlocks)), ...bar(inBlocks / total, "none"));
      return last ? [row, block] : [row];
    });
    show(body, ...rows);
    const answer = w.get("bias") ? null : theirValues(w);
    const own = h("tr", {}, h("th", { scope: "row", colspan: 4 }, ...marked(w.say("theirs"))), num(answer === undefined ? "…" : whole(Number(answer))), h("td", { colspan: 2 }));
    show(foot, h("tr", { class: "lg-total" }, h("th", { scope: "row", colspan: 4 }, w.say("total")), num(whole(total)), h("td", { colspan: 2 })), ...(answer === null ? [] : [own]));
  });
  return h(
    "table",
    { class: "lg-table" },
    h("caption", {}, w.say("caption")),
    h("thead", {}, h("tr", {}, ...heads, h("th", { scope: "colgroup", colspan: 2 }, w.say("share")))),
    body,
    foot,
  );
}

/** A total to be decoded: what is right is said here, what explains a wrong one comes from Python. */
function guess(w, listed) {
  const ask = (/** @type {string} */ text) => {
    const value = typed(text);
    const counts = value !== null && Number.isSafeInteger(value) && value >= 0;
    w.set({ guess: text, counted: counts ? value : null });
  };
  const verdict = h("div", { class: "lg-verdict", role: "status" });
  const own = button(w.say("decode"), () => ask(whole(Number(theirValues(w)))));
  let shown = "";
  w.draw(() => {
    const answer = w.get("bias") ? null : theirValues(w);
    own.hidden = typeof answer !== "number" || answer === inAll(listed());
    const { guess: text, counted, decoded } = /** @type {any} */ (Object.fromEntries(["guess", "counted", "decoded"].map((name) => [name, w.get(name)])));
    const lines = counted === null ? (text.trim() ? [w.say("unread")] : []) : decoded.given === counted ? decoded.lines : ["…"];
    const right = counted !== null && counted === inAll(listed()) ? [w.say("shown", { counted: whole(counted) })] : [];
    const now = [...right, ...lines].join("\n");
    if (now !== shown) {
      shown = now; // a screen reader reads only what is new
      verdict.replaceChildren(...[...right, ...lines].map((line) => h("p", {}, line)));
    }
  });
  return [field(w, { label: w.say("guess"), value: () => w.get("guess"), change: ask, numeric: true, size: 16 }), own, verdict];
}
