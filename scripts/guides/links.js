// Links between Markdown files become links between the pages of a server.
import { dirname, normalize } from "node:path";
import { FILES, placeOf } from "./contents.js";

const PLACES = new Map(FILES.map((file) => [file, placeOf(file)]));

/**
 * @param ending of the target's address: "" for the page, ".md" for its Markdown
 * @returns null for a file that no server shows
 */
export function linkFrom(file, href, ending = "") {
  if (/^[a-z]+:/.test(href)) return href;
  const [path, anchor] = href.split("#");
  const target = path === "" ? file : normalize(`${dirname(file)}/${path}`);
  if (target === "openapi.json") return "/openapi.json";
  const place = PLACES.get(target) ?? PLACES.get(`${target.replace(/\/$/, "")}/README.md`);
  if (place === undefined) return null;
  return `${place}${ending}${anchor === undefined ? "" : `#${anchor}`}`;
}

const FENCE = /^\s*```/;
const LINK = /\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g;

/** The Markdown of a file with links that lead to other Markdown of the same server. */
export function withPlaces(file, text) {
  let isCode = false;
  return text
    .split("\n")
    .map((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      if (isCode) return line;
      return line.replace(LINK, (_, words, href) => {
        const target = linkFrom(file, href, ".md");
        return target === null ? words : `[${words}](${target})`;
      });
    })
    .join("\n");
}
