// Requests to a node over a real connection: the sent bytes, and the bounds on a response.
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { openEndpoint } from "../../../../src/chains/evm/nodes/endpoint.ts";

/** Serves requests on the loopback interface until the test ends. @returns the port */
async function node(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const endpointAt = (port: number, credentials = "") =>
  openEndpoint(`http://${credentials}127.0.0.1:${port}/v2?a=b`, "rpc 1 of 1");

it("sends JSON-RPC to the URL, and its credentials as a header (RFC 7617)", async () => {
  const seen: unknown[] = [];
  const port = await node(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url, method, headers } = request;
    const { accept, authorization, "content-type": type, "user-agent": agent } = headers;
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    seen.push({ method, url, accept, authorization, type, agent, body });
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  for (const credentials of ["", "us%20er:p%40ss@", "user:50%@", "key@"]) {
    expect(await endpointAt(port, credentials).request("eth_chainId", [])).toBe("0x1");
  }
  const json = "application/json";
  const body = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
  const sent = { method: "POST", url: "/v2?a=b", accept: json, type: json, agent: "turnpike", body };
  const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;
  const authorizations = [undefined, basic("us er:p@ss"), basic("user:50%"), basic("key:")];
  expect(seen).toEqual(authorizations.map((authorization) => ({ ...sent, authorization })));
});

it("reads at most 10 MiB of a response", async () => {
  let written = 0;
  const port = await node((_, response) => {
    const chunk = Buffer.alloc(2 ** 20, " ");
    const more = (): void => {
      written += 1;
      if (!response.destroyed && written < 100) response.write(chunk, more);
    };
    more();
  });
  await expect(endpointAt(port).request("eth_call", [])).rejects.toThrow("rpc 1 of 1 returned too much (eth_call)");
  expect(written).toBeLessThan(100);
  const largest = '{"result":1}'.padEnd(10 * 2 ** 20);
  const other = await node((_, response) => void response.end(largest));
  expect(await endpointAt(other).request("eth_call", [])).toBe(1);
});

it("ends a response that trickles in, five seconds after the request", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let response: ServerResponse | undefined;
  const port = await node((_, started) => {
    response = started;
    started.write(" ");
  });
  const answer = endpointAt(port).request("eth_call", []);
  const isRefused = expect(answer).rejects.toThrow("rpc 1 of 1 did not respond within 5000 ms (eth_call)");
  await vi.waitUntil(() => response);
  await vi.advanceTimersByTimeAsync(5_000);
  await isRefused;
  if (response && !response.closed) await once(response, "close");
});

it("does not follow a redirect", async () => {
  const requests: unknown[] = [];
  const port = await node((request, response) => {
    requests.push(request.url);
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await expect(endpointAt(port).request("eth_call", [])).rejects.toThrow("responded with HTTP status 307");
  expect(requests).toEqual(["/v2?a=b"]);
});
