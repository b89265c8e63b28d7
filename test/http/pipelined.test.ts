// Requests that a client sends before it has the responses to earlier ones (RFC 9112 §9.3.2). Node queues theirs.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { DEFAULT_VERSION } from "../../src/contract/versions.ts";
import { trackLongPolls } from "../../src/http/limits/long-polls.ts";
import { readAddresses } from "../../src/http/request/client-address.ts";
import { trackRequests } from "../../src/http/server/requests-under-way.ts";
import { createTally } from "../harness/tally.ts";

const CALLER = { type: "app", appId: "wallet", version: DEFAULT_VERSION, walletName: "Wallet" } as const;
const LIMITS = { perPayment: 100, perAddress: 100, inAll: 100 };

let app: FastifyInstance;
afterEach(() => app.close());

/**
 * A server whose `/slow` responds when its client has gone.
 * @param readFile the content of `/file`
 */
async function start(readFile: () => Promise<Readable> = async () => Readable.from([])) {
  app = fastify();
  readAddresses(app);
  const requests = trackRequests(app);
  const held = trackLongPolls(app, LIMITS);
  const arrived = createTally();
  app.get("/slow", async (request, reply) => {
    const signal = held.hold({ request, reply, caller: CALLER, paymentId: null });
    arrived.add(1);
    if (signal) await new Promise<void>((end) => (signal.waiter = { end }));
    return {};
  });
  app.get("/fast", async () => {
    arrived.add(1);
    return {};
  });
  app.get("/file", async (_, reply) => {
    arrived.add(1);
    return reply.send(await readFile());
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const accepted = once(app.server, "connection");
  const { port } = app.server.address() as { port: number };
  const client = connect(port, "127.0.0.1").on("error", () => {});
  const [socket] = (await accepted) as [Socket];
  const send = (paths: readonly string[]) =>
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
  const disconnect = async (): Promise<void> => {
    client.destroy();
    await once(socket, "close");
  };
  return { requests, held, arrived, send, disconnect };
}

test("those whose turn never comes are over when the connection is", async () => {
  const { requests, held, arrived, send, disconnect } = await start();
  send(["/slow", ...Array.from({ length: 50 }, () => "/fast"), ...Array.from({ length: 5 }, () => "/slow")]);
  await arrived.reached(56);
  expect([requests.count(), held.count()]).toEqual([56, 6]);
  expect(requests.isWorkingOnMoreThan(held.count())).toBe(false);
  await disconnect();
  expect([requests.count(), held.count()]).toEqual([0, 0]);
});

test("a file that would be sent after the connection has closed is closed as well", async () => {
  const file = new Readable({ read: () => void file.push(Buffer.alloc(16_384)) });
  let open = (): void => {};
  const opened = new Promise<Readable>((resolve) => (open = () => resolve(file)));
  const { arrived, send, disconnect } = await start(() => opened);
  send(["/slow", "/file"]);
  await arrived.reached(2);
  await disconnect();
  open();
  await once(file, "close");
});
