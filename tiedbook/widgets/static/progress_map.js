/** The map of the course: chapters, exercises, points, and the next step. */
import { h, marked, number, show, toChapter, widget } from "./shared.js";

const LOOK = 3000; // milliseconds between two looks at what was noted
const MARKS = /** @type {Record<string, string>} */ ({ done: "●", tried: "◐", untouched: "○" });

export default widget((w) => {
  const head = h("div", { class: "pm-head" });
  const map = h("ol", { class: "tb-wide pm-map" });
  w.root.append(h("div", { class: "tb-wide pm-top" }, w.status, head), map, h("p", { class: "tb-wide pm-legend" }, ...marked(w.say(w.get("kept") ? "legend" : "not_kept"))));
  w.draw(() => {
    show(head, ...theNext(w));
    show(map, ...w.get("chapters").map((chapter) => theChapter(w, chapter)));
    w.tell(w.say("earned", points(w.get("earned"), w.get("points"))));
  });
  watch(w, map);
});

/** Ask the kernel for news while the map is in sight. */
function watch(w, node) {
  let inSight = false;
  const observer = new IntersectionObserver((entries) => {
    inSight = entries.some((entry) => entry.isIntersecting);
  });
  observer.observe(node);
  const timer = setInterval(() => inSight && !document.hidden && w.model.send({ look: true }), LOOK);
  w.signal.addEventListener("abort", () => {
    observer.disconnect();
    clearInterval(timer);
  });
}

function points(earned, whole) {
  return { earned: number(earned, earned % 1 ? 1 : 0), points: number(whole, whole % 1 ? 1 : 0) };
}

function theNext(w) {
  const { exercise, part, stem, title } = w.get("next");
  const bar = h("div", { class: "pm-bar", "aria-hidden": "true" }, h("span", {}));
  bar.firstChild.style.width = `${w.get("points") ? (100 * w.get("earned")) / w.get("points") : 0}%`;
  const sentence = exercise
    ? h("p", { class: "pm-next" }, ...marked(w.say("next", { exercise, part })), " ", toChapter(w.say("next_in", { chapter: title }), stem, exercise))
    : h("p", { class: "pm-next" }, w.say("all_done"));
  return [bar, sentence];
}

function theChapter(w, { stem, title, exercises, quiz }) {
  const whole = exercises.reduce((sum, each) => sum + each.points, 0);
  const earned = exercises.reduce((sum, each) => sum + each.earned, 0);
  const facts = [
    ...(whole ? [w.say("points", points(earned, whole))] : [w.say("none")]),
    ...(quiz.count ? [w.say("quiz", quiz)] : []),
  ];
  const node = h(
    "li",
    { class: `pm-chapter${whole && earned === whole ? " pm-done" : ""}` },
    h("p", { class: "pm-title" }, toChapter(title, stem)),
    h("p", { class: "pm-facts" }, facts.join(" · ")),
  );
  if (exercises.length) {
    node.append(h("ul", {}, ...exercises.map((each) => theExercise(w, each))));
  }
  return node;
}

function theExercise(w, { name, parts, hints }) {
  const states = parts.map(({ part, state, attempts }) => {
    const words = w.say(state, { attempts });
    return h("span", { class: `pm-part pm-${state}` }, h("span", { "aria-hidden": "true" }, MARKS[state]), ` ${part}: ${words}`);
  });
  return h(
    "li",
    {},
    h("code", { translate: "no" }, name),
    h("span", { class: "pm-parts" }, ...states),
    ...(hints ? [h("span", { class: "pm-hints" }, w.say("hints", { count: hints }))] : []),
  );
}
