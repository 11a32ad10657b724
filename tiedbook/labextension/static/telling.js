/** What a page says of a switch, as far as it does not show by itself. */

import { Unreachable } from "./course.js?v=9d7a2c3d5496a47d";

const LONGEST_NOTIFICATION = 140; // characters that Jupyter shows of one

/** @type {WeakSet<import("./chapter.js").Chapter>} chapters that were offered deleted cells since they were opened */
const offered = new WeakSet();

/** @type {WeakSet<import("./chapter.js").Chapter>} chapters of which it was said that they are not saved */
const warned = new WeakSet();

/**
 * Say what came of a switch.
 * @param {import("./lab.js").Lab} lab
 * @param {import("./chapter.js").Chapter} chapter
 * @param {import("./chapter.js").Result | null} result
 */
export function tell(lab, chapter, result) {
  if (result?.refusal) {
    refuse(lab, chapter, result.refusal);
  } else if (result) {
    if (result.beside) {
      lab.Notification.info(chapter.say("lab.kept"), { autoClose: 8000 });
    }
    if (chapter.draft.isReadOnly && !warned.has(chapter)) {
      warned.add(chapter);
      lab.Notification.warning(chapter.say("lab.read_only"), { autoClose: false });
    }
    offerBack(lab, chapter, result.offer);
  }
}

/**
 * Offer to bring deleted cells back, once for each opening of a chapter.
 * @param {import("./lab.js").Lab} lab
 * @param {import("./chapter.js").Chapter} chapter
 * @param {import("./offers.js").Offer | null} offer
 */
export function offerBack(lab, chapter, offer) {
  if (!offer || offered.has(chapter)) {
    return;
  }
  offered.add(chapter);
  const callback = async () => tell(lab, chapter, await chapter.bringBack(offer.back));
  lab.Notification.info(offer.message, {
    autoClose: false,
    actions: [{ label: offer.accept, displayType: "accent", callback }],
  });
}

/**
 * Tell why in a notification; in a dialog where it would be cut short, or where the server that holds its code is gone.
 * @param {import("./lab.js").Lab} lab
 * @param {import("./chapter.js").Chapter} chapter
 * @param {Error} refusal
 */
function refuse(lab, chapter, refusal) {
  if (refusal instanceof Unreachable || refusal.message.length > LONGEST_NOTIFICATION) {
    lab.showErrorMessage(chapter.say("lab.edition"), refusal.message);
  } else {
    lab.Notification.error(refusal.message, { autoClose: false });
  }
}
