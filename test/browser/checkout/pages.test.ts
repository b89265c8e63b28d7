// Every public page, taken from the server's route table; an unlisted route fails. Each is accessible in both colour
// schemes, fits a narrow screen, has a strict policy, sets no cookie, and has its pictures taken.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS, PUBLIC_ROUTES } from "../../../src/http/endpoints.ts";
import { openApiDocument } from "../../../src/http/openapi/document.ts";
import { logo } from "../../../src/http/routes/logo.ts";
import { guideRoutes } from "../../../src/http/routes/pages/guides.ts";
import { specificationRoute } from "../../../src/http/routes/pages/specification.ts";
import { BASELINE_SOURCE } from "../../../src/pages/baseline.ts";
import { BRAND_PATH } from "../../../src/pages/brand.ts";
import { SCRIPT_PATH } from "../../../src/pages/buyer-data/script.ts";
import { EMBED_PATH } from "../../../src/pages/embed/script.ts";
import { ICON_PATH } from "../../../src/pages/icon.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { givenLink, OPEN } from "../../routes/payment-links/given-links.ts";
import { expectAccessible } from "../harness/axe.ts";
import type { Allowance } from "../harness/faults.ts";
import { openPage, originOf } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { noSidewaysScroll } from "../harness/width.ts";
import { givenForm } from "./buyer-data-form-given.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

interface PageCase {
  readonly name: string;
  readonly status: number;
  /** Shown even without script. */
  readonly says: RegExp;
  /** Its path, once its content exists. */
  readonly given: () => Promise<string>;
}

const page = (name: string, status: number, says: RegExp, given: string | (() => Promise<string>)): PageCase => ({
  name,
  status,
  says,
  given: typeof given === "string" ? async () => given : given,
});

/** Cases by route. Routes without cases are not pages. */
const CASES: Readonly<Record<string, readonly PageCase[]>> = {
  "GET /healthz": [],
  "GET /livez": [],
  "GET /readyz": [],
  "GET /versions": [],
  "GET /.well-known/jwks.json": [],
  "GET /.well-known/assetlinks.json": [],
  "GET /.well-known/apple-app-site-association": [],
  [`GET ${logo.path}`]: [],
  "GET /:paymentId(^pay_[^/]+$)": [
    page("checkout", 200, /10\.00/, async () => `/${await createPayment(server)}`),
    page("checkout-unknown", 404, /not found/i, "/pay_nothing"),
  ],
  "POST /:paymentId(^pay_[^/]+$)/cancel": [],
  "POST /:paymentId(^pay_[^/]+$)/deposit": [],
  // Only with a mail server (test/browser/mail.test.ts).
  "POST /:paymentId(^pay_[^/]+$)/mail": [],
  "GET /:paymentId(^pay_[^/]+$)/mail": [],
  "GET /mail/stop/:token": [],
  "POST /mail/stop/:token": [],
  "POST /:paymentId(^pay_[^/]+$)/refund-address": [],
  "GET /:paymentId(^pay_[^/]+$)/refund-address": [],
  "GET /:paymentId(^pay_[^/]+$)/receipt": [],
  "GET /x402/:paymentId(^pay_[^/]+$)": [],
  "GET /x402/links/:id": [],
  "GET /": [
    page("checkout-by-query", 200, /10\.00/, async () => `/?pid=${await createPayment(server)}`),
    page("checkout-without-id", 404, /nothing to pay here/, "/"),
  ],
  "GET /collect/:token": [
    page("form", 200, /Your details/, async () => (await givenForm(server)).path),
    page("form-unknown", 404, /not found/i, "/collect/nothing"),
  ],
  "GET /pay-links/:id": [
    page("payment-link", 200, /12\.50/, async () => linkPath({ fields: [{ label: "Name", required: true }] })),
    page("payment-link-open", 200, /From US\$1\.00/, async () => linkPath({ amount: OPEN, description: "Donation" })),
    page("payment-link-closed", 410, /switched off/, async () => linkPath({ enabled: false })),
    page("payment-link-unknown", 404, /not found/i, "/pay-links/nothing"),
  ],
  "POST /pay-links/:id": [],
  "POST /collect/:token": [],
  [`GET ${SCRIPT_PATH}`]: [],
  [`GET ${ICON_PATH}`]: [],
  "GET /favicon.ico": [],
  "GET /robots.txt": [],
  [`GET ${BRAND_PATH}`]: [],
  [`GET ${EMBED_PATH}`]: [],
  "GET /console": [page("console", 200, /requires JavaScript/, "/console")],
  "GET /console/*": [page("console-inside", 200, /requires JavaScript/, "/console/payments")],
  "GET /console/till.webmanifest": [],
  "GET /console/till-worker.js": [],
  "GET /openapi.json": [],
  "GET /docs": [page("guides", 200, /Documentation/, "/docs")],
  "GET /docs.md": [],
  "GET /llms.txt": [],
  "GET /docs/*": [
    page("guide", 200, /Standard Webhooks/, "/docs/webhooks"),
    page("reference", 200, /Create a payment.*POST \/v1\/payments/s, "/docs/reference"),
    page("reference-group", 200, /referenceId.*string, required/s, "/docs/reference/payments"),
    page("errors", 200, /What to do/, "/docs/reference/errors"),
    page("guide-unknown", 404, /not found/i, "/docs/nothing"),
  ],
};

async function linkPath(changes: object): Promise<string> {
  const amount = { unit: "iso4217/USD", value: "1250" };
  return `/pay-links/${(await givenLink(server, { amount, ...changes })).id}`;
}

test("every public route is listed", () => {
  const routes = [...PUBLIC_ROUTES, specificationRoute(() => openApiDocument(ENDPOINTS)), ...guideRoutes()];
  expect(Object.keys(CASES).sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

const PRELOADS: Allowance = {
  kind: "asset",
  what: /\/assets\/console\/[\w-]+\.js: csp$/,
  why: "Chromium blocks preloads of scripts while scripts are off",
};

const STRICT_STYLES = /^('self'|'sha256-[\w+/=]+'|'nonce-[\w+/=]+'| )+$/;

/** The page at an address without a page. */
const ERROR = page("error", 404, /Page not found/, "/nothing/here");

describe.each([...Object.values(CASES).flat(), ERROR])("$name", ({ name, status, says, given }) => {
  test("its headers are strict", async () => {
    const response = await fetch(originOf(server) + (await given()), { headers: { accept: "text/html" } });
    const header = (of: string) => response.headers.get(of);
    expect([response.status, header("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    expect([header("x-content-type-options"), header("referrer-policy")]).toEqual(["nosniff", "no-referrer"]);
    expect(response.headers.getSetCookie()).toEqual([]);
    const policy = new Map(
      (header("content-security-policy") ?? "").split("; ").map((each) => {
        const [directive = "", ...sources] = each.split(" ");
        return [directive, sources.join(" ")];
      }),
    );
    expect(Object.fromEntries(policy)).toMatchObject({
      "default-src": "'none'",
      "base-uri": "'none'",
      "form-action": expect.stringMatching(/^'(none|self)'$/),
      "frame-ancestors": expect.stringMatching(/^'(none|self)'$/),
      "style-src": expect.stringMatching(STRICT_STYLES),
    });
    for (const directive of ["script-src", "connect-src", "frame-src", "img-src", "font-src"]) {
      expect([undefined, "'none'", "'self'", `'self' ${BASELINE_SOURCE}`, "'self' data:"], directive).toContain(
        policy.get(directive),
      );
    }
  });

  test("it is accessible on any screen", async () => {
    const opened = await openPage({ server });
    await opened.goto(await given());
    await opened.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await opened.title()).not.toBe("");
    await takePictures(opened, `page-${name}`);
    for (const colorScheme of ["light", "dark"] as const) {
      await opened.emulateMedia({ colorScheme });
      await expectAccessible(opened);
    }
    await noSidewaysScroll(opened);
    expect(await opened.context().cookies()).toEqual([]);
  });

  test("it is meaningful without script", async () => {
    const opened = await openPage({ server, javaScriptEnabled: false, allows: [PRELOADS] });
    await opened.goto(await given());
    const seen = await opened.locator("main, noscript").filter({ visible: true }).allTextContents();
    expect(seen.join(" ")).toMatch(says);
  });
});

test("assets are immutable and have the right content type", async () => {
  const opened = await openPage({ server });
  const assets: string[] = [];
  opened.on("response", (response) => {
    if (new URL(response.url()).pathname.startsWith("/assets/")) assets.push(response.url());
  });
  for (const path of [await createPayment(server), "console"]) await opened.goto(`/${path}`);
  expect(assets.length).toBeGreaterThanOrEqual(4);
  for (const url of assets) {
    const { headers } = await fetch(url);
    expect(headers.get("cache-control"), url).toBe("public, max-age=31536000, immutable");
    expect(headers.get("x-content-type-options"), url).toBe("nosniff");
    expect(headers.get("content-type"), url).toMatch(
      /^text\/(javascript|css)|^application\/javascript|^image\/svg\+xml$/,
    );
  }
});
