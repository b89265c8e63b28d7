// Samples of code: their names, and the values in them that a page replaces by the reader's own.
export const escaped = (text) =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);

/** What a reader sees above a block, by its first word after the fence. */
const NAMES = { sh: "Shell", js: "JavaScript", python: "Python", php: "PHP", ts: "TypeScript", json: "JSON" };

/** Samples in one of these stand in tabs, where others do the same in another. */
const TABBED = ["sh", "js", "python", "php"];

/** @param lang the words after the fence */
export const isSample = (lang = "") => TABBED.includes(lang.split(" ")[0]) && / (sample|verify|program)$/.test(lang);

/**
 * What the reader replaces. The server puts in its own address (src/pages/guides), and the page's program the merchant
 * and the test key of a partner who is signed in (src/browser/guides).
 */
const VALUES = {
  "https://pay.example": "<var>https://pay.example</var>",
  YOUR_TEST_KEY: '<var class="key">YOUR_TEST_KEY</var>',
  YOUR_MERCHANT_ID: '<var class="merchant">YOUR_MERCHANT_ID</var>',
};
const VALUE = new RegExp(Object.keys(VALUES).join("|"), "g");

export function sampleOf(code, lang = "", { isTabbed = false } = {}) {
  const [language = ""] = lang.split(" ");
  const kind = / (output|answer)$/.exec(lang)?.[1];
  const text = escaped(code).replace(VALUE, (value) => VALUES[value]);
  const name = { output: "Output", answer: "Response" }[kind] ?? nameOf(lang, isTabbed);
  const className = kind !== undefined || language === "text" ? "output" : "sample";
  return `<figure class="${className}" data-language="${language}"><figcaption>${name}</figcaption>
<pre tabindex="0" aria-label="${name}"><code>${text}</code></pre></figure>\n`;
}

const nameOf = (lang, isTabbed) =>
  isTabbed && /^sh (sample|program)$/.test(lang) ? "curl" : (NAMES[lang.split(" ")[0]] ?? "Text");

/** Without JavaScript, the samples stand one after the other. @param blocks tokens of Marked */
export const tabsOf = (blocks) =>
  `<div class="tabs">${blocks.map(({ text, lang }) => sampleOf(text, lang, { isTabbed: true })).join("")}</div>\n`;
