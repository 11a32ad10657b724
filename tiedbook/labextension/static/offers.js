/** Exercise and check cells that the learner deleted: offered, brought back only when asked. */

import { snapshot } from "./operations.js?v=3c0d04dbf32e2e6a";

/** @typedef {{back: string[], message: string, accept: string}} Offer what the server offers, in the learner's words */

/**
 * Ask for the offer that a chapter deserves as it stands, without changing it.
 * @param {import("./chapter.js").Chapter} chapter
 * @returns {Promise<Offer | null>}
 */
export async function offerFor({ context, course, shared, shown }) {
  if (context.isDisposed || !shown) {
    return null;
  }
  const there = new Set(shared.cells.map((/** @type {any} */ cell) => cell.getId()));
  const { cells = [] } = shared.getMetadata("tiedbook");
  const isWhole = cells.every((/** @type {string} */ id) => there.has(id)); // so nobody has to be asked
  return isWhole ? null : (await course.operations(snapshot(shared), shown)).offer;
}
