// A server that closes a connection at the moment it is ready: its final message arrives in one packet with its first,
// before the waiting code has the connection.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/store/database.ts";

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
