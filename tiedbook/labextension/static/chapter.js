/** An open chapter: which edition it shows, and its way into another one. */

import { Refusal } from "./course.js?v=9d7a2c3d5496a47d";
import { Draft } from "./draft.js?v=cd0a1d3807456099";
import { asOneStep, followUndo } from "./history.js?v=288bf6281a3d1a86";
import { apply, fits, snapshot } from "./operations.js?v=3c0d04dbf32e2e6a";

const MOST_REQUESTS = 10; // one is enough unless the notebook changes under it

/**
 * What a switch came to: done, with translations placed `beside` edited prose or not and deleted cells on `offer`, or
 * refused.
 * @typedef {{beside: boolean, offer: import("./offers.js").Offer | null, refusal?: undefined} | {refusal: Refusal}} Result
 */

/**
 * What to show: an edition, perhaps another one folded below each passage of it, and perhaps deleted cells, by their ids.
 * @typedef {{edition: string, beside?: string | null, back?: string[]}} Choice
 */

/**
 * One open notebook, however many panels show it. It tells of a `change` whenever the edition, or whether a switch is
 * under way, may have changed, and of the cells `swapped` by a switch or an undo.
 */
export class Chapter extends EventTarget {
  /**
   * @param {any} context DocumentRegistry.IContext, ready
   * @param {import("./course.js").Course} course
   */
  constructor(context, course) {
    super();
    this.context = context;
    this.course = course;
    this.shared = context.model.sharedModel;
    this.draft = new Draft(context);
    /** @type {Set<{keep: () => () => void}>} what keeps its place while cells are swapped */
    this.views = new Set();
    /** @type {Choice | null} */
    this.wanted = null;
    this.isSwitching = false;
    context.model.metadataChanged.connect(() => this.dispatchEvent(new Event("change")));
    followUndo(this.shared, () => this.dispatchEvent(new Event("swapped")));
  }

  /**
   * The tag of the edition shown; null where the notebook is not a chapter of the course.
   * @returns {string | null}
   */
  get edition() {
    const noted = this.shared.getMetadata("tiedbook");
    return noted?.chapter && noted.edition ? noted.edition : null;
  }

  /**
   * The tag of the edition folded below the one shown, if there is one.
   * @returns {string | null}
   */
  get beside() {
    return (this.edition && this.shared.getMetadata("tiedbook").beside) || null;
  }

  /**
   * What is shown; null where the notebook is not a chapter of the course.
   * @returns {Choice | null}
   */
  get shown() {
    return this.edition === null ? null : { edition: this.edition, beside: this.beside };
  }

  /** @param {Choice | null} choice */
  shows(choice) {
    return choice !== null && choice.edition === this.edition && (choice.beside ?? null) === this.beside;
  }

  /**
   * Return one of this extension's sentences in the edition shown.
   * @param {string} code
   * @param {Record<string, string>} [values] what fills its holes; `{edition}` is what is shown if left out
   */
  say(code, values = {}) {
    return this.course.text(this.edition, code, { edition: this.course.name(this.shown), ...values });
  }

  /**
   * Bring back cells that the learner deleted, in the edition that is shown or on its way.
   * @param {string[]} back their ids
   */
  bringBack(back) {
    const choice = (this.isSwitching ? this.wanted : null) ?? this.shown;
    return choice && this.choose({ ...choice, back });
  }

  /**
   * Show another edition, or two.
   * @param {Choice} choice
   * @returns {Promise<Result | null>} what came of it; null where nothing had to be done, or where the choice only
   *   replaced that of a switch under way, whose result tells
   */
  async choose(choice) {
    this.wanted = choice;
    if (this.isSwitching) {
      return null;
    }
    this.#setSwitching(true);
    try {
      return await this.#reach();
    } finally {
      this.#setSwitching(false);
    }
  }

  /** @param {boolean} now */
  #setSwitching(now) {
    this.isSwitching = now;
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Ask until the answer is for the edition last chosen and for the notebook as it then stands.
   * @returns {Promise<Result | null>}
   */
  async #reach() {
    /** @type {Result | null} */
    let result = null;
    for (let asked = 0; !this.context.isDisposed && !this.#isReached(); asked++) {
      const choice = /** @type {Choice} */ (this.wanted);
      if (asked === MOST_REQUESTS) {
        return { refusal: new Refusal(this.say("lab.unsettled")) };
      }
      const before = snapshot(this.shared);
      try {
        const { operations, offer } = await this.course.operations(before, choice);
        if (choice === this.wanted && !this.context.isDisposed && fits(this.shared, before, operations)) {
          this.#swap(operations);
          this.wanted = { ...choice, back: undefined };
          result = { beside: operations.some(isBeside), offer };
        }
      } catch (fault) {
        if (!(fault instanceof Refusal)) {
          throw fault;
        }
        if (choice === this.wanted) {
          return { refusal: fault };
        }
      }
    }
    return result;
  }

  #isReached() {
    return this.shows(this.wanted) && !this.wanted?.back?.length;
  }

  /** @param {import("./operations.js").Operation[]} operations that fit */
  #swap(operations) {
    const settle = [...this.views].map((view) => view.keep());
    asOneStep(this.shared, () => apply(this.shared, operations));
    this.dispatchEvent(new Event("swapped"));
    settle.forEach((done) => done());
  }
}

/** @param {import("./operations.js").Operation} operation */
function isBeside(operation) {
  return operation.op === "insert" && "beside" in (operation.cell.metadata.tiedbook ?? {});
}
