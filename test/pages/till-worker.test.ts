// Tests which pages the till's service worker keeps and answers with.
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { renderWorker, TILL_PATH } from "../../src/pages/till.ts";

interface FakeEvent {
  request?: { method: string; mode: string; url: string };
  waitUntil?(work: Promise<unknown>): void;
  respondWith?(answer: Promise<Response>): void;
}

const ORIGIN = "https://till.example";
const SIGN_IN = () => new Response("<title>Sign in</title>");
const OWN = () => new Response(`<script src="${/\/assets\/console\/main[^"]*/.exec(renderWorker())?.[0]}"></script>`);
const REDIRECT = () => Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });

/** @param answer the server's, to the worker's request for the page */
function startWorker(answer: () => Response, isStorageBroken = false) {
  const kept = new Map<string, Response>();
  const listeners = new Map<string, (event: FakeEvent) => void>();
  const cache = {
    match: async () => new Response(),
    addAll: async () => {},
    put: async (path: string, page: Response) => kept.set(path, page),
  };
  const broken = () => Promise.reject(new Error("storage is broken"));
  const fetch = async (asked: unknown, options?: RequestInit) => {
    if (asked === TILL_PATH) expect(options?.redirect).toBe("manual");
    return answer();
  };
  runInNewContext(renderWorker(), {
    AbortSignal,
    URL,
    addEventListener: (type: string, listener: (event: FakeEvent) => void) => listeners.set(type, listener),
    caches: isStorageBroken
      ? { open: broken, match: broken }
      : { open: async () => cache, match: async (path: string) => kept.get(path) },
    fetch,
    location: { origin: ORIGIN },
    skipWaiting: () => {},
  });
  const install = () => new Promise((resolve) => listeners.get("install")?.({ waitUntil: (work) => resolve(work) }));
  const open = () =>
    new Promise<Response>((resolve) =>
      listeners.get("fetch")?.({
        request: { method: "GET", mode: "navigate", url: ORIGIN + TILL_PATH },
        respondWith: (page) => resolve(page),
      }),
    );
  return { kept, install, open };
}

test("the worker keeps the page that names its own entry script", async () => {
  const { kept, install, open } = startWorker(OWN);
  await install();
  expect(kept.size).toBe(1);
  kept.clear();
  expect(await (await open()).text()).toContain("<script");
  expect(await kept.get(TILL_PATH)?.text()).toContain("<script");
});

test.each([
  ["another page, such as a sign-in in front of the server", SIGN_IN],
  ["a redirect", REDIRECT],
])("the worker passes on %s, but neither installs with it nor keeps it", async (_, answer) => {
  const { kept, install, open } = startWorker(answer);
  await expect(install()).rejects.toThrow("another page");
  expect((await open()).type).toBe(answer().type);
  expect(kept.size).toBe(0);
});

test("the page opens also if the browser's storage is broken", async () => {
  expect(await (await startWorker(OWN, true).open()).text()).toContain("<script");
  const failing = () => new Response("", { status: 502 });
  expect((await startWorker(failing, true).open()).status).toBe(502);
});
