/** The quiz of a chapter: choose, answer, and read why. */
import { button, h, put, widget } from "./shared.js";

/** @typedef {{letter: string, text: string, why: string}} Option
 *  @typedef {{cell: string, asked: string, right: string, after: string, options: Option[]}} Item HTML of the course */

export default widget((w) => {
  const body = h("div", { class: "tb-wide" });
  w.root.append(body);
  const items = /** @type {Item[]} */ (w.get("items"));
  if (!items.length) {
    return; // a chapter without a quiz
  }
  let shown = "";
  w.draw(() => {
    const item = items[place(w, items)];
    const state = JSON.stringify([item.cell, w.get("answered")[item.cell] ?? null]);
    if (state !== shown) {
      shown = state; // a tick alone changes nothing but the tick
      const from = body.contains(body.getRootNode().activeElement);
      body.replaceChildren(...page(w, items, item));
      if (from) {
        body.querySelector("[data-first]")?.focus();
      }
    }
    const ticked = w.get("chosen")[item.cell];
    for (const input of body.querySelectorAll("input")) {
      input.checked = input.value === ticked;
    }
    const answer = body.querySelector(".qz-answer");
    if (answer) {
      put(answer, { "aria-disabled": String(!ticked) });
    }
  });
  w.draw(() => w.tell(said(w, items)));
});

/** Which item is shown, wherever a cell has set `at`. */
function place(w, items) {
  return Math.min(Math.max(w.get("at"), 0), items.length - 1);
}

/** What has just happened, and how far one is. */
function said(w, items) {
  const item = items[place(w, items)];
  const answered = w.get("answered");
  const letter = answered[item.cell];
  const right = items.filter(({ cell, right }) => answered[cell] === right).length;
  const count = items.filter(({ cell }) => answered[cell]).length;
  const tally = w.say("tally", { answered: count, count: items.length, right });
  if (!letter) {
    return `${w.say("choose")} ${tally}`;
  }
  return `${w.say(letter === item.right ? "right" : "wrong", { letter, right: item.right })} ${tally}`;
}

function page(w, items, item) {
  const at = place(w, items);
  const answer = w.get("answered")[item.cell];
  const name = `qz-${item.cell}-${Math.random().toString(36).slice(2)}`;
  const asked = h("div", { class: "qz-asked", id: `${name}-asked` });
  asked.innerHTML = item.asked;
  const why = `${name}-why`; // read aloud with the button that takes the focus
  const go = (to) => w.set({ at: to });
  const options = item.options.map((option) => line(w, item, option, answer, name));
  const steps = h("div", { class: "tb-controls" });
  if (answer) {
    const without = Object.fromEntries(Object.entries(w.get("answered")).filter(([cell]) => cell !== item.cell));
    if (at + 1 < items.length) {
      steps.append(button(w.say("next"), () => go(at + 1), { "data-first": true, "aria-describedby": why }));
    }
    steps.append(
      button(w.say("again"), () => w.set({ answered: without, chosen: { ...w.get("chosen"), [item.cell]: "" } }), {
        "data-first": at + 1 === items.length,
        "aria-describedby": why,
      }),
    );
  } else {
    const give = () => {
      const letter = w.get("chosen")[item.cell];
      if (letter) {
        w.set({ answered: { ...w.get("answered"), [item.cell]: letter } });
      }
    };
    steps.append(button(w.say("answer"), give, { class: "qz-answer" }));
    if (at + 1 < items.length) {
      steps.append(button(w.say("next"), () => go(at + 1)));
    }
  }
  if (at > 0) {
    steps.append(button(w.say("previous"), () => go(at - 1)));
  }
  return [
    h("p", { class: "qz-count" }, w.say("item", { number: at + 1, count: items.length })),
    asked,
    h("fieldset", { class: "qz-options", "aria-describedby": asked.id }, h("legend", { class: "qz-unseen" }, w.say("options")), ...options),
    ...(answer ? reasons(w, item, answer, why) : []),
    steps,
  ];
}

function line(w, item, option, answer, name) {
  const input = h("input", {
    type: "radio",
    name,
    value: option.letter,
    disabled: Boolean(answer),
    "data-lm-suppress-shortcuts": true,
    "data-first": !answer && option === item.options[0],
    onchange: () => w.set({ chosen: { ...w.get("chosen"), [item.cell]: option.letter } }),
  });
  const words = h("span");
  words.innerHTML = `<b>${option.letter}.</b> ${option.text}`;
  const marks = [];
  if (answer && option.letter === item.right) {
    marks.push(h("span", { class: "qz-right" }, `✓ ${w.say("correct")}`));
  }
  if (answer === option.letter) {
    marks.push(h("span", { class: "qz-yours" }, `◀ ${w.say("yours")}`));
  }
  return h("label", { class: "qz-option" }, input, words, ...marks);
}

/** Why the answer is right or wrong, why the right one is right, and the rest folded. */
function reasons(w, item, answer, id) {
  const why = (/** @type {string} */ letter) => item.options.find((option) => option.letter === letter)?.why ?? "";
  const first = h("div", { class: "qz-why", id });
  first.innerHTML = answer === item.right ? why(answer) : `${why(answer)}<hr>${why(item.right)}`;
  const told = new Set([why(answer), why(item.right)]);
  const others = new Set(item.options.map((option) => option.why).filter((text) => !told.has(text)));
  const after = h("div", { class: "qz-after" });
  after.innerHTML = item.after;
  if (!others.size) {
    return [first, after];
  }
  const folded = h("div");
  folded.innerHTML = [...others].join("");
  return [first, h("details", {}, h("summary", {}, w.say("others")), folded), after];
}
