// The form's script, read as it stands beside this file, and where it is served: its address changes with its content.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export const SCRIPT = readFileSync(new URL("./in-browser.js", import.meta.url), "utf8");

const DIGITS = 16;

export const SCRIPT_PATH = `/assets/collect-${createHash("sha256").update(SCRIPT).digest("hex").slice(0, DIGITS)}.js`;
