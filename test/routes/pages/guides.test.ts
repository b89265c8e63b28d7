// The guides and the reference at /docs: each page is small, and its links lead to pages and headings that exist.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CHARGE_EVENT_TYPES } from "../../../src/contract/commerce/charge-events.ts";
import { PARTNER_ERROR_CODES } from "../../../src/contract/errors.ts";
import { EVENT_TYPES } from "../../../src/events/types.ts";
import { ENDPOINTS } from "../../../src/http/endpoints.ts";
import { type Guide, guides } from "../../../src/pages/guides/guides.ts";
import { renderGuide } from "../../../src/pages/guides/page.ts";
import { sharedServerForFile } from "../setup.ts";

/** Limit for a page with all that it loads at first. */
const BYTES_MAX = 250_000;
const DIST = resolve(import.meta.dirname, "../../../dist/browser");

const server = sharedServerForFile();
const get = (path: string) => server().call<string>({ path, headers: { "api-key": null, "merchant-id": null } });

test.each(guides().pages.map((guide) => [guide.path, guide] as const))(
  "%s with its scripts and styles is below 250 KB compressed",
  (_, guide) => {
    const body = renderGuide(guide, "https://pay.example");
    const files = [...body.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = ""]) => name);
    expect(files.length).toBeGreaterThanOrEqual(2);
    const contents = [Buffer.from(body), ...files.map((name) => readFileSync(join(DIST, name)))];
    expect(contents.reduce((bytes, content) => bytes + gzipSync(content).length, 0)).toBeLessThan(BYTES_MAX);
  },
);

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
  const deploying = (await get("/docs/deploying.md")).body;
  expect(deploying).toContain("PUBLIC_URL=http");
  expect(deploying).not.toContain("https://pay.example");
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

const idsOf = ({ html }: Guide) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));

test("each link of the Markdown leads to other Markdown, and to a heading of it", () => {
  const { pages } = guides();
  const ids = new Map(pages.map((page) => [`${page.path}.md`, idsOf(page)]));
  const broken = pages.flatMap(({ path, markdown }) =>
    [...markdown.replace(/^\s*```.*?^\s*```$|`[^`\n]*`/gms, "code").matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, href = ""]) => href)
      .filter((href) => {
        if (/^(https?:|mailto:|\/openapi\.json$)/.test(href)) return false;
        const [target = "", anchor] = href.split("#");
        return anchor === undefined ? !ids.has(target) : !ids.get(target)?.has(anchor);
      })
      .map((href) => `${path}: ${href}`),
  );
  expect(broken).toEqual([]);
});

test("/llms.txt lists each page as Markdown, with absolute links and what it is about", async () => {
  const { status, headers, body } = await get("/llms.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const [title, , summary] = body.split("\n");
  expect([title, summary]).toEqual([
    "# Turnpike",
    expect.stringMatching(/^> Turnpike is a self-hosted payment gateway/),
  ]);
  const links = [...body.matchAll(/^- \[[^\]]+\]\((https?:\/\/[^/)]+)([^)]+)\): .+/gm)];
  expect(links.map(([, , path]) => path)).toEqual(guides().pages.map(({ path }) => `${path}.md`));
  expect(new Set(links.map(([, origin]) => origin))).toEqual(
    new Set([server().baseUrl.replace("127.0.0.1", "localhost")]),
  );
});

test("the reference has each operation with its fields, and samples in four languages", () => {
  const pages = guides().pages.filter(({ path }) => path.startsWith("/docs/reference/"));
  for (const { method, path, summary } of ENDPOINTS) {
    const shown = `<code>${method} ${path.replace(/:(\w+)/g, "{$1}")}</code>`;
    const page = pages.find(({ html }) => html.includes(shown));
    const [, section = ""] = page?.html.split(shown) ?? [];
    expect(
      page?.headings.map(({ words }) => words),
      shown,
    ).toContain(summary);
    const names = [...(section.split("<h2")[0] ?? "").matchAll(/<figcaption>([^<]*)/g)].map(([, name]) => name);
    expect(names.slice(0, 5), shown).toEqual(["curl", "JavaScript", "Python", "PHP", "Response"]);
  }
});

test("the catalogues have each error and each event with a sample", () => {
  const headingsOf = (path: string) => guides().pages.find((page) => page.path === path)?.headings ?? [];
  expect(headingsOf("/docs/reference/errors").map(({ words }) => words)).toEqual([...PARTNER_ERROR_CODES]);
  expect(headingsOf("/docs/reference/events").map(({ words }) => words)).toEqual([
    ...EVENT_TYPES,
    ...CHARGE_EVENT_TYPES,
  ]);
  const sections = ["/docs/reference/errors", "/docs/reference/events"].flatMap((path) =>
    (guides().pages.find((page) => page.path === path)?.html ?? "").split("<h2").slice(1),
  );
  expect(sections.filter((section) => !section.includes("<figcaption>Response</figcaption>"))).toEqual([]);
});

test("each link leads to a page of the server, and to a heading of it", () => {
  const { pages } = guides();
  const ids = new Map(pages.map((page) => [page.path, idsOf(page)]));
  const broken = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/<a href="([^"]*)"/g)]
      .map(([, href = ""]) => href)
      .filter((href) => {
        if (/^(https?:|mailto:|\/openapi\.json$)/.test(href)) return false;
        const [target = "", anchor] = href.split("#");
        return anchor === undefined ? !ids.has(target) : !ids.get(target)?.has(anchor);
      })
      .map((href) => `${path}: ${href}`),
  );
  expect(broken).toEqual([]);
});
