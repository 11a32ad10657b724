/** Falling gradients: what assigning, `+=` and `np.add.at` make of gradients whose ids repeat. */
import { choice, digitsFor, h, marked, number, put, scroller, stepper, svg, theirValues, tidy, widget } from "./shared.js";

const LEFT = 52; // pixels for the words at the left of the picture
const DROP = 26;
const LINE = 30; // from drop to drop

/**
 * Store the first gradients by one of three statements.
 * @param {number} statement 0 assigns, 1 is `+=`, 2 is `np.add.at`
 * @param {number[]} ids
 * @param {number[]} gradients
 * @param {number[]} before
 * @param {number} fallen how many are stored
 * @returns {{now: number[], reads: (number | null)[], writes: number[], kept: boolean[]}} what the rows hold then; for each
 *   stored gradient what its row is read as, what is written, and whether it is in the result
 */
export function stored(statement, ids, gradients, before, fallen) {
  const now = [...before];
  const taken = ids.slice(0, fallen);
  const reads = taken.map(() => /** @type {number | null} */ (null));
  const writes = taken.map((id, position) => {
    if (statement > 0) {
      reads[position] = statement === 1 ? before[id] : now[id]; // `+=` reads all rows first, add.at each in its turn
    }
    now[id] = (reads[position] ?? 0) + gradients[position];
    return now[id];
  });
  return { now, reads, writes, kept: taken.map((id, position) => statement === 2 || taken.lastIndexOf(id) === position) };
}

export default widget((w) => {
  const result = () => stored(...arguments_(w), w.get("fallen"));
  const digits = () => digitsFor([...w.get("gradients"), ...w.get("before")]);
  const show = (/** @type {number} */ value) => number(tidy(value), digits());
  const count = w.get("ids").length;

  w.root.append(
    h(
      "div",
      { class: "tb-wide fg-controls" },
      choice(w, {
        label: w.say("statement"),
        options: w.get("statements").map((code) => ({ value: code, label: `\`${code}\`` })),
        value: () => w.get("statement"),
        change: (statement) => w.set({ statement }),
      }),
      stepper(w, {
        label: w.say("steps"),
        next: w.say("next"),
        all: w.say("all"),
        count,
        value: () => w.get("fallen"),
        change: (fallen) => w.set({ fallen }),
        text: (fallen) => w.say("step", { fallen, count }),
      }),
    ),
    h("div", { class: "fg-view" }, picture(w, result, show)),
    h("div", { class: "tb-panel fg-panel" }, tokens(w, result, show), answers(w, show)),
    w.theirs(),
  );
  w.draw(() => w.tell(summary(w, result(), show)));
});

/** What `stored` takes but for the number of steps. */
function arguments_(w) {
  return [w.get("statements").indexOf(w.get("statement")), w.get("ids"), w.get("gradients"), w.get("before")];
}

/** Drops above the rows that their ids name; what is stored lies on its row, what is lost is dashed and struck out. */
function picture(w, result, show) {
  const before = w.get("before");
  const count = w.get("ids").length;
  const width = Math.max(40, 9 * Math.max(...[...before, ...w.get("gradients")].map((value) => show(value).length)) + 8);
  const rows = 2 * count * LINE + 30; // where the rows begin
  const middle = (/** @type {number} */ row) => LEFT + (row + 0.5) * width;
  const size = { width: LEFT + before.length * width + 2, height: rows + 92 };
  const node = svg("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: "img", class: "fg-picture" });
  const words = [["before", rows + 20], ["now", rows + 56], ["row", rows + 88]];
  node.append(...words.map(([key, y]) => svg("text", { x: LEFT - 6, y, "text-anchor": "end", class: "fg-word" }, w.say(key))));
  const cells = before.map((/** @type {number} */ old, /** @type {number} */ row) => {
    const x = LEFT + row * width;
    const guide = svg("line", { class: "fg-guide", x1: middle(row), x2: middle(row), y1: 0, y2: rows - 4 });
    const first = svg("text", { x: middle(row), y: rows + 20, class: "fg-before" }, show(old));
    const box = svg("rect", { x: x + 2, y: rows + 34, width: width - 4, height: 32 });
    const now = svg("text", { x: middle(row), y: rows + 56, class: "fg-now" });
    node.append(
      guide,
      svg("rect", { x: x + 2, y: rows, width: width - 4, height: 30, class: "fg-old" }),
      first,
      box,
      now,
      svg("text", { x: middle(row), y: rows + 88, class: "fg-word" }, String(row)),
    );
    return { guide, first, box, now };
  });
  const drops = w.get("gradients").map((/** @type {number} */ gradient) => {
    const drop = svg(
      "g",
      { class: "fg-drop tb-moves" },
      svg("rect", { x: -width / 2 + 3, y: 0, width: width - 6, height: DROP, rx: 5 }),
      svg("text", { x: 0, y: 18 }, show(gradient)),
    );
    node.append(drop);
    return drop;
  });
  w.draw(() => {
    const { now, kept } = result();
    const ids = w.get("ids");
    const fallen = w.get("fallen");
    const assigns = w.get("statement") === w.get("statements")[0];
    drops.forEach((drop, position) => {
      const below = ids.slice(0, position).filter((id) => id === ids[position]).length;
      const landed = position < fallen;
      const y = landed ? rows - 8 - (below + 1) * LINE : 2 + (count - 1 - position) * LINE;
      drop.style.transform = `translate(${middle(ids[position])}px, ${y}px)`;
      put(drop, { class: `fg-drop tb-moves${landed ? (kept[position] ? " fg-kept" : " fg-lost") : ""}` });
    });
    cells.forEach(({ guide, first, box, now: shown }, row) => {
      const touched = ids.slice(0, fallen).includes(row);
      guide.style.visibility = ids.includes(row) ? "visible" : "hidden";
      first.classList.toggle("fg-struck", touched && assigns && before[row] !== 0);
      put(box, { class: touched ? "fg-touched" : "fg-still" });
      shown.classList.toggle("fg-on", touched);
      shown.textContent = show(now[row]);
    });
    node.setAttribute("aria-label", w.say("picture", { before: before.map(show).join(", "), now: now.map(show).join(", ") }));
  });
  return scroller(w.say("title"), node);
}

/** What each gradient does: where it goes, which can be changed, what it reads, what it writes, what becomes of it. */
function tokens(w, result, show) {
  const heads = ["position", "id", "gradient", "reads", "writes", "end"].map((key) => h("th", { scope: "col" }, w.say(key)));
  const lines = w.get("ids").map((/** @type {number} */ _, /** @type {number} */ position) => {
    const options = w.get("before").map((_, /** @type {number} */ row) => h("option", { value: row }, String(row)));
    const select = h("select", { "aria-label": w.say("choose", { position }), "data-lm-suppress-shortcuts": true }, ...options);
    select.addEventListener("change", () => {
      w.set({ ids: w.get("ids").map((id, index) => (index === position ? Number(select.value) : id)) });
    });
    const [reads, writes, end] = [0, 1, 2].map((column) => h("td", { class: column < 2 ? "tb-num" : "fg-end" }));
    const gradient = h("td", { class: "tb-num" }, show(w.get("gradients")[position]));
    const row = h("tr", {}, h("th", { scope: "row" }, String(position)), h("td", {}, select), gradient, reads, writes, end);
    return { row, select, reads, writes, end };
  });
  w.draw(() => {
    const { reads, writes, kept } = result();
    const fallen = w.get("fallen");
    lines.forEach((line, position) => {
      const landed = position < fallen;
      line.select.value = String(w.get("ids")[position]);
      line.reads.textContent = landed && reads[position] !== null ? show(reads[position]) : "–";
      line.writes.textContent = landed ? show(writes[position]) : "–";
      line.end.textContent = w.say(landed ? (kept[position] ? "kept" : "lost") : "waits");
      put(line.row, { class: landed ? (kept[position] ? "fg-in" : "fg-out") : "fg-up" });
    });
  });
  const table = h("table", { class: "fg-tokens" }, h("caption", {}, w.say("tokens")), h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...lines.map(({ row }) => row)));
  return scroller(w.say("tokens"), table);
}

/** The learner's gradient of the table beside ours, row by row; nothing where there is none. */
function answers(w, show) {
  const rows = [...w.get("before").keys()];
  const [right, own] = [0, 1].map(() => rows.map(() => h("td", { class: "tb-num" })));
  const head = h("tr", {}, h("th", { scope: "col" }, w.say("row")), ...rows.map((row) => h("th", { scope: "col", class: "tb-num" }, String(row))));
  const table = h(
    "table",
    { class: "tb-matrix fg-answers" },
    h("caption", {}, w.say("answers")),
    h("thead", {}, head),
    h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, w.say("right")), ...right), h("tr", {}, h("th", { scope: "row" }, ...marked(w.say("head.theirs"))), ...own)),
  );
  const box = scroller(w.say("answers"), table);
  w.draw(() => {
    const values = theirValues(w);
    const ids = w.get("ids");
    box.hidden = values === null;
    const { now } = stored(2, ids, w.get("gradients"), rows.map(() => 0), ids.length);
    rows.forEach((row) => {
      right[row].textContent = show(now[row]);
      own[row].textContent = values ? show(Number(values[row][0])) : "…";
      own[row].classList.toggle("tb-on", Boolean(values) && Math.abs(Number(values[row][0]) - now[row]) > 1e-6);
    });
  });
  return box;
}

function summary(w, { now, kept }, show) {
  const [statement, ids, gradients, before] = arguments_(w);
  const fallen = w.get("fallen");
  const row = ids.find((id, position) => ids.indexOf(id) < position) ?? ids[0];
  if (fallen === 0) {
    return w.say("summary.none", { row });
  }
  const code = w.get("statement");
  const taken = ids.slice(0, fallen);
  const gone = taken.flatMap((_, position) =>
    kept[position] ? [] : [w.say("what.gradient", { gradient: show(gradients[position]), position })],
  );
  const old = statement ? [] : [...new Set(taken)].filter((id) => before[id] !== 0);
  const what = [...gone, ...old.map((id) => w.say("what.before", { value: show(before[id]), row: id }))];
  if (what.length === 0) {
    const last = taken.includes(row) ? row : taken[taken.length - 1];
    return w.say("summary.kept", { statement: code, row: last, value: show(now[last]) });
  }
  const { now: right } = stored(2, ids, gradients, before, fallen);
  const wrong = right.findIndex((value, id) => Math.abs(value - now[id]) > 1e-9);
  const then = wrong < 0 ? w.say("summary.chance") : w.say("summary.wrong", { row: wrong, value: show(now[wrong]), right: show(right[wrong]) });
  return `${w.say("summary.lost", { statement: code, what: what.join(", ") })} ${then}`;
}
