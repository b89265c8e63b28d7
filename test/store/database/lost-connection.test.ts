// A server that closes a connection at the moment it is ready: its final message arrives in one packet with its first
// message, before the waiting code has the connection.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../src/store/database/database.ts";
import { freshDatabase } from "../../harness/database/postgres.ts";
import { startLeader } from "../../harness/server/leader.ts";
import { startTcpForwarder } from "../../harness/server/tcp-forwarder.ts";

/** A message of PostgreSQL's protocol 3.0: type, length including itself, body. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const AUTHENTICATED = message("R", Buffer.alloc(4));
const READY = message("Z", Buffer.from("I"));
const TERMINATED = message(
  "E",
  Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"),
);

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on("error", () => {}); // the client may disconnect first
    socket.once("data", () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `postgres://someone@127.0.0.1:${(server.address() as AddressInfo).port}/none?sslmode=disable`;
});
afterAll(() => {
  server.close();
});

test("the transaction about to begin fails, and the process survives", async () => {
  const database = openDatabase({ url, connectionsMax: 1, onError: () => {} });
  await expect(database.transaction(async () => "done")).rejects.toThrow();
  await expect(database.query({ text: "select 1" })).rejects.toThrow();
  await database.close();
});

test("of several hosts, the one that accepts writes is used", async () => {
  const primary = inject("postgresUrl");
  const { host } = new URL(primary);
  const { port } = new URL(url);
  const hosts = primary.replace(host, `127.0.0.1:1,127.0.0.1:${port},${host}`);
  const database = openDatabase({ url: hosts, connectionsMax: 2, onError: () => {} });
  const { rows } = await database.query({ text: "select current_setting('transaction_read_only') as value" });
  expect(rows).toEqual([{ value: "off" }]);
  await database.close();
});

test("idle connections that may be dead are replaced before use", async () => {
  const direct = new URL(inject("postgresUrl"));
  const forwarder = await startTcpForwarder(Number(direct.port));
  direct.port = String(forwarder.port);
  const database = openDatabase({ url: direct.href, connectionsMax: 3, onError: () => {} });
  const backend = async () => {
    const { rows } = await database.query<{ pid: number }>({ text: "select pg_backend_pid() as pid, pg_sleep(0.05)" });
    return rows[0]?.pid;
  };
  const before = await Promise.all([backend(), backend(), backend()]);
  expect(new Set(before).size).toBe(3);
  forwarder.silence();
  database.recycleConnections();
  const after = await Promise.all([backend(), backend(), backend()]);
  expect(before.filter((pid) => after.includes(pid))).toEqual([]);
  await database.close();
  await forwarder.close();
});

test("a connection in use is replaced as well, once it is free", async () => {
  const database = openDatabase({ url: inject("postgresUrl"), connectionsMax: 1, onError: () => {} });
  const backend = async (db: Pick<typeof database, "query">) => {
    const { rows } = await db.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
    return rows[0]?.pid;
  };
  const inUse = await database.transaction(async (tx) => {
    database.recycleConnections();
    return backend(tx);
  });
  expect(await backend(database)).not.toBe(inUse);
  await database.close();
});

/** Forwards to `target`. The first response to a query that contains `text` also ends the connection. */
async function startEndingForwarder(target: number, text: string): Promise<{ port: number; seen: () => number }> {
  let seen = 0;
  const forwarder = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    let isEnding = false;
    client.on("data", (data) => {
      if (data.includes(text)) seen += 1;
      isEnding ||= seen === 1 && data.includes(text);
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      const isComplete = data.subarray(-READY.length).equals(READY);
      if (isEnding && isComplete) client.end(Buffer.concat([data, TERMINATED]));
      else client.write(data);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => one.destroy()).once("close", () => other.destroy());
    }
  });
  forwarder.listen(0, "127.0.0.1");
  await once(forwarder, "listening");
  onTestFinished(() => void forwarder.close());
  return { port: (forwarder.address() as AddressInfo).port, seen: () => seen };
}

test("a lead taken in the packet that ends the session is taken again in the next session", async () => {
  const { databaseUrl, drop } = await freshDatabase({ template: inject("templateDatabase") });
  onTestFinished(drop);
  const through = new URL(databaseUrl);
  const forwarder = await startEndingForwarder(Number(through.port), "pg_try_advisory_lock");
  through.port = String(forwarder.port);
  const leader = await startLeader(through.href);
  onTestFinished(() => leader.close());
  const hold = () =>
    leader
      .of("eip155:1")
      .hold()
      .catch(() => null);
  expect(await hold()).toBeNull();
  await expect.poll(hold, { timeout: 10_000 }).toMatchObject({ chain: "eip155:1" });
  expect(forwarder.seen()).toBe(2);
});
