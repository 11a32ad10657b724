/** Tells the server while a chapter has unsaved changes, so that commands leave its file alone: see tiedbook/unsaved.py. */

const TAB = `${Date.now()}-${Math.random()}`; // crypto.randomUUID is not there on a page without https
const SOON = 200; // milliseconds after a change
const REPEAT = 45; // seconds, until the server has said how soon

/**
 * Tell while an open chapter has changes that are not in its file, and when it has none any more.
 * @param {import("./chapter.js").Chapter} chapter
 */
export function tellUnsaved({ context, course, draft }) {
  /** @type {string | null} the path that the server counts as unsaved */
  let told = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  let queue = Promise.resolve(); // one word after the other, so that the last one said is the last one heard

  const tell = (/** @type {string} */ path, /** @type {boolean} */ unsaved) => {
    const repeat = async () => {
      const reply = await course.post("unsaved", { path, tab: TAB, unsaved }).catch(() => ({})); // later, perhaps
      if (unsaved && told === path) {
        again = setTimeout(() => tell(path, true), 1000 * (reply.repeat ?? REPEAT));
      }
    };
    queue = queue.then(repeat);
  };
  const look = () => {
    clearTimeout(soon);
    soon = undefined;
    const now = draft.isUnsaved ? context.localPath : null;
    if (now === told) {
      return;
    }
    const before = told;
    told = now;
    clearTimeout(again);
    if (before !== null) {
      tell(before, false);
    }
    if (now !== null) {
      tell(now, true);
    }
  };
  const leave = () => {
    if (told !== null) {
      course.post("unsaved", { path: told, tab: TAB, unsaved: false }, { keepalive: true }).catch(() => {});
    }
  };
  const typed = () => {
    if (told === null) {
      soon ??= setTimeout(look, SOON);
    }
  };
  context.model.contentChanged.connect(typed);
  context.model.stateChanged.connect(look);
  context.saveState.connect(look);
  context.pathChanged.connect(look);
  context.disposed.connect(() => {
    window.removeEventListener("pagehide", leave);
    look();
  });
  window.addEventListener("pagehide", leave);
  look();
}
