import { readFileSync } from "node:fs";
import { CATALOGUES } from "../catalogues.ts";
import { LANGUAGES } from "../messages/languages.ts";

/** Shops load it from here: the address stays the same. */
export const EMBED_PATH = "/embed.js";

/** The script has them in place of EMBED_TEXTS. */
const TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, CATALOGUES[language].embed]));

export const EMBED_SCRIPT = readFileSync(new URL("./in-browser.js", import.meta.url), "utf8").replace(
  "EMBED_TEXTS",
  JSON.stringify(TEXTS),
);
