// Links between Markdown files become links between the pages of a server.
import { dirname, normalize } from "node:path";
import { placeOf } from "./contents.js";

const CODE_BLOCK = /(^\s*```[^\n]*\n.*?^\s*```$)/ms;
/** The words may be wrapped. */
const LINK = /\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g;
/** A page of the server that a guide names in a sentence. */
const NAMED = /(?<!\[)`(\/docs(?:\/[\w/-]+)?)`/g;

/** @param files that the server shows */
export function linksAmong(files) {
  const places = new Map(files.map((file) => [file, placeOf(file)]));
  const isPlace = (path) => [...places.values()].includes(path);

  /**
   * @param ending of the target's address: "" for the page, ".md" for its Markdown
   * @returns null for a file that no server shows
   */
  function linkFrom(file, href, ending = "") {
    if (/^[a-z]+:/.test(href)) return href;
    const [path, anchor] = href.split("#");
    const target = path === "" ? file : normalize(`${dirname(file)}/${path}`);
    if (target === "openapi.json") return "/openapi.json";
    const place = places.get(target) ?? places.get(`${target.replace(/\/$/, "")}/README.md`);
    if (place === undefined) return null;
    return `${place}${ending}${anchor === undefined ? "" : `#${anchor}`}`;
  }

  /** The Markdown of a file with links that lead to other Markdown of the same server. */
  function withPlaces(file, text) {
    const parts = text.split(CODE_BLOCK);
    return parts
      .map((part, index) => {
        if (index % 2 === 1) return part;
        return part
          .replace(NAMED, (code, path) => (isPlace(path) ? `[${code}](${path}.md)` : code))
          .replace(LINK, (whole, words, href) => {
            if (href.startsWith("/docs")) return whole;
            const target = linkFrom(file, href, ".md");
            return target === null ? words : `[${words}](${target})`;
          });
      })
      .join("");
  }

  return { linkFrom, isPlace, withPlaces };
}
