/** Exercise and check cells that the learner deleted: offered once for each opening, brought back only when asked. */

/** @typedef {{back: string[], message: string, accept: string}} Offer what the server offers, in the learner's words */

/** @type {WeakSet<import("./chapter.js").Chapter>} chapters that were offered something since they were opened */
const offered = new WeakSet();

/**
 * Offer to bring deleted cells back.
 * @param {import("./lab.js").Lab} lab
 * @param {import("./chapter.js").Chapter} chapter
 * @param {Offer | null} offer
 * @param {(back: string[]) => void} bring what brings them back
 */
export function offerBack(lab, chapter, offer, bring) {
  if (!offer || offered.has(chapter)) {
    return;
  }
  offered.add(chapter);
  lab.Notification.info(offer.message, {
    autoClose: false,
    actions: [{ label: offer.accept, displayType: "accent", callback: () => bring(offer.back) }],
  });
}
