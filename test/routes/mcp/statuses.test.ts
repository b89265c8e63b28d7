// POST /mcp by status: what the HTTP server refuses before a message reaches the protocol.
import { expect, test } from "vitest";
import { newApiKey } from "../../../src/merchant/api-key.ts";
import { ACCEPT, resultOf, sendMessage } from "../../harness/server/mcp.ts";
import { createKeyFor, serverForFile, type WireBody } from "../setup.ts";

const RATE_LIMITS = "read=100/3600,write=100/3600,gateway=100/3600,app=100/3600,anonymous=1000/3600";
const server = serverForFile({ role: "api", environment: { RATE_LIMITS } });

const send = (headers: Record<string, string | null>, body: unknown = { jsonrpc: "2.0", id: 1, method: "ping" }) =>
  server().call<WireBody>({ path: "/mcp", headers: { ...ACCEPT, ...headers }, body });

test("200: a message and its response, by Api-Key or as a bearer", async () => {
  expect(resultOf(await sendMessage(server(), "ping"))).toEqual({});
  const bearer = { "api-key": null, authorization: `Bearer ${server().apiKey}` };
  expect(resultOf(await sendMessage(server(), "ping", {}, bearer))).toEqual({});
});

test("202: a notification has no response", async () => {
  const { status, body } = await send({}, { jsonrpc: "2.0", method: "notifications/initialized" });
  expect([status, body]).toEqual([202, ""]);
});

test.each([
  ["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }]],
  ["no message", { method: "ping" }],
  ["no JSON", "{"],
])("400: %s", async (_, body) => {
  expect((await send({ "content-type": "application/json" }, body)).status).toBe(400);
});

test("400: an unknown revision of the protocol", async () => {
  expect((await send({ "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
});

test("401: without a key, with an unknown one", async () => {
  for (const apiKey of [null, newApiKey("partner", "prtn_1").apiKey]) {
    const { status, headers } = await send({ "api-key": apiKey });
    expect([status, headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="turnpike"']);
  }
});

test("403: from a page of another origin, but not from one of this server", async () => {
  expect((await send({ origin: "https://evil.example" })).body.code).toBe("forbidden");
  expect((await send({ origin: "null" })).status).toBe(403);
  const own = server().baseUrl.replace("127.0.0.1", "localhost");
  expect((await send({ origin: own })).status).toBe(200);
});

test.each(["wallet", "charges"] as const)("403: a key of the role %s has no tools", async (role) => {
  const { status, body } = await send({ "api-key": await createKeyFor(server(), role) });
  expect([status, body.code]).toEqual([403, "forbidden"]);
});

test("404: another partner's merchant", async () => {
  const other = await server().newOwner();
  expect((await send({ "merchant-id": other.merchantId, "api-key": await createKeyFor(server(), "pos") })).status).toBe(
    404,
  );
});

test.each(["GET", "DELETE", "PUT"] as const)("405: %s, because there are no sessions", async (method) => {
  const { status, headers } = await server().call({ method, path: "/mcp" });
  expect([status, headers.get("allow")]).toEqual([405, "POST"]);
});

test("406: a client that takes no event streams", async () => {
  expect((await send({ accept: "application/json" })).status).toBe(406);
});

test("413: more than 64 KiB", async () => {
  const params = { name: "find_payments", arguments: { text: "x".repeat(65_536) } };
  expect((await send({}, { jsonrpc: "2.0", id: 1, method: "tools/call", params })).status).toBe(413);
});

test("415: another type than JSON", async () => {
  expect((await send({ "content-type": "text/plain" }, "ping")).status).toBe(415);
});

test("429: messages draw on the key's limit of reads, and tools on that of their endpoint", async () => {
  const owner = await server().newOwner();
  const headers = { "api-key": owner.readKey };
  const left = async () => {
    const answer = await sendMessage(server(), "tools/call", { name: "list_exceptions", arguments: {} }, headers);
    return Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
  };
  expect([await left(), await left()]).toEqual([99, 97]);
  for (let sent = 4; sent < 100; sent += 1) await sendMessage(server(), "ping", {}, headers);
  expect((await sendMessage(server(), "ping", {}, headers)).status).toBe(429);
});

test("a subscription, which would never end, is refused", async () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const message = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: { notifications: {}, _meta: meta } };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
  const { body } = await send(headers, message);
  expect(JSON.stringify(body)).toMatch(/"code":-32/);
});
