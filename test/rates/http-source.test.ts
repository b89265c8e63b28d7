// HTTP sources on a real server: any response is either a price or rejected, within a time limit.
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HttpSource } from "../../src/rates/config.ts";
import { readSources } from "../../src/rates/read-sources.ts";
import type { Reading } from "../../src/rates/reading.ts";
import { type JsonServer, startJsonServer } from "../harness/server/json-server.ts";
import { decimal, pairOf } from "./pair.ts";

const NOW_S = 1_800_000_000;

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
});
afterAll(() => server.close());

async function read(changes: Partial<HttpSource> = {}): Promise<Reading | undefined> {
  const { sources } = pairOf({ pair: "ETH/USD" }, [{ type: "http", url: server.url, path: "data.amount" }]);
  const [source] = sources.map((given) => ({ ...given, ...changes }) as HttpSource);
  if (!source) throw new Error("there is no source");
  return (await readSources([source], { feeds: new Map(), nowMs: () => NOW_S * 1_000 + 999 })).get(source);
}

const price = (text: string, observedAtS = NOW_S): Reading => ({
  kind: "observation",
  observation: { price: decimal(text), text, observedAtS },
});

describe("a price", () => {
  test.each([
    ["as a string", '{"data":{"amount":"3000.10"}}', "3000.10"],
    ["as a number", '{"data":{"amount":3000.10}}', "3000.10"],
    [
      "with more digits than a double has",
      '{"data":{"amount":3000.10000000000000000001}}',
      "3000.10000000000000000001",
    ],
    ["with an exponent", '{"data":{"amount":1.5e-7}}', "1.5e-7"],
  ])("%s", async (_, body, text) => {
    server.answer(body);
    expect(await read()).toEqual(price(text));
  });

  test.each([
    ["in seconds", NOW_S - 30, NOW_S - 30],
    ["in seconds as a string", `"${NOW_S - 30}"`, NOW_S - 30],
    ["in milliseconds", (NOW_S - 30) * 1_000 + 999, NOW_S - 30],
    ["as a date", `"${new Date((NOW_S - 30) * 1_000).toISOString()}"`, NOW_S - 30],
    ["slightly ahead of our clock", NOW_S + 20, NOW_S],
  ])("with its own time %s", async (_, time, observedAtS) => {
    server.answer(`{"data":{"amount":"3000","at":${time}}}`);
    expect(await read({ timePath: "data.at" })).toEqual(price("3000", observedAtS));
  });

  test("is requested with the configured headers", async () => {
    server.answer('{"data":{"amount":"1"}}');
    await read({ headers: { "X-Key": "secret" } });
    expect(server.requests().at(-1)).toMatchObject({ "x-key": "secret", accept: "application/json" });
  });
});

describe("a response without a price", () => {
  test.each([
    ["nothing", "", /invalid JSON/],
    ["HTML", "<html>3000</html>", /invalid JSON/],
    ["no such field", '{"amount":"3000"}', /no price at data\.amount/],
    ["null", '{"data":{"amount":null}}', /no price/],
    ["zero", '{"data":{"amount":0}}', /no positive number/],
    ["zero as a string", '{"data":{"amount":"0.000"}}', /no positive number/],
    ["a negative number", '{"data":{"amount":-3000}}', /no positive number/],
    ["words", '{"data":{"amount":"3,000"}}', /no positive number/],
    ["a number as large as the response may be", `{"data":{"amount":1${"0".repeat(100_000)}}}`, /no positive number/],
    ["an excessive exponent", '{"data":{"amount":1e400}}', /no positive number/],
  ])("%s", async (_, body, message) => {
    server.answer(body);
    expect(await read()).toEqual({
      kind: "fault",
      fault: { kind: "refused", message: expect.stringMatching(message) },
    });
  });

  test.each([
    ["no time", '{"data":{"amount":"3000"}}', /no time/],
    ["an invalid time", '{"data":{"amount":"3000","at":"yesterday"}}', /no time/],
    ["a time without a zone", '{"data":{"amount":"3000","at":"2026-01-01T00:00:00"}}', /no time/],
    ["a time in the future", `{"data":{"amount":"3000","at":${NOW_S + 61}}}`, /in the future/],
  ])("%s, where one is expected", async (_, body, message) => {
    server.answer(body);
    const reading = await read({ timePath: "data.at" });
    expect(reading).toEqual({ kind: "fault", fault: { kind: "refused", message: expect.stringMatching(message) } });
  });
});

describe("a failing server", () => {
  const unreachable = (message: string) => ({ kind: "fault", fault: { kind: "unreachable", message } });

  test.each([500, 404, 429, 204])("with status %s", async (status) => {
    server.answer(
      (_, response) => void response.writeHead(status).end(status === 204 ? "" : '{"data":{"amount":"1"}}'),
    );
    expect(await read()).toEqual(unreachable(`responded with status ${status}, not 200`));
  });

  test("with a redirect, which is not followed", async () => {
    const { url } = server;
    server.answer((_, response) => void response.writeHead(302, { location: url }).end());
    const before = server.requests().length;
    expect(await read()).toEqual(unreachable("responded with status 302, not 200"));
    expect(server.requests()).toHaveLength(before + 1);
  });

  test("with too much data, even compressed", async () => {
    const body = Buffer.from(`{"data":{"amount":"1"},"more":"${" ".repeat(300_000)}"}`);
    const tooLarge = unreachable("is larger than 262144 bytes");
    server.answer((_, response) => void response.writeHead(200).end(body));
    expect(await read()).toEqual(tooLarge);
    server.answer((_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body)));
    expect(await read()).toEqual(tooLarge);
  });

  test.each<[string, Parameters<JsonServer["answer"]>[0]]>([
    ["never begins", () => {}],
    ["never ends", (_, response) => void response.writeHead(200).write('{"data":')],
  ])("with a response that %s", async (_, listener) => {
    server.answer(listener);
    expect(await read()).toEqual(unreachable("took longer than 1.5 s"));
  });

  test("that closes the connection, or is down", async () => {
    server.answer((request) => void request.destroy());
    expect(await read()).toEqual(unreachable("could not be reached"));
    expect(await read({ url: "http://127.0.0.1:1/hush" })).toEqual(unreachable("could not be reached"));
  });
});
