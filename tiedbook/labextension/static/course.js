/** What the server knows: the editions, their words, and how to turn a notebook into another edition. */

/**
 * @typedef {{tag: string, name: string, lab_locale: string | null, texts: Record<string, string>}} Edition
 *   one entry of GET /tiedbook/editions; `texts` are this extension's sentences in that edition, by code
 */

const PATIENCE = 30_000; // milliseconds that a request may take before the server counts as gone

/** A switch that did not happen; its message is a sentence in the words of the learner's edition. */
export class Refusal extends Error {}

/** A refusal for want of a server. */
export class Unreachable extends Refusal {}

export class Course {
  /**
   * @param {import("./lab.js").Lab} lab
   * @param {any} settings ServerConnection.ISettings
   * @param {Edition[]} editions in the order of the menu, English first
   */
  constructor(lab, settings, editions) {
    this.lab = lab;
    this.settings = settings;
    this.editions = editions;
  }

  /**
   * Ask the server for the editions.
   *
   * All words come with them, since the sentence that the server has stopped is needed when it cannot be asked.
   * @param {import("./lab.js").Lab} lab
   * @param {any} settings
   */
  static async load(lab, settings) {
    const url = lab.URLExt.join(settings.baseUrl, "tiedbook", "editions");
    const response = await lab.ServerConnection.makeRequest(url, {}, settings);
    if (!response.ok) {
      throw new Error(`${url}: status ${response.status}; the edition menu needs tiedbook's server extension.`);
    }
    return new Course(lab, settings, (await response.json()).editions);
  }

  /**
   * @param {string | null} tag
   * @returns {Edition | undefined}
   */
  edition(tag) {
    return this.editions.find((edition) => edition.tag === tag);
  }

  /**
   * What an edition calls itself, with the one beside it: "Español + English".
   * @param {import("./chapter.js").Choice | null} choice
   */
  name(choice) {
    const tags = [choice?.edition, choice?.beside].filter((tag) => tag != null);
    return tags.map((tag) => this.edition(/** @type {string} */ (tag))?.name ?? tag).join(" + ");
  }

  /**
   * Every edition, then every edition with every other one beside it.
   * @returns {import("./chapter.js").Choice[]}
   */
  choices() {
    const tags = this.editions.map(({ tag }) => tag);
    const pairs = tags.flatMap((edition) =>
      tags.filter((tag) => tag !== edition).map((beside) => ({ edition, beside })),
    );
    return [...tags.map((edition) => ({ edition })), ...pairs];
  }

  /**
   * Return a sentence in an edition, its holes filled; in English where the edition is not the course's.
   * @param {string | null} tag
   * @param {string} code
   * @param {Record<string, string | number>} [values]
   */
  text(tag, code, values = {}) {
    const { texts } = this.edition(tag) ?? this.editions[0];
    return texts[code].replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
  }

  /**
   * Ask for the operations that turn a notebook into an edition, or into two.
   * @param {{metadata: any, cells: any[]}} notebook as it stands on the page
   * @param {import("./chapter.js").Choice} choice
   * @returns {Promise<{operations: import("./operations.js").Operation[], offer: import("./offers.js").Offer | null}>}
   * @throws {Refusal} if the server says no, or cannot be reached
   */
  async operations(notebook, { edition, beside = null, back = [] }) {
    const from = notebook.metadata.tiedbook?.edition;
    let response, answer;
    try {
      response = await this.#request("switch", {}, postOf({ notebook, edition, beside, back }));
      answer = await response.json().catch(() => ({}));
    } catch (fault) {
      throw new Unreachable(this.text(from, "lab.server_gone"), { cause: fault });
    }
    if (response.ok) {
      return answer;
    }
    // Only a 400 speaks in the learner's edition; other answers are Jupyter's own, or a proxy's.
    const own = response.status === 400 && answer.message;
    throw new Refusal(own || this.text(from, "lab.server_refused", { status: response.status }));
  }

  /**
   * Ask the server for something that can be done without.
   * @param {string} name
   * @param {Record<string, string>} query
   */
  async get(name, query) {
    return read(await this.#request(name, query, {}));
  }

  /**
   * Tell the server something that can be done without.
   * @param {string} name
   * @param {object} body
   * @param {RequestInit} [init]
   */
  async post(name, body, init = {}) {
    return read(await this.#request(name, {}, { ...postOf(body), ...init }));
  }

  /**
   * @param {string} name
   * @param {Record<string, string>} query
   * @param {RequestInit} init
   */
  #request(name, query, init) {
    const { ServerConnection, URLExt } = this.lab;
    const url = URLExt.join(this.settings.baseUrl, "tiedbook", name) + URLExt.objectToQueryString(query);
    return ServerConnection.makeRequest(url, { ...init, signal: AbortSignal.timeout(PATIENCE) }, this.settings);
  }
}

/** @param {object} body */
function postOf(body) {
  return { method: "POST", body: JSON.stringify(body) };
}

/** @param {Response} response */
async function read(response) {
  if (!response.ok) {
    throw new Error(`${response.url}: status ${response.status}`);
  }
  return response.json();
}
