// The form's script and its URL.
import { readFileSync } from "node:fs";
import { pathByContent } from "../assets.ts";

export const SCRIPT = readFileSync(new URL("./in-browser.js", import.meta.url), "utf8");

export const SCRIPT_PATH = pathByContent("collect", SCRIPT, "js");
