/**
 * The container by which JupyterLab and Notebook 7 load this extension.
 *
 * The page adds this file as a script, gives `init` the packages it shares, and asks `get` for modules by name. Bundlers
 * write such a file; by hand it is short, and nobody who installs the workbook needs Node.
 */
(() => {
  const page = /** @type {any} */ (window);
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  /** @type {import("./lab.js").Scope} */
  let scope;

  /** @type {Record<string, () => Promise<() => object>>} module name → what makes its factory */
  const modules = {
    "./extension": async () => {
      const { edition } = await import("./plugin.js?v=08ccbe6aab823aa4");
      const plugin = await edition(scope);
      return () => ({ __esModule: true, default: plugin });
    },
    "./style": async () => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = new URL("style.css?v=e5a61a162e5efbe2", here).href;
      document.head.append(link);
      return () => ({});
    },
  };

  page._JUPYTERLAB ??= {};
  page._JUPYTERLAB["tiedbook-edition"] = {
    init: (/** @type {import("./lab.js").Scope} */ shared) => {
      scope = shared;
    },
    get: (/** @type {string} */ name) =>
      modules[name]?.() ?? Promise.reject(new Error(`tiedbook-edition has no module ${name}`)),
  };
})();
