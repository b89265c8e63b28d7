// The MCP server against the protocol's conformance suite and against the first generation of its SDK. The suite sends
// no key, so a proxy adds it.
import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedServerForFile } from "../routes/setup.ts";

const INSTALLED = join(import.meta.dirname, "node_modules");
const SUITE = join(INSTALLED, "@modelcontextprotocol/conformance/dist/index.js");

const server = sharedServerForFile();
let proxy: Server;
let url: string;
beforeAll(async () => {
  proxy = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => proxy.close());

/** Adds the key. The proxy stands for the server: its own origin becomes that of the server, others stay. */
async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { baseUrl, apiKey, merchantId } = server();
  const { origin, host, connection, ...headers } = incoming.headers;
  const publicUrl = baseUrl.replace("127.0.0.1", "localhost");
  const {
    statusCode,
    headers: received,
    body,
  } = await request(`${baseUrl}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers: {
      ...headers,
      "api-key": apiKey,
      "merchant-id": merchantId,
      ...(origin !== undefined && { origin: origin === url ? publicUrl : origin }),
    },
    body: incoming.method === "POST" ? incoming : null,
  });
  outgoing.writeHead(statusCode, { "content-type": received["content-type"] ?? "" }).end(await body.text());
}

/** The suite's other scenarios need a server with certain test tools, resources, prompts or logging. */
test.each([
  ["server-initialize", 1],
  ["ping", 1],
  ["tools-list", 1],
  ["dns-rebinding-protection", 2],
])("the suite's scenario %s passes", async (scenario, checks) => {
  const args = [SUITE, "server", "--url", `${url}/mcp`, "--scenario", scenario];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(stdout).toContain(`Passed: ${checks}/${checks}, 0 failed`);
});

test("the first generation of the SDK lists and calls tools", async () => {
  const program = join(import.meta.dirname, "programs/mcp.js");
  const { baseUrl, apiKey, merchantId } = server();
  const args = [program, JSON.stringify({ baseUrl, apiKey, merchantId })];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(JSON.parse(stdout)).toEqual({ server: "turnpike", tools: 7, status: "requires_action", waits: false });
});
