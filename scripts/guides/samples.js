// Samples of code: their names, their values that a reader replaces, and the groups that become tabs.
export const escaped = (text) =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);

/** What a reader sees above a block, by its first word after the fence. */
const NAMES = { sh: "curl", js: "JavaScript", python: "Python", php: "PHP", ts: "TypeScript", json: "JSON" };
/** Blocks of these kinds that follow each other show the same in several languages. */
const IN_TABS = /^\w+ (tab|verify)$/;

/**
 * What a sample says in place of the reader's own values. The server puts its own address in (src/pages/guides), and
 * the program of the page what the console's session knows (src/browser/guides).
 */
export const PLACEHOLDERS = { url: "https://pay.example", merchant: "mrch_YOUR_MERCHANT", key: "YOUR_API_KEY" };

const PATTERN = new RegExp(Object.values(PLACEHOLDERS).join("|"), "g");
const NAME_OF = Object.fromEntries(Object.entries(PLACEHOLDERS).map(([name, text]) => [text, name]));

/** @param lang the words after the fence */
export function sampleOf(code, lang = "") {
  const [language = ""] = lang.split(" ");
  const isOutput = / (output|answer)$/.test(lang);
  const text = escaped(code).replace(PATTERN, (found) => `<var data-value="${NAME_OF[found]}">${found}</var>`);
  const name = isOutput ? "Output" : (NAMES[language] ?? "Text");
  const kind = isOutput || language === "text" ? "output" : "sample";
  return `<figure class="${kind}" data-language="${language}"><figcaption>${name}</figcaption>
<pre tabindex="0" aria-label="${name}"><code>${text}</code></pre></figure>\n`;
}

/** @returns tokens, and arrays of code tokens that belong together */
export function tabsOf(tokens) {
  const parts = [];
  for (const token of tokens) {
    const before = parts.at(-1);
    if (token.type === "space" && Array.isArray(before)) continue;
    if (token.type !== "code" || !IN_TABS.test(token.lang ?? "")) parts.push(token);
    else if (Array.isArray(before)) before.push(token);
    else parts.push([token]);
  }
  return parts;
}
