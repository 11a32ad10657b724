/** JupyterLab's own menus in the language of the edition: offered, never forced, since it takes a new page. */

const SETTINGS = "@jupyterlab/translation-extension:plugin";
const OFFERED = "tiedbook-edition:menus"; // in the browser's storage: the locales offered, as nobody is asked twice

/** @type {Set<string>} locales whose pack this page has looked for: two chapters may open at once */
const lookedFor = new Set();

/**
 * Offer the language pack of the edition that a chapter is in, if it is installed and not in use; once in a browser.
 * @param {import("./lab.js").Lab} lab
 * @param {any} settings ISettingRegistry
 * @param {import("./chapter.js").Chapter} chapter
 */
export async function offerMenus(lab, settings, chapter) {
  const locale = chapter.course.edition(chapter.edition)?.lab_locale;
  if (!locale || lookedFor.has(locale) || offered().includes(locale)) {
    return;
  }
  lookedFor.add(locale);
  const [{ composite }, { data }] = await Promise.all([
    settings.get(SETTINGS, "locale"),
    lab.requestTranslationsAPI("", "", {}, chapter.course.settings),
  ]);
  if (composite === locale || !(locale in data)) {
    return;
  }
  localStorage.setItem(OFFERED, [...offered(), locale].join(" "));
  const say = (/** @type {string} */ code) => chapter.say(code);
  lab.Notification.info(say("lab.menus_offer"), {
    autoClose: false,
    actions: [
      {
        label: say("lab.menus_accept"),
        displayType: "accent",
        callback: async () => {
          await settings.set(SETTINGS, "locale", locale);
          lab.Notification.success(say("lab.menus_next"), {
            autoClose: false,
            // The page itself asks before unsaved work would be lost.
            actions: [{ label: say("lab.menus_reload"), callback: () => window.location.reload() }],
          });
        },
      },
    ],
  });
}

function offered() {
  return (localStorage.getItem(OFFERED) ?? "").split(" ").filter(Boolean);
}
