/** Flashcards: look at a question, say the answer, turn the card, and say whether you knew it. */
import { button, h, widget } from "./shared.js";

export default widget((w) => {
  const body = h("div", { class: "tb-wide" });
  w.root.append(body, h("p", { class: "tb-wide fc-note" }, w.say(w.get("kept") ? "kept" : "not_kept")));
  let shown = "";
  w.draw(() => {
    const state = JSON.stringify([w.get("queue")[0], w.get("turned"), w.get("marks").length]);
    if (state !== shown) {
      shown = state;
      const from = body.contains(body.getRootNode().activeElement);
      body.replaceChildren(...face(w));
      if (from) {
        body.querySelector("button")?.focus();
      }
    }
    const count = w.get("queue").length;
    w.tell(count ? w.say("left", { count }) : w.say("done", { count: Object.keys(w.get("cards")).length }));
  });
});

function face(w) {
  const [key, ...rest] = w.get("queue");
  const card = w.get("cards")[key];
  if (!card) {
    return [button(w.say("more"), () => w.set({ queue: Object.keys(w.get("cards")), turned: false }))];
  }
  const mark = (/** @type {boolean} */ knew) =>
    w.set({
      marks: [...w.get("marks"), { card: key, knew }],
      queue: knew ? rest : [...rest, key],
      turned: false,
    });
  const question = h("div", { class: "fc-question" });
  question.innerHTML = card.question;
  const id = `fc-${Math.random().toString(36).slice(2)}`; // read aloud with the button that takes the focus
  if (!w.get("turned")) {
    return [
      h("div", { class: "fc-card", id }, question, h("p", { class: "fc-think" }, w.say("think"))),
      h("div", { class: "tb-controls" }, button(w.say("show"), () => w.set({ turned: true }), { "aria-describedby": id })),
    ];
  }
  const answer = h("div", { class: "fc-answer", id, role: "group", "aria-label": w.say("answer") });
  answer.innerHTML = card.answer;
  return [
    h("div", { class: "fc-card" }, question, answer),
    h(
      "div",
      { class: "tb-controls" },
      button(w.say("knew"), () => mark(true), { "aria-describedby": id }),
      button(w.say("again"), () => mark(false)),
    ),
  ];
}
