// The visible text of a page.
import type { RouteServer } from "../setup.ts";

export const textOf = (html: string): string =>
  html
    .replace(/<(script|svg|noscript)[\s\S]*?<\/\1>/g, "")
    .replace(/<\/?(bdi|span|wbr|code|time|strong|b)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/[\s\u00a0]+/g, " ")
    .replaceAll("&#39;", "'");

/** As somebody without a key. */
export const pageOf = async (server: RouteServer, path: string): Promise<string> =>
  (await server.call<string>({ path, headers: { "api-key": null, "merchant-id": null } })).body;
