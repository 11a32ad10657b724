/** The course as a map: concepts from top to bottom, lines to what needs them, and the same as a nested list. */
import { button, h, put, show, svg, toChapter, widget, write } from "./shared.js";

const ROW = 74; // pixels from row to row
const BOX = 56; // pixels of a concept, in height
const COLUMNS = 3;

/** @typedef {{key: string, chapter: string, cell: string, number: number, place: [number, number], needs: string[]}} Concept */

/**
 * Return the line from a concept to one that needs it: down its own column, then across between two rows.
 * @param {[number, number]} from column and row
 * @param {[number, number]} to
 * @returns {string} a path, in columns and pixels
 */
export function line([c1, r1], [c2, r2]) {
  const [x1, x2] = [c1 + 0.5, c2 + 0.5];
  if (r1 === r2) {
    return `M ${x1} ${r1 * ROW + BOX / 2} H ${x2}`;
  }
  const [start, end] = [r1 * ROW + BOX, r2 * ROW];
  const last = end - (ROW - BOX); // where the last gap begins
  const middle = (last + end) / 2;
  return `M ${x1} ${start} V ${last} C ${x1} ${middle} ${x2} ${middle} ${x2} ${end}`;
}

export default widget((w) => {
  const concepts = /** @type {Concept[]} */ (w.get("concepts"));
  const of = (/** @type {string} */ key) => /** @type {Concept} */ (concepts.find((concept) => concept.key === key));
  const leads = (/** @type {string} */ key) => concepts.filter(({ needs }) => needs.includes(key)).map((concept) => concept.key);
  const chosen = () => of(w.get("chosen")) ?? concepts[0];
  const { node, buttons } = map(w, concepts, chosen, leads);
  const choose = (/** @type {string} */ key) => {
    w.set({ chosen: key });
    buttons[key].focus();
  };
  w.root.append(
    h("div", { class: "tb-panel cm-left" }, node),
    h("div", { class: "tb-panel cm-right" }, detail(w, chosen, leads, choose), list(w, concepts, chosen)),
  );
  w.draw(() => {
    const { key } = chosen();
    w.tell(w.say("told", { name: w.say(key), sentence: w.say(`says.${key}`) }));
  });
});

function map(w, concepts, chosen, leads) {
  const rows = 1 + Math.max(...concepts.map(({ place }) => place[1]));
  const height = (rows - 1) * ROW + BOX;
  const lines = svg("svg", { class: "cm-lines", viewBox: `0 0 ${COLUMNS} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const grid = h("div", { class: "cm-grid", style: `height:${height}px` }, lines);
  for (const to of concepts) {
    for (const from of concepts.filter(({ key }) => to.needs.includes(key))) {
      const path = svg("path", { d: line(from.place, to.place), class: "cm-line" });
      w.draw(() => {
        path.classList.toggle("cm-needed", chosen().key === to.key);
        path.classList.toggle("cm-led", chosen().key === from.key);
      });
      lines.append(path);
    }
  }
  const buttons = Object.fromEntries(
    concepts.map(({ key, number, place: [column, row] }) => {
      const mark = h("span", { class: "cm-mark", "aria-hidden": "true" });
      const press = button("", () => w.set({ chosen: key }), { class: `cm-concept cm-${column}`, style: `left:${(100 * column) / COLUMNS}%;top:${row * ROW}px;height:${BOX}px` });
      press.append(h("span", { class: "cm-number", title: w.say("chapter", { number }) }, String(number)), h("span", { class: "cm-name" }, w.say(key)), mark);
      w.draw(() => {
        const now = chosen();
        const needed = now.needs.includes(key);
        const led = leads(now.key).includes(key);
        put(press, { "aria-pressed": String(now.key === key) });
        press.classList.toggle("cm-near", needed || led);
        write(mark, now.key === key ? "★" : needed ? "▲" : led ? "▼" : "");
      });
      grid.append(press);
      return [key, press];
    }),
  );
  const heads = [...Array(COLUMNS).keys()].map((column) => h("span", { class: `cm-head cm-${column}` }, w.say(`column.${column}`)));
  return { node: h("div", {}, h("p", { class: "cm-caption" }, w.say("caption")), h("div", { class: "cm-heads" }, ...heads), grid), buttons };
}

/** What is chosen: its sentence, its chapter, what it needs and what it leads to. */
function detail(w, chosen, leads, choose) {
  const link = h("p", { class: "cm-link" });
  const near = (/** @type {string} */ label, /** @type {string} */ mark, /** @type {() => string[]} */ keys) => {
    const row = h("div", { class: "tb-controls", role: "group", "aria-label": w.say(label) });
    /** @type {string | null} */
    let before = null;
    w.draw(() => {
      if (keys().join() === before) {
        return; // a button that has the focus stays
      }
      before = keys().join();
      const others = keys().map((key) => button(w.say(key), () => choose(key)));
      row.replaceChildren(h("span", { class: "cm-label" }, `${mark} ${w.say(label)}`), ...(others.length ? others : [h("span", {}, w.say("nothing"))]));
    });
    return row;
  };
  w.draw(() => {
    const now = chosen();
    show(link, "→ ", toChapter(w.say("chapter", { number: now.number }), now.chapter, now.cell));
  });
  return h("div", { class: "cm-detail" }, w.status, link, near("needs", "▲", () => chosen().needs), near("leads", "▼", () => leads(chosen().key)));
}

/** Every concept under the first of those that it needs. */
function list(w, concepts, chosen) {
  const item = (/** @type {Concept} */ concept) => {
    const also = concept.needs.slice(1).map((key) => ` ${w.say("also", { name: w.say(key) })}`);
    const head = h("p", {}, h("strong", {}, w.say(concept.key)), ": ", w.say(`says.${concept.key}`), ...also, " ", toChapter(w.say("chapter", { number: concept.number }), concept.chapter, concept.cell));
    w.draw(() => put(head, { "aria-current": chosen().key === concept.key ? "true" : null }));
    const under = concepts.filter(({ needs }) => needs[0] === concept.key);
    return h("li", {}, head, ...(under.length ? [h("ul", {}, ...under.map(item))] : []));
  };
  const tops = concepts.filter(({ needs }) => needs.length === 0);
  return h("nav", { class: "cm-list", "aria-label": w.say("list") }, h("p", { class: "cm-caption" }, w.say("list")), h("ul", {}, ...tops.map(item)));
}
