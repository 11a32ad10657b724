/** The story of the magic dictionary, with its words and numbers to be changed in the sentences themselves. */
import { button, digitsFor, h, marked, number, numberInput, scroller, show, theirValues, widget } from "./shared.js";

const PAGES = 3;
const FURTHEST = 1000;
const MEASURES = /** @type {const} */ (["dot", "cosine", "distance"]);

const dotted = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.reduce((sum, value, place) => sum + value * b[place], 0);

/**
 * Measure every code against a thought.
 * @param {number[]} thought
 * @param {number[][]} codes
 * @returns {{dot: number[], cosine: number[], distance: number[], softmax: number[], winners: Record<string, number>}} a
 *   code of zeros has no direction: its cosine is −∞; equal values go to the first page
 */
export function compared(thought, codes) {
  const size = Math.hypot(...thought) || 1;
  const dot = codes.map((code) => dotted(thought, code));
  const cosine = codes.map((code, page) => (Math.hypot(...code) ? dot[page] / Math.hypot(...code) / size : -Infinity));
  const distance = codes.map((code) => Math.hypot(...code.map((value, place) => value - thought[place])));
  const most = Math.max(...dot);
  const powers = dot.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const winners = {
    dot: dot.indexOf(most),
    cosine: cosine.indexOf(Math.max(...cosine)),
    distance: distance.indexOf(Math.min(...distance)),
  };
  return { dot, cosine, distance, softmax: powers.map((power) => power / total), winners };
}

const percent = (/** @type {number} */ share) => `${number(100 * share, 1)}%`;

export default widget((w) => {
  const measured = () => compared(w.get("thought"), w.get("codes").slice(0, w.get("pages")));
  w.root.append(
    h("div", { class: "tb-wide st-story" }, ...theStory(w)),
    presets(w),
    h("div", { class: "tb-wide" }, scroller(w.say("measures"), measures(w, measured))),
    w.theirs(),
  );
  w.draw(() => {
    const { softmax, winners } = measured();
    const [dot, cosine, distance] = MEASURES.map((measure) => w.get("tokens")[winners[measure]]);
    const agree = winners.dot === winners.cosine && winners.dot === winners.distance;
    w.tell(w.say(agree ? "agree" : "disagree", { dot, cosine, distance, percent: percent(softmax[winners.dot]) }));
  });
});

/** A sentence whose holes are filled with fields. @param {string} text @param {Record<string, Node>} holes */
function told(text, holes) {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? holes[part] : part));
  return h("p", {}, ...parts.filter((part) => part !== ""));
}

function theStory(w) {
  const pages = [...Array(PAGES).keys()].map((page) => {
    const sentence = told(w.say("page"), { word: word(w, page), numbers: code(w, page) });
    w.draw(() => {
      sentence.hidden = page >= w.get("pages");
    });
    return sentence;
  });
  const thought = vector(
    w,
    (place) => w.say("thought.name", { place: place + 1 }),
    () => w.get("thought"),
    (values) => w.set({ thought: values }),
  );
  return [
    h("p", {}, w.say("opening")),
    ...pages,
    told(w.say("wish"), { thought: h("strong", { class: "st-thought" }, thought) }),
    h("p", {}, w.say("ending")),
  ];
}

function word(w, page) {
  const input = h("input", {
    type: "text",
    size: 6,
    maxlength: 20,
    autocomplete: "off",
    spellcheck: "false",
    class: "st-word",
    "aria-label": w.say("word.name", { page: page + 1 }),
    "data-lm-suppress-shortcuts": true,
  });
  input.addEventListener("input", () => {
    if (input.value.trim()) {
      w.set({ tokens: w.get("tokens").map((token, other) => (other === page ? input.value.trim() : token)) });
    }
  });
  const show = () => {
    input.value = w.get("tokens")[page];
  };
  input.addEventListener("blur", show);
  w.draw(() => input.getRootNode().activeElement === input || show());
  return input;
}

function code(w, page) {
  const replace = (/** @type {number[]} */ values) =>
    w.set({ codes: w.get("codes").map((other, at) => (at === page ? values : other)) });
  const name = (/** @type {number} */ place) => w.say("code.name", { word: w.get("tokens")[page], place: place + 1 });
  const node = vector(w, name, () => w.get("codes")[page], replace);
  w.draw(() => [...node.querySelectorAll("input")].forEach((input, place) => input.setAttribute("aria-label", name(place))));
  return node;
}

/** A vector in brackets, each number a field. */
function vector(w, name, values, change) {
  const inputs = values().map((_, /** @type {number} */ place) =>
    numberInput(w, {
      label: name(place),
      value: () => values()[place],
      change: (value) => change(values().map((other, at) => (at === place ? value : other))),
      low: -FURTHEST,
      high: FURTHEST,
      step: 0.1,
    }),
  );
  const parts = inputs.flatMap((input, place) => (place ? [", ", input] : [input]));
  return h("span", { class: "st-vector", role: "group" }, "[", ...parts, "]");
}

function presets(w) {
  const last = w.get("thought").length - 1;
  const ends = w.get("variants").map((/** @type {number} */ value) => {
    const press = button("", () =>
      w.set({
        codes: w.get("codes").map((code, page) => (page === 1 ? code.map((old, place) => (place === last ? value : old)) : code)),
      }),
    );
    w.draw(() => {
      press.textContent = w.say("variant", { word: w.get("tokens")[1], value: number(value, digitsFor([value])) });
      press.setAttribute("aria-pressed", String(w.get("codes")[1][last] === value));
    });
    return press;
  });
  const page = button("", () => w.set({ pages: w.get("pages") === PAGES ? PAGES - 1 : PAGES }));
  w.draw(() => {
    page.textContent = w.say(w.get("pages") === PAGES ? "remove" : "add");
  });
  return h(
    "div",
    { class: "tb-wide tb-controls", role: "group", "aria-label": w.say("presets") },
    ...ends,
    page,
    button(w.say("reset"), () => w.set(w.get("start"))),
  );
}

function measures(w, measured) {
  const heads = ["word", "length", ...MEASURES].map((key) => h("th", { scope: "col", class: key === "word" ? "" : "tb-num" }, w.say(key)));
  const rows = [...Array(PAGES).keys()].map(() => ({ row: h("tr"), bar: h("span", { class: "tb-fill" }) }));
  const theirs = h("tr");
  w.draw(() => {
    const values = measured();
    const tokens = w.get("tokens");
    rows.forEach(({ row, bar }, page) => {
      row.hidden = page >= w.get("pages");
      if (row.hidden) {
        row.replaceChildren();
        return;
      }
      const cells = MEASURES.map((measure) => {
        const wins = values.winners[measure] === page;
        const shown = number(values[measure][page], measure === "cosine" ? 3 : 2);
        return h("td", { class: `tb-num${wins ? " st-wins" : ""}` }, wins ? `★ ${shown}` : shown);
      });
      bar.style.left = "0";
      bar.style.width = `${100 * values.softmax[page]}%`;
      row.classList.toggle("tb-top", values.winners.dot === page);
      show(
        row,
        h("th", { scope: "row" }, tokens[page]),
        h("td", { class: "tb-num" }, number(Math.hypot(...w.get("codes")[page]))),
        ...cells,
        h("td", { class: "tb-num" }, percent(values.softmax[page])),
        h("td", { class: "tb-track", "aria-hidden": "true" }, bar),
      );
    });
    const answer = theirValues(w);
    theirs.hidden = answer === null;
    const names = MEASURES.map((_, place) => (answer ? (tokens.slice(0, w.get("pages"))[answer[place]] ?? String(answer[place])) : "…"));
    show(
      theirs,
      h("th", { scope: "row", colspan: 2 }, ...marked(w.say("theirs"))),
      ...names.map((name) => h("td", { class: "tb-num" }, name)),
    );
  });
  return h(
    "table",
    { class: "st-measures tb-blue" },
    h("caption", {}, w.say("measures")),
    h("thead", {}, h("tr", {}, ...heads, h("th", { scope: "colgroup", colspan: 2 }, w.say("softmax")))),
    h("tbody", {}, ...rows.map(({ row }) => row)),
    h("tfoot", {}, theirs),
  );
}
