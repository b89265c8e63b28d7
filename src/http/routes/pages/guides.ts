// The guides, as pages for people and as Markdown for programs.
import { GUIDES_PATH, type Guide, guides } from "../../../pages/guides/guides.ts";
import { renderLlms } from "../../../pages/guides/llms.ts";
import { GUIDE_POLICY, markdownOf, renderGuide } from "../../../pages/guides/page.ts";
import type { PublicRoute } from "../../public-route.ts";
import { RequestError } from "../../request/request-error.ts";
import { constant, constantRoute, type Respond } from "./constant.ts";

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": GUIDE_POLICY,
  "referrer-policy": "no-referrer",
};
const MARKDOWN_HEADERS = { "content-type": "text/markdown; charset=utf-8" };
const MARKDOWN = ".md";

export function guideRoutes(): readonly PublicRoute[] {
  /** By path, made when they are first asked for. */
  const known = new Map<string, Respond>();
  const respond: Respond = (publicUrl, request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const found = known.get(path) ?? made(path);
    known.set(path, found);
    return found(publicUrl, request, reply);
  };
  const llms = constant(renderLlms, { "content-type": "text/plain; charset=utf-8" });
  const paths = [GUIDES_PATH, `${GUIDES_PATH}${MARKDOWN}`, `${GUIDES_PATH}/*`];
  return [...paths.map((path) => constantRoute(path, respond)), constantRoute("/llms.txt", llms)];
}

/** @throws RequestError not_found */
function made(path: string): Respond {
  if (!path.endsWith(MARKDOWN)) {
    const guide = guideAt(path);
    return constant((publicUrl) => renderGuide(guide, publicUrl), PAGE_HEADERS);
  }
  const guide = guideAt(path.slice(0, -MARKDOWN.length));
  return constant((publicUrl) => markdownOf(guide, publicUrl), MARKDOWN_HEADERS);
}

function guideAt(path: string): Guide {
  const guide = guides().pages.find((each) => each.path === path);
  if (!guide) throw new RequestError("not_found");
  return guide;
}
