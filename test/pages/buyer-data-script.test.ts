// The form's script, run as served in a page that records the messages to every bridge. Browser tests run it under the
// page's policy.
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { SCRIPT } from "../../src/pages/buyer-data/script.ts";

const COMPLETE = '{"type":"IC_COMPLETE","success":true}';

interface Told {
  readonly bridge: string;
  readonly message: string;
  readonly to?: string;
}

/** Runs the script in a page with this message and no form. */
function run(
  message: string | undefined,
  bridges: (record: (bridge: string) => (message: string, to?: string) => void) => object,
): Told[] {
  const told: Told[] = [];
  const record = (bridge: string) => (text: string, to?: string) =>
    void told.push({ bridge, message: text, ...(to !== undefined && { to }) });
  const window: Record<string, unknown> = {};
  Object.assign(window, { parent: window, opener: null, ...bridges(record) });
  const document = {
    querySelector: (selector: string) => (selector === "main" ? { dataset: { message } } : null),
    querySelectorAll: () => [],
  };
  runInNewContext(SCRIPT, { window, document });
  return told;
}

test("tells every bridge once, and the opener or parent page", () => {
  const told = run(COMPLETE, (record) => ({
    AndroidWallet: { onDataCollectionComplete: record("android") },
    webkit: { messageHandlers: { payDataCollectionComplete: { postMessage: record("ios") } } },
    ReactNativeWebView: { postMessage: record("react native") },
    opener: { postMessage: record("opener") },
    parent: { postMessage: record("parent") },
  }));
  expect(told).toEqual([
    { bridge: "android", message: COMPLETE },
    { bridge: "ios", message: COMPLETE },
    { bridge: "react native", message: COMPLETE },
    { bridge: "opener", message: COMPLETE, to: "*" },
    { bridge: "parent", message: COMPLETE, to: "*" },
  ]);
});

test.each([
  ["no bridge at all", () => ({})],
  ["bridges for other things", () => ({ AndroidWallet: {}, webkit: { messageHandlers: {} } })],
])("%s: nothing is posted and nothing breaks", (_, bridges) => {
  expect(run(COMPLETE, bridges)).toEqual([]);
});

test("an error is posted as it is in the page; an open form posts nothing", () => {
  const error = '{"type":"IC_ERROR","error":"The payment has expired"}';
  const bridges = (record: (bridge: string) => (message: string) => void) => ({
    ReactNativeWebView: { postMessage: record("react native") },
  });
  expect(run(error, bridges)).toEqual([{ bridge: "react native", message: error }]);
  expect(run(undefined, bridges)).toEqual([]);
});
