// Requests that once ended in a 500: none may, and none may write an error line, which is an alarm.
import { request as httpRequest } from "node:http";
import { expect, test } from "vitest";
import { ASSETS_PREFIX, programLinks } from "../../../src/pages/assets.ts";
import { readableLogger } from "../../harness/fake-ports.ts";
import { serverForFile } from "../setup.ts";

const log = readableLogger();
const server = serverForFile({ log: log.logger });

const ASSET = /src="([^"]+)"/.exec(programLinks("checkout"))?.[1] ?? "";

/** `fetch` would normalise the path, so this sends it unchanged. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; bytes: number }> {
  const { hostname, port } = new URL(server().baseUrl);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes }));
    })
      .on("error", reject)
      .end();
  });
}

const alarms = (): string[] => log.lines.filter((line) => JSON.parse(line).level >= 50);

test.each([
  ["a NUL in a page's path", "/pay_%00", 404],
  ["a NUL in a page's query", "/?pid=%00", 404],
  ["a NUL in a shop's path", "/pay_1/cancel%00", 404],
  ["a path that leads out of the assets", `${ASSETS_PREFIX}../package.json`, 404],
  ["an encoded path that leads out of the assets", `${ASSETS_PREFIX}%2e%2e/package.json`, 404],
  ["a NUL in an asset's path", `${ASSETS_PREFIX}%00`, 404],
  ["a doubled slash in an asset's path", `${ASSETS_PREFIX}/checkout`, 404],
  ["a backslash in an asset's path", `${ASSETS_PREFIX}..%5cpackage.json`, 404],
  ["the assets' folder", ASSETS_PREFIX, 404],
  ["a logo with a NUL", `/logos/${"0".repeat(63)}%00.webp`, 404],
  ["a buyer-data form with a NUL", "/collect/%00", 404],
])("%s", async (_, path, status) => {
  expect((await ask(path)).status).toBe(status);
  expect(alarms()).toEqual([]);
});

test("a NUL in a payment link sent as a payment's id", async () => {
  const link = encodeURIComponent(encodeURIComponent(`${server().baseUrl}/?pid=\0`));
  const local = encodeURIComponent(`http://localhost:${new URL(server().baseUrl).port}/?pid=%00`);
  for (const id of [link, local, encodeURIComponent(local)]) {
    const answer = await ask(`/v1/gateway/payment/${id}/status`, { "api-key": server().walletKey });
    expect([400, 404]).toContain(answer.status);
  }
  expect(alarms()).toEqual([]);
});

test.each([
  ["a range beyond the end", { range: "bytes=999999999-" }],
  ["a malformed range", { range: "bytes=-" }],
  ["another version's ETag", { "if-match": '"x"' }],
  ["a date before the file's", { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }],
])("an asset with %s is the whole file", async (_, headers) => {
  const whole = await ask(ASSET);
  expect(whole).toMatchObject({ status: 200 });
  expect(await ask(ASSET, headers)).toEqual(whole);
  expect(alarms()).toEqual([]);
});
