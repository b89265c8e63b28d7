// Posts to URLs that a partner chose: no answer of DNS makes them reach an address of ours.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { FetchRefusedError, type Gate } from "../../src/outbound/fetch-public.ts";
import { localGate, openPostChannel } from "../../src/outbound/post-public.ts";
import { type HttpsServer, SWITCHING, startHttpsServer } from "../harness/server/https-server.ts";

const LIMITS = { bytesMax: 16, timeoutMs: 500, connectionsMax: 4 };
const PATIENT = { ...LIMITS, timeoutMs: 60_000 };
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function given(answer: RequestListener): Promise<HttpsServer> {
  const receiver = await startHttpsServer(answer);
  stops.push(() => receiver.stop());
  return receiver;
}

function channelTo(url: string, gate: Gate) {
  const channel = openPostChannel(url, LIMITS, gate);
  stops.push(() => channel.close());
  return channel;
}

test("a kept connection is reused only while DNS still names its address", async () => {
  const receiver = await given((_, response) => void response.end("ok"));
  let addresses = ["127.0.0.1"];
  const channel = channelTo(receiver.origin, { ...receiver.gate, resolve: async () => addresses });
  expect(await channel.post({}, "{}")).toEqual({ status: 200, body: "ok", retryAfter: undefined });
  for (const rebound of [["10.0.0.1"], ["127.0.0.1", "10.0.0.1"], []]) {
    addresses = rebound;
    await expect(channel.post({}, "{}")).rejects.toThrow("could not be reached over https on the public internet");
  }
  expect(receiver.requests).toHaveLength(1);
});

/** A receiver that accepts no connection for a while: its kernel drops first packets, and the sender repeats them. */
const SLOW_RECEIVER = `
  const server = require("node:http").createServer((_, response) => response.end("late"));
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => process.send(server.address().port));
  process.on("message", (ms) => { process.send("busy"); setImmediate(() =>
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)); });`;

test("an address that takes a second to accept is waited for, although the host has another one", async () => {
  const receiver = spawn(process.execPath, ["-e", SLOW_RECEIVER], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  stops.push(() => receiver.kill());
  const [port] = await once(receiver, "message");
  receiver.send(700);
  await once(receiver, "message");
  const fill = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  stops.push(() => fill.map((socket) => socket.destroy()));
  await Promise.all(fill.slice(0, 2).map((socket) => once(socket, "connect")));
  // Nothing listens at the second address.
  const gate: Gate = { resolve: async () => ["127.0.0.1", "127.0.0.2"], isAllowed: () => true };
  const channel = openPostChannel(`http://slow.example:${port}/`, PATIENT, gate);
  stops.push(() => channel.close());
  expect(await channel.post({}, "{}")).toMatchObject({ status: 200, body: "late" });
});

test("a request in flight outlives a change of the addresses; its connection is closed once it ends", async () => {
  let inFlight: (arrived: { end(): void; closed: Promise<unknown> }) => void = () => {};
  const arrived = new Promise<{ end(): void; closed: Promise<unknown> }>((resolve) => {
    inFlight = resolve;
  });
  const receiver = await given((request, response) => {
    if (receiver.requests.length > 1) response.end("new");
    else inFlight({ end: () => response.end("old"), closed: once(request.socket, "close") });
  });
  let addresses = ["127.0.0.1"];
  const gate: Gate = { ...receiver.gate, resolve: async () => addresses, isAllowed: () => true };
  const channel = openPostChannel(receiver.origin, PATIENT, gate);
  stops.push(() => channel.close());
  const slow = channel.post({}, "{}");
  const { end, closed } = await arrived;
  addresses = ["127.0.0.1", "127.0.0.2"];
  expect(await channel.post({}, "{}")).toMatchObject({ status: 200, body: "new" });
  end();
  expect(await slow).toMatchObject({ status: 200, body: "old" });
  await closed;
});

test("redirects are not followed, and only the beginning of a response is read", async () => {
  const receiver = await given((_, response) => {
    response.writeHead(307, { location: "/elsewhere", "retry-after": "7" });
    response.write("0123456789abcdefghij");
  });
  const channel = channelTo(receiver.origin, receiver.gate);
  expect(await channel.post({}, "{}")).toEqual({ status: 307, body: "0123456789abcdef", retryAfter: "7" });
  expect(receiver.requests).toEqual(["/"]);
});

test.each([
  ["a character that is cut at the end", Buffer.from("0123456789abcdé"), "0123456789abcdé"],
  ["half of it", Buffer.from("0123456789abcdeé"), "0123456789abcde"],
  ["Latin-1", Buffer.from("refus\u00e9", "latin1"), "refusé"],
])("the text of a response with %s has no replacement characters", async (_, bytes, text) => {
  const receiver = await given((_request, response) => response.end(bytes));
  expect(await channelTo(receiver.origin, receiver.gate).post({}, "{}")).toMatchObject({ body: text });
});

test("an endless response is cut off", async () => {
  let isCut: () => void = () => {};
  const cut = new Promise<void>((resolve) => {
    isCut = resolve;
  });
  const receiver = await given((_, response) => {
    const more = (): boolean => response.write("x".repeat(65_536));
    response.once("close", isCut).on("drain", () => {
      while (more());
    });
    while (more());
  });
  const channel = openPostChannel(receiver.origin, PATIENT, receiver.gate);
  stops.push(() => channel.close());
  expect(await channel.post({}, "{}")).toEqual({ status: 200, body: "x".repeat(16), retryAfter: undefined });
  await cut;
});

test("a receiver that does not respond in time is a failure", async () => {
  const receiver = await given(() => {});
  await expect(channelTo(receiver.origin, receiver.gate).post({}, "{}")).rejects.toThrow("took longer than 0.5 s");
});

test("a receiver that switches protocols unasked is refused at once; the next post uses a new connection", async () => {
  let isFirst = true;
  const receiver = await given((request, response) => {
    if (!isFirst) return void response.end("ok");
    isFirst = false;
    request.socket.write(SWITCHING);
  });
  const channel = openPostChannel(receiver.origin, PATIENT, receiver.gate);
  stops.push(() => channel.close());
  await expect(channel.post({}, "{}")).rejects.toThrow(new FetchRefusedError("responded with status 101"));
  expect(await channel.post({}, "{}")).toMatchObject({ status: 200, body: "ok" });
});

test("a certificate that nobody vouches for is a failure", async () => {
  const receiver = await given((_, response) => void response.end());
  const { ca: _, ...gate } = receiver.gate;
  await expect(channelTo(receiver.origin, gate).post({}, "{}")).rejects.toThrow("has no valid TLS certificate");
});

test("a development installation reaches this machine by its names, and no other private address", async () => {
  const gate = localGate({ resolve: async () => ["192.168.1.1"], isAllowed: () => false });
  expect(await gate.resolve("app.localhost", AbortSignal.timeout(1_000))).toEqual(["127.0.0.1", "::1"]);
  expect(
    ["127.0.0.1", "127.8.8.8", "::1", "192.168.1.1", "169.254.169.254"].map((address) => gate.isAllowed(address)),
  ).toEqual([true, true, true, false, false]);
  await expect(channelTo("https://shop.example/", gate).post({}, "{}")).rejects.toThrow("could not be reached");
});
