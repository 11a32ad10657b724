/** A chapter that another page, or a command, has saved: this page follows, or says what happened. */

const LOOK_EVERY = 10_000; // milliseconds, while the page is in sight
const MARGIN = 500; // milliseconds by which the clocks of a server and of its files may differ

/**
 * Watch the file of an open chapter, without real-time collaboration.
 * @param {any} contents Contents.IManager
 * @param {import("./chapter.js").Chapter} chapter
 * @param {() => void} changed called once for each version that another page or a command has saved; the program itself
 *   asks before it overwrites one
 */
export function watchFile(contents, chapter, changed) {
  const { context } = chapter;
  if (context.model.collaborative) {
    return; // all pages share one notebook
  }
  const pages = new BroadcastChannel("tiedbook-saved");
  const here = () => chapter.course.settings.baseUrl + context.path;
  let isSaving = false;
  /** @type {string | null} the version that was told of */
  let told = null;

  const look = async () => {
    if (isSaving || chapter.isSwitching || isRunning(context)) {
      return; // the next look comes
    }
    const found = await contents.get(context.path, { content: false, hash: true }).catch(() => null); // moved, or no server
    const isSettled = !isSaving && !context.isDisposed; // what was found is no version of this page's own, half noted
    if (isSettled && found && version(found) !== told && isOther(found, context.contentsModel)) {
      told = version(found);
      changed();
    }
  };
  const timer = setInterval(() => document.visibilityState === "visible" && look(), LOOK_EVERY);
  const seen = () => document.visibilityState === "visible" && void look();
  const saved = (/** @type {MessageEvent} */ { data }) => data === here() && void look();
  pages.addEventListener("message", saved);
  document.addEventListener("visibilitychange", seen);
  context.saveState.connect((/** @type {any} */ _, /** @type {string} */ state) => {
    isSaving = state === "started";
    if (state.startsWith("completed")) {
      pages.postMessage(here());
    }
  });
  context.disposed.connect(() => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
    pages.close();
  });
}

/** @typedef {{hash?: string | null, last_modified: string}} Version of a file; older servers give no hash */

/** @param {Version} file */
function version(file) {
  return file.hash ?? file.last_modified;
}

/**
 * @param {Version} found
 * @param {Version | null} known
 */
function isOther(found, known) {
  if (!known) {
    return false;
  }
  if (found.hash && known.hash) {
    return found.hash !== known.hash;
  }
  return Date.parse(found.last_modified) - Date.parse(known.last_modified) > MARGIN;
}

/**
 * Say whether a cell waits for its results, which would be lost with it.
 * @param {any} context
 */
function isRunning(context) {
  return [...context.model.cells].some((cell) => cell.type === "code" && cell.executionState === "running");
}

/**
 * Take over what was saved elsewhere and say so, where nothing would be lost; else say what happened, and offer it.
 * @param {import("./lab.js").Lab} lab
 * @param {any} contents Contents.IManager
 * @param {import("./chapter.js").Chapter} chapter
 */
export async function followFile(lab, contents, chapter) {
  const { Notification, showErrorMessage } = lab;
  if (!chapter.draft.isEdited) {
    await takeOver(contents, chapter);
    Notification.info(chapter.say("lab.followed"), { autoClose: 8000 });
    return;
  }
  const accept = async () => {
    try {
      const file = await takeOver(contents, chapter);
      if (file) {
        Notification.success(chapter.say("lab.copied", { file }), { autoClose: false });
      }
    } catch (fault) {
      showErrorMessage(chapter.say("lab.take_over"), fault); // no copy, so nothing was taken over
    }
  };
  Notification.warning(chapter.say("lab.saved_elsewhere"), {
    autoClose: false,
    actions: [{ label: chapter.say("lab.take_over"), displayType: "accent", callback: accept }],
  });
}

/**
 * Show what is in the file; what is here and in no file is put into a copy first.
 * @param {any} contents Contents.IManager
 * @param {import("./chapter.js").Chapter} chapter
 * @returns {Promise<string | null>} the path of the copy, if one was made
 */
async function takeOver(contents, chapter) {
  const { context, draft } = chapter;
  const copy = draft.isEdited ? nameOfCopy(context.path) : null;
  if (copy) {
    await contents.save(copy, { type: "notebook", format: "json", content: context.model.toJSON() });
  }
  const settle = [...chapter.views].map((view) => view.comeBack());
  await context.revert();
  context.model.dirty = false;
  draft.settle();
  settle.forEach((done) => done());
  return copy;
}

/**
 * @param {string} path "w/ch01_x.ipynb"
 * @returns {string} "w/ch01_x-2026-11-30-120000.ipynb"
 */
function nameOfCopy(path) {
  const now = new Date().toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  return path.replace(/(\.ipynb)?$/, `-${now}$1`);
}
