// The favicon of every page.
import { pathByContent } from "./assets.ts";

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="7" fill="#1a56db"/><path d="M7 8.5h12M13 8.5v10M8.5 18.5h9" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>';

export const ICON_PATH = pathByContent("icon", ICON, "svg");

export const ICON_LINK = `<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">`;
