// Clients that send or read slowly cost this process nothing, so they do not count towards the limit on its work.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { createErrorHandler } from "../../src/http/server/error-handler.ts";
import { shedLoad } from "../../src/http/server/load-shedding.ts";
import { trackRequests } from "../../src/http/server/requests-under-way.ts";
import { readableLogger } from "../harness/fake-ports.ts";
import { createTally } from "../harness/tally.ts";

const AT_ONCE_MAX = 5;
const SLOW = AT_ONCE_MAX + 1;
/** The operating system buffers less. */
const LARGE = "x".repeat(20_000_000);
const HEAD = "POST /work HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n";

let app: FastifyInstance;
let clients: Socket[];
afterEach(async () => {
  for (const client of clients) client.destroy();
  await app.close();
});

/** A server whose `/work` ends when the test says so, with tallies of what its requests have reached. */
async function start() {
  app = fastify({ loggerInstance: readableLogger().logger as FastifyBaseLogger });
  app.setErrorHandler(createErrorHandler());
  clients = [];
  const requests = trackRequests(app);
  shedLoad(app, { most: AT_ONCE_MAX, isOver: () => requests.isWorkingOnMoreThan(AT_ONCE_MAX), exemptPaths: [] });
  const [reading, handling, sending, closed] = [createTally(), createTally(), createTally(), createTally()];
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  app.addHook("preParsing", async () => reading.add(1));
  app.addHook("onSend", async () => sending.add(1));
  app.server.on("connection", (socket) => socket.once("close", () => closed.add(1)));
  app.post("/work", async () => {
    handling.add(1);
    await ended;
    return {};
  });
  app.get("/large", async () => LARGE);
  app.get("/small", async () => ({}));
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  const open = (text: string): void => {
    for (let count = 0; count < SLOW; count++) {
      const client = connect(Number(new URL(baseUrl).port), "127.0.0.1").on("error", () => {});
      client.write(text);
      clients.push(client);
    }
  };
  const statusOfGet = async () => (await fetch(`${baseUrl}/small`, { headers: { connection: "close" } })).status;
  return { requests, reading, handling, sending, closed, end, open, statusOfGet };
}

test("bodies that do not arrive keep no client out", async () => {
  const { requests, reading, open, statusOfGet } = await start();
  open(`${HEAD}{`);
  await reading.reached(SLOW);
  expect(requests.count()).toBe(SLOW);
  expect(await statusOfGet()).toBe(200);
});

test("responses that are not read keep no client out", async () => {
  const { requests, sending, open, statusOfGet } = await start();
  open("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
  await sending.reached(SLOW);
  expect(requests.count()).toBe(SLOW);
  expect(await statusOfGet()).toBe(200);
});

test("work whose bodies have arrived keeps others out until its response", async () => {
  const { reading, handling, sending, open, end, statusOfGet } = await start();
  open(`${HEAD}{`);
  await reading.reached(SLOW);
  expect(await statusOfGet()).toBe(200);
  const answers = clients.map((client) => once(client, "data"));
  for (const client of clients) client.write("}");
  await handling.reached(SLOW);
  expect(await statusOfGet()).toBe(503);
  end();
  await Promise.all(answers);
  await sending.reached(SLOW + 2);
  expect(await statusOfGet()).toBe(200);
});

test("work of clients that have disconnected keeps no client out", async () => {
  const { handling, closed, open, end, statusOfGet } = await start();
  open(`${HEAD}{}`);
  await handling.reached(SLOW);
  expect(await statusOfGet()).toBe(503);
  for (const client of clients) client.destroy();
  await closed.reached(SLOW + 1);
  expect(await statusOfGet()).toBe(200);
  end();
});
