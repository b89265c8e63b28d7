import { readFileSync } from "node:fs";

/** Shops load it from here: the address stays the same. */
export const EMBED_PATH = "/embed.js";

export const EMBED_SCRIPT = readFileSync(new URL("./in-browser.js", import.meta.url), "utf8");
