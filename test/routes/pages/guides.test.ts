// The guides at /docs: each page is small, and its links lead to pages and headings that exist.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { guides } from "../../../src/pages/guides/guides.ts";
import { sharedServerForFile } from "../setup.ts";

/** Limit for a page with all that it loads at first. */
const BYTES_MAX = 250_000;
const DIST = resolve(import.meta.dirname, "../../../dist/browser");

const server = sharedServerForFile();
const get = (path: string) => server().call<string>({ path, headers: { "api-key": null, "merchant-id": null } });

/** The shared server's other tests read the rest of its one bucket for strangers. */
const SOME = ["/docs", "/docs/webhooks", "/docs/operations", "/docs/going-live", "/docs/console"];

test.each(SOME)("%s with its scripts and styles is below 250 KB compressed", async (path) => {
  const { status, body } = await get(path);
  expect(status).toBe(200);
  const files = [...body.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = ""]) => name);
  expect(files.length).toBeGreaterThanOrEqual(2);
  const contents = [Buffer.from(body), ...files.map((name) => readFileSync(join(DIST, name)))];
  expect(contents.reduce((bytes, content) => bytes + gzipSync(content).length, 0)).toBeLessThan(BYTES_MAX);
});

test("a page has the title of its guide and names the page in the navigation", async () => {
  const { body } = await get("/docs/webhooks");
  expect(body).toContain("<title>Webhooks · Turnpike</title>");
  expect(body.match(/<a [^>]*aria-current="page">[^<]*/g)).toEqual([
    '<a href="/docs/webhooks" aria-current="page">Webhooks',
  ]);
});

test("a guide is Markdown too, with links to other Markdown of this server", async () => {
  const { headers, body } = await get("/docs/webhooks.md");
  expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(body).toMatch(/^# Webhooks$/m);
  expect(body).toContain("[the event](/docs/operations/events.md)");
  expect((await get("/docs.md")).body).toMatch(/^# /);
});

test("a sample is named after its language and names the server's address", async () => {
  const { body } = await get("/docs/deploying");
  expect(body).toMatch(/PUBLIC_URL=<var>https?:\/\/(?!pay\.example)/);
  expect(body).toContain("<figcaption>Shell</figcaption>");
  expect(body).not.toContain("<figcaption>curl</figcaption>");
});

test.each(["/docs/nothing", "/docs/", "/docs/nothing.md", "/docs/..%2fpackage.json"])(
  "%s is not found",
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test("each link leads to a page of the server, and to a heading of it", () => {
  const { pages } = guides();
  const idsOf = ({ html }: (typeof pages)[number]) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const ids = new Map(pages.map((page) => [page.path, idsOf(page)]));
  const broken = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/<a href="([^"]*)"/g)]
      .map(([, href = ""]) => href)
      .filter((href) => {
        if (/^(https?:|mailto:|\/openapi\.json$|\/docs\/reference)/.test(href)) return false;
        const [target = "", anchor] = href.split("#");
        return anchor === undefined ? !ids.has(target) : !ids.get(target)?.has(anchor);
      })
      .map((href) => `${path}: ${href}`),
  );
  expect(broken).toEqual([]);
});
