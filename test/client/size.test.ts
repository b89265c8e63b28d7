// The size of the libraries in a page or an edge function, without further dependencies.
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

const BYTES_MAX = 15_000;
/** It signs refunds by the client's flow. */
const SERVER_BYTES_MAX = 20_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnpike-test-size-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The bundle of a page that exports only this. */
async function bundled(what: string, library = "client"): Promise<string> {
  const entry = join(folder, "page.js");
  writeFileSync(entry, `export ${what} from "${resolve(import.meta.dirname, `../../src/${library}/index.ts`)}";`);
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: true, lib: { entry, formats: ["es"], fileName: "page" } },
  });
  const [first] = Array.isArray(built) ? built : [];
  const [chunk, ...others] = first?.output ?? [];
  if (chunk?.type !== "chunk" || others.length > 0) throw new Error("it is not built to one file");
  expect([chunk.imports, chunk.dynamicImports]).toEqual([[], []]);
  return chunk.code;
}

const bytesOf = (code: string): number => gzipSync(code).length;

test("the whole client is below 15 KB compressed, and a part of it is smaller", async () => {
  const whole = await bundled("*");
  const links = await bundled("{ parsePaymentLink }");
  expect(bytesOf(whole)).toBeLessThan(BYTES_MAX);
  expect(bytesOf(links)).toBeLessThan(bytesOf(whole) / 4);
});

test("the back end's library is below 20 KB compressed, and needs only web standards", async () => {
  const code = await bundled("*", "server-client");
  expect(bytesOf(code)).toBeLessThan(SERVER_BYTES_MAX);
  const script = code.replace(/export\s*\{[^}]*\};?\s*$/, "");
  const names = [...(/export\s*\{([^}]*)\}/.exec(code)?.[1] ?? "").matchAll(/([\w$]+) as (\w+)/g)];
  const exported = names.map(([, inner, outer]) => `${outer}: ${inner}`).join();
  const { crypto, Headers, TextEncoder, TextDecoder, URLSearchParams, AbortSignal, atob, performance } = globalThis;
  const given = { crypto, Headers, TextEncoder, TextDecoder, URLSearchParams, AbortSignal, atob, performance };
  const calls: string[] = [];
  const fetch = async (url: string) => {
    calls.push(url);
    return new Response('{"data":[],"nextCursor":null}');
  };
  const library = runInNewContext(`${script};({${exported}})`, { ...given, fetch, Uint8Array });
  await library.createTurnpike({ baseUrl: "https://pay.example/", apiKey: "key" }).payments.list().next();
  expect(calls).toEqual(["https://pay.example/v1/payments"]);
  const body = '{"test": 2432232314}';
  const headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  const clock = { nowMs: () => 1_614_265_330_000 };
  const event = await library.webhooks.verify(body, headers, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", clock);
  expect(event).toMatchObject({ test: 2432232314 });
});
