import { EventEmitter } from "node:events";
import type { ClientRequest, RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { FetchRefusedError, fetchPublic, type Gate, responseTo } from "../../src/outbound/fetch-public.ts";
import { type HttpsServer, SWITCHING, startHttpsServer } from "../harness/server/https-server.ts";

const LIMITS = { bytesMax: 1_000, timeoutMs: 10_000, redirectsMax: 3, accept: "image/png" };

let server: HttpsServer | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

async function serve(answer: RequestListener): Promise<HttpsServer> {
  server = await startHttpsServer(answer);
  return server;
}

const redirectTo =
  (location: string): RequestListener =>
  (request, response) => {
    if (request.url === "/final") response.end("file");
    else response.writeHead(302, { location }).end("secret of an internal host");
  };

/** A gate that resolves each name to the next of these addresses. */
function gateOf({ gate }: HttpsServer, answers: readonly string[][]): { gate: Gate; asked: string[] } {
  const asked: string[] = [];
  const resolve = async (hostname: string) => answers[asked.push(hostname) - 1] ?? [];
  return { gate: { ...gate, resolve }, asked };
}

test("the file is requested once, with only our name in the headers", async () => {
  const headers: unknown[] = [];
  const { origin, gate, requests } = await serve((request, response) => {
    headers.push(request.headers);
    response.end("file");
  });
  expect((await fetchPublic(`${origin}/logo.png?v=1`, LIMITS, gate)).toString()).toBe("file");
  expect(requests).toEqual(["/logo.png?v=1"]);
  expect(headers).toEqual([
    {
      host: origin.slice("https://".length),
      accept: "image/png",
      "accept-encoding": "identity",
      "user-agent": "Turnpike",
      connection: "close",
    },
  ]);
});

test("the connection goes to the checked address: a name is resolved once", async () => {
  const there = await serve((_, response) => response.end("file"));
  const { gate, asked } = gateOf(there, [["127.0.0.1"], ["10.0.0.1"]]);
  await fetchPublic(there.origin, LIMITS, gate);
  expect(asked).toEqual(["logo.example"]);
});

test("a name that resolves to a private address on a redirect back to it is refused", async () => {
  const there = await serve(redirectTo("/final"));
  const { gate, asked } = gateOf(there, [["127.0.0.1"], ["10.0.0.1"]]);
  await expect(fetchPublic(`${there.origin}/`, LIMITS, gate)).rejects.toThrow(/^could not be reached/);
  expect(asked).toHaveLength(2);
  expect(there.requests).toEqual(["/"]);
});

test("a redirect is followed, relative or to another host", async () => {
  const there = await serve(redirectTo("/final"));
  expect((await fetchPublic(`${there.origin}/`, LIMITS, there.gate)).toString()).toBe("file");
  await there.stop();
  const second = await serve((request, response) => {
    const location = `https://other.example:${second.port}/final`;
    if (request.headers.host?.startsWith("other.")) response.end("file");
    else response.writeHead(307, { location }).end();
  });
  expect((await fetchPublic(`${second.origin}/`, LIMITS, second.gate)).toString()).toBe("file");
});

test.each([
  ["a private address", "https://10.0.0.1/", /^must be public/],
  ["the metadata service", "https://169.254.169.254/latest/meta-data/", /^must be public/],
  ["an IPv6 loopback", "https://[::1]/", /^must be public/],
  ["http", "http://logo.example/", /^redirects to a URL that is not https/],
  ["another scheme", "file:///etc/passwd", /^redirects to a URL that is not https/],
  ["a URL with credentials", "https://user:pw@logo.example/", /^redirects to a URL that is not https/],
  ["itself, repeatedly", "/", /^is redirected more than 3 times$/],
])("a redirect to %s is refused", async (_, location, message) => {
  const there = await serve(redirectTo(location));
  await expect(fetchPublic(`${there.origin}/`, LIMITS, there.gate)).rejects.toThrow(message);
});

test("a file whose declared size is too large is not read", async () => {
  const there = await serve((_, response) => {
    response.writeHead(200, { "content-length": "1001" }).flushHeaders();
  });
  await expect(fetchPublic(there.origin, LIMITS, there.gate)).rejects.toThrow("must be at most 1000 bytes large");
});

test("a file of undeclared size is read up to the limit and no further", async () => {
  let sent = 0;
  const there = await serve((_, response) => {
    const more = (): void => {
      sent += 100;
      if (response.write(Buffer.alloc(100)) && !response.destroyed) setImmediate(more);
      else response.once("drain", more);
    };
    more();
  });
  await expect(fetchPublic(there.origin, LIMITS, there.gate)).rejects.toThrow("must be at most 1000 bytes large");
  expect(sent).toBeGreaterThan(1_000);
});

test("a file of exactly the limit is accepted", async () => {
  const there = await serve((_, response) => response.end(Buffer.alloc(1_000)));
  expect(await fetchPublic(there.origin, LIMITS, there.gate)).toHaveLength(1_000);
});

test.each([204, 206, 304, 403, 404, 500])("the status %i is reported without the response", async (status) => {
  const there = await serve((_, response) => response.writeHead(status).end("secret"));
  const refusal = fetchPublic(there.origin, LIMITS, there.gate);
  await expect(refusal).rejects.toThrow(new FetchRefusedError(`responded with status ${status}, not 200`));
});

test("a server that switches protocols unasked is refused at once", async () => {
  const there = await serve((request) => void request.socket.write(SWITCHING));
  const refusal = fetchPublic(there.origin, { ...LIMITS, timeoutMs: 60_000 }, there.gate);
  await expect(refusal).rejects.toThrow(new FetchRefusedError("responded with status 101"));
});

test.each([
  ["that sends no head", () => {}],
  ["that sends half a file", (_: unknown, response: Parameters<RequestListener>[1]) => void response.write("half")],
] as const)("a server %s is given up at the time limit", async (_, answer) => {
  const there = await serve(answer);
  const refusal = fetchPublic(there.origin, { ...LIMITS, timeoutMs: 300 }, there.gate);
  await expect(refusal).rejects.toThrow("took longer than 0.3 s to load");
});

test("a request of which Node reports nothing is given up at the signal", async () => {
  const timeout = AbortSignal.abort(new Error("too late"));
  await expect(responseTo(new EventEmitter() as ClientRequest, timeout)).rejects.toThrow("too late");
});

test("a resolver that does not respond is given up at the time limit", async () => {
  const there = await serve((_, response) => response.end("file"));
  const gate: Gate = { ...there.gate, resolve: () => new Promise(() => {}) };
  await expect(fetchPublic(there.origin, { ...LIMITS, timeoutMs: 300 }, gate)).rejects.toThrow(/^took longer/);
});

test("a truncated file is refused", async () => {
  const there = await serve((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("short", () => response.destroy());
  });
  await expect(fetchPublic(there.origin, LIMITS, there.gate)).rejects.toThrow("could not be reached over https");
});

test("without a valid certificate there is no connection", async () => {
  const there = await serve((_, response) => response.end("file"));
  const { ca: _, ...distrusting } = there.gate;
  const unreachable = "could not be reached over https";
  await expect(fetchPublic(there.origin, LIMITS, distrusting)).rejects.toThrow(unreachable);
  await expect(fetchPublic(`https://wrong.example:${there.port}/`, LIMITS, there.gate)).rejects.toThrow(unreachable);
  expect(there.requests).toEqual([]);
});

test("a name that does not exist is unreachable", async () => {
  const there = await serve((_, response) => response.end("file"));
  const { gate } = gateOf(there, []);
  await expect(fetchPublic(there.origin, LIMITS, gate)).rejects.toThrow("could not be reached over https");
});
