// The hosted form's message to the wallet over each bridge, in a real browser: a JSON string, sent once. The server
// alone decides whether the data is complete.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { openPage, originOf } from "../harness/page.ts";
import { expire, fillIn, givenForm, keptFor, send } from "./buyer-data-form-given.ts";

const COMPLETE = '{"type":"IC_COMPLETE","success":true}';
const EXPIRED = '{"type":"IC_ERROR","error":"The payment has expired"}';

/** A wallet that is a web page: it records each message and its origin. */
const WALLET_PAGE = `<!doctype html><title>A wallet</title><script>
window.told = [];
addEventListener("message", ({ data, origin }) => told.push([data, origin]));
</script>`;

let wallet: Server;
let walletOrigin: string;
let server: TestServer;
beforeAll(async () => {
  wallet = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(WALLET_PAGE);
  });
  await new Promise<void>((resolve) => void wallet.listen(0, "127.0.0.1", resolve));
  walletOrigin = `http://localhost:${(wallet.address() as AddressInfo).port}`;
  // A wallet on another origin, as usual, which the operator allows to frame the form.
  server = await startServer({ role: "api", environment: { FORM_FRAME_ANCESTORS: walletOrigin } });
});
afterAll(async () => {
  wallet.close();
  await server.stop();
});

/** How each kind of app injects its bridge. Runs in the page. */
const BRIDGES: Readonly<Record<string, (tell: string) => void>> = {
  "AndroidWallet.onDataCollectionComplete": (tell) => {
    const onDataCollectionComplete = (window as unknown as Record<string, unknown>)[tell];
    Object.assign(window, { AndroidWallet: { onDataCollectionComplete } });
  },
  "webkit.messageHandlers.payDataCollectionComplete": (tell) => {
    const postMessage = (window as unknown as Record<string, unknown>)[tell];
    Object.assign(window, { webkit: { messageHandlers: { payDataCollectionComplete: { postMessage } } } });
  },
  ReactNativeWebView: (tell) => {
    const postMessage = (window as unknown as Record<string, unknown>)[tell];
    Object.assign(window, { ReactNativeWebView: { postMessage } });
  },
};

describe.each(Object.entries(BRIDGES))("%s", (_, bridge) => {
  async function inApp(): Promise<{ page: Page; told: unknown[] }> {
    const page = await openPage({ server });
    const told: unknown[] = [];
    await page.context().exposeBinding("tellTest", (_source, ...message: unknown[]) => void told.push(...message));
    await page.context().addInitScript(bridge, "tellTest");
    return { page, told };
  }

  test("is notified once the form is accepted", async () => {
    const { page, told } = await inApp();
    const { path, paymentId } = await givenForm(server);
    await page.goto(path);
    await fillIn(page);
    expect(told).toEqual([]);
    await send(page);
    await expect.poll(() => told).toEqual([COMPLETE]);
    expect(await keptFor(server, paymentId)).toHaveLength(5);
  });

  test("learns why the form is closed", async () => {
    const { page, told } = await inApp();
    const { path, paymentId } = await givenForm(server);
    await expire(server, paymentId);
    await page.goto(path);
    await expect.poll(() => told).toEqual([EXPIRED]);
  });
});

const toldTo = (page: Page): Promise<unknown> => page.evaluate(() => (window as unknown as { told: unknown }).told);

/** A page of another origin, like wallets that are web pages. */
async function openWallet(): Promise<Page> {
  const page = await openPage({ server, otherOrigins: [walletOrigin] });
  await page.goto(walletOrigin);
  return page;
}

test("the page that opened the form in another window is notified", async () => {
  const page = await openWallet();
  const { path } = await givenForm(server);
  const opening = page.context().waitForEvent("page");
  await page.evaluate((url) => void window.open(url), originOf(server) + path);
  const form = await opening;
  await fillIn(form);
  expect(await toldTo(page)).toEqual([]);
  await send(form);
  await expect.poll(() => toldTo(page)).toEqual([[COMPLETE, originOf(server)]]);
});

/** Puts the form into a frame of the page. */
const frame = (page: Page, url: string): Promise<void> =>
  page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement("iframe"), { src, width: 400, height: 900 }));
  }, url);

test("a page that frames the form is notified, if the operator allows framing", async () => {
  const page = await openWallet();
  const { path, paymentId } = await givenForm(server);
  await frame(page, originOf(server) + path);
  const form = page.frameLocator("iframe");
  await form.getByLabel("Full name").fill("Ada");
  await expire(server, paymentId);
  await form.locator("form").evaluate((element) => (element as HTMLFormElement).submit());
  await expect.poll(() => toldTo(page)).toEqual([[EXPIRED, originOf(server)]]);
});

test("pages of other origins can't frame it", async () => {
  const other = await startServer({ role: "api" });
  onTestFinished(() => other.stop());
  const page = await openPage({
    server: other,
    otherOrigins: [walletOrigin],
    allows: [
      { kind: "policy", what: /frame-ancestors/, why: "this is what the test is about" },
      { kind: "asset", what: /ERR_BLOCKED_BY_RESPONSE/, why: "this is what the test is about" },
    ],
  });
  await page.goto(walletOrigin);
  const { path } = await givenForm(other);
  const refused = page.waitForEvent("requestfailed");
  await frame(page, originOf(other) + path);
  expect((await refused).failure()?.errorText).toBe("net::ERR_BLOCKED_BY_RESPONSE");
  expect(await toldTo(page)).toEqual([]);
});

test("all bridges are notified, even if one of them throws", async () => {
  const page = await openPage({
    server,
    allows: [{ kind: "script", what: /a broken app/, why: "the browser reports an app's own fault" }],
  });
  const told: unknown[] = [];
  await page.context().exposeBinding("tellTest", (_source, message: unknown) => void told.push(message));
  await page.context().addInitScript(() => {
    const { tellTest } = window as unknown as { tellTest: unknown };
    const broken = () => {
      throw new Error("a broken app");
    };
    Object.assign(window, {
      AndroidWallet: { onDataCollectionComplete: broken },
      ReactNativeWebView: { postMessage: tellTest },
    });
  });
  const { path, paymentId } = await givenForm(server);
  await expire(server, paymentId);
  await page.goto(path);
  await expect.poll(() => told).toEqual([EXPIRED]);
});
