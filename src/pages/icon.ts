// The mark of this service in a browser's tab, the same on every page. Its address changes with its content.
import { createHash } from "node:crypto";
import { ASSETS_PREFIX } from "./assets.ts";

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="7" fill="#1a56db"/><path d="M7 8.5h12M13 8.5v10M8.5 18.5h9" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>';

const DIGITS = 16;

export const ICON_PATH = `${ASSETS_PREFIX}icon-${createHash("sha256").update(ICON).digest("hex").slice(0, DIGITS)}.svg`;

/** For a page's head. */
export const ICON_LINK = `<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">`;
