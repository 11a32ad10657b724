/** Tells a chapter's kernel the edition, so that checks and figures speak it. */

/** Statuses after which a kernel no longer knows what it was told. */
const FORGETFUL = new Set(["starting", "restarting", "autorestarting", "terminating", "dead"]);

/**
 * Keep the kernel of a chapter at the chapter's edition: after each switch and each undo, and after each start,
 * restart and reconnection, since the kernel itself only sees the edition in the saved file.
 * @param {any} sessionContext ISessionContext
 * @param {import("./chapter.js").Chapter} chapter
 */
export function keepKernelInformed(sessionContext, chapter) {
  /** @type {string | null} */
  let told = null;

  const tell = async () => {
    const kernel = sessionContext.session?.kernel;
    const edition = chapter.edition;
    if (!kernel || edition === null || edition === told) {
      return;
    }
    told = edition;
    const status = await telling(kernel, edition);
    if (told !== edition) {
      return; // there is newer news
    }
    // After an "error" it counts as told: a kernel without tiedbook would only say the same again.
    if (status === "lost" || status === "aborted") {
      told = null;
    }
    if (status === "aborted") {
      await tell(); // a cell that failed took everything queued behind it along
    }
  };

  chapter.addEventListener("change", tell);
  sessionContext.kernelChanged.connect(() => {
    told = null;
  });
  sessionContext.statusChanged.connect((/** @type {any} */ _, /** @type {string} */ status) => {
    if (FORGETFUL.has(status)) {
      told = null;
    } else if (status === "idle") {
      tell();
    }
  });
  tell();
}

/**
 * Run the request in the kernel without a trace: no output, no history, no name left behind.
 *
 * A busy kernel answers when it is done; nobody waits for it.
 * @param {any} kernel IKernelConnection
 * @param {string} edition
 * @returns {Promise<"ok" | "error" | "aborted" | "lost">}
 */
async function telling(kernel, edition) {
  const code = `__import__("tiedbook").set_edition(${JSON.stringify(edition)})`;
  const request = { code, silent: true, store_history: false, allow_stdin: false, stop_on_error: false };
  try {
    return (await kernel.requestExecute(request, true).done).content.status;
  } catch {
    return "lost"; // the kernel was restarted, or is gone
  }
}
