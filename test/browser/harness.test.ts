// Each check of the browser harness fails a test: each gets a page with the fault that it looks for.

import { existsSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { expectAccessible } from "./harness/axe.ts";
import type { FaultKind } from "./harness/faults.ts";
import { openPage, takeFaults } from "./harness/page.ts";
import { takePictures } from "./harness/picture.ts";

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; img-src *";
const PAGES: Readonly<Record<string, string>> = {
  "/good": "<h1>Good</h1>",
  "/inline": "<script>document.title = 'ran'</script>",
  "/style": "<p style='color: red'>Red</p>",
  "/throws": "<script src='/throws.js'></script>",
  "/logs": "<script src='/logs.js'></script>",
  "/third-party": "<img alt='' src='http://tracker.example/dot.png'>",
  "/no-asset": "<link rel='stylesheet' href='/none.css'>",
  "/asks": "<script src='/asks.js'></script>",
  "/gray": "<h1>Gray</h1><p class='gray'>Hard to read</p><link rel='stylesheet' href='/gray.css'><img src='/dot.svg'>",
};
const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "/throws.js": ["text/javascript", "throw new Error('oh no')"],
  "/logs.js": ["text/javascript", "console.error('oh no')"],
  "/asks.js": ["text/javascript", "fetch('/broken'); fetch('/refused')"],
  "/gray.css": ["text/css", ".gray { color: #bbb; background: #fff }"],
  "/dot.svg": ["image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>"],
};

const server = createServer((request, response) => {
  const url = request.url ?? "";
  const body = PAGES[url];
  const [type, text] = FILES[url] ?? ["text/plain", ""];
  if (body !== undefined) {
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": POLICY });
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title><main>${body}</main></html>`,
    );
  } else if (url === "/broken") response.writeHead(503).end();
  else response.writeHead(text ? 200 : 404, { "content-type": type }).end(text || "Not found");
});
let site: { readonly baseUrl: string };

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  site = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
afterAll(() => void server.close());

const kindsOf = async (path: string, options: { readonly javaScriptEnabled?: boolean } = {}): Promise<FaultKind[]> => {
  const page = await openPage({ server: site, ...options });
  await page.goto(path, { waitUntil: "networkidle" });
  return [...new Set((await takeFaults(page)).map(({ kind }) => kind))].sort();
};

describe("faults", () => {
  test.each<[path: string, faults: FaultKind[]]>([
    ["/good", []],
    ["/inline", ["policy"]],
    ["/style", ["policy"]],
    ["/throws", ["script"]],
    ["/logs", ["console"]],
    ["/third-party", ["asset", "console", "elsewhere"]],
    ["/no-asset", ["asset"]],
    ["/asks", ["server"]],
    ["/nowhere", []],
  ])("%s: %s", async (path, faults) => {
    expect(await kindsOf(path)).toEqual(faults);
  });

  test("the policy is also watched without script", async () => {
    expect(await kindsOf("/style", { javaScriptEnabled: false })).toEqual(["policy"]);
  });

  test("pages opened by a page are also watched", async () => {
    const page = await openPage({ server: site });
    await page.goto("/good");
    const opened = page.context().waitForEvent("page");
    await page.evaluate(() => void window.open("/throws"));
    await (await opened).waitForLoadState("networkidle");
    expect(await takeFaults(page)).toMatchObject([{ kind: "script", what: expect.stringContaining("oh no") }]);
  });

  test.fails("faults fail a test that does not look at them", async () => {
    const page = await openPage({ server: site });
    await page.goto("/throws");
  });

  test("are allowed if the test says why", async () => {
    const allows = [{ kind: "script", what: /oh no/, why: "this is what the test is about" }] as const;
    const page = await openPage({ server: site, allows });
    await page.goto("/throws");
  });

  test("only this machine's names resolve", async () => {
    const allows = [{ kind: "elsewhere", what: /./, why: "it asks elsewhere" }] as const;
    const page = await openPage({ server: site, allows: [...allows, { ...allows[0], kind: "asset" }] });
    for (const url of ["http://example.com/", "http://192.0.2.1/"]) {
      await expect(page.goto(url)).rejects.toThrow("ERR_NAME_NOT_RESOLVED");
    }
  });
});

describe("accessibility", () => {
  test("a good page passes, whatever its policy", async () => {
    const page = await openPage({ server: site });
    await page.goto("/good");
    await expectAccessible(page);
  });

  test("a bad page fails with rule, element and advice", async () => {
    const page = await openPage({ server: site });
    await page.goto("/gray");
    await expect(expectAccessible(page)).rejects.toThrow(
      /color-contrast.*class="gray".*contrast of 1\.9.*image-alt.*img/s,
    );
  });
});

test("pictures cover both sizes in both colour schemes, and leave the page unchanged", async () => {
  const files = ["phone", "desktop"].flatMap((size) =>
    ["light", "dark"].map((scheme) => `test-pictures/harness-${size}-${scheme}.png`),
  );
  for (const file of files) rmSync(file, { force: true });
  const page = await openPage({ server: site, viewport: "narrow", colorScheme: "dark" });
  await page.goto("/good");
  vi.stubEnv("PICTURES", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  await takePictures(page, "harness");
  for (const file of files) expect(existsSync(file) && statSync(file).size).toBeGreaterThan(1_000);
  expect(page.viewportSize()).toEqual({ width: 320, height: 568 });
  expect(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
});
