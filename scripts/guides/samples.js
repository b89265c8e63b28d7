// Samples of code: their names, and the address in them that a server replaces by its own.
export const escaped = (text) =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);

/** What a reader sees above a block, by its first word after the fence. */
const NAMES = { sh: "Shell", js: "JavaScript", python: "Python", php: "PHP", ts: "TypeScript", json: "JSON" };

/** Samples say this in place of the server's address, which the server puts in (src/pages/guides). */
const URL_PLACEHOLDER = "https://pay.example";

/** @param lang the words after the fence */
export function sampleOf(code, lang = "") {
  const [language = ""] = lang.split(" ");
  const isOutput = / (output|answer)$/.test(lang);
  const text = escaped(code).replaceAll(URL_PLACEHOLDER, `<var>${URL_PLACEHOLDER}</var>`);
  const name = isOutput ? "Output" : (NAMES[language] ?? "Text");
  const kind = isOutput || language === "text" ? "output" : "sample";
  return `<figure class="${kind}"><figcaption>${name}</figcaption>
<pre tabindex="0" aria-label="${name}"><code>${text}</code></pre></figure>\n`;
}
