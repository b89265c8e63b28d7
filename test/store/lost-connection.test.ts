// A server that ends a connection in the very moment in which it is ready: its last words come in one piece with its first, before
// anybody who waited for the connection has it.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/store/database.ts";

/** A message of PostgreSQL's protocol (version 3.0): its type, its length with itself, its body. */
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
    socket.on("error", () => {}); // the client may have gone first
    socket.once("data", () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `postgres://someone@127.0.0.1:${(server.address() as AddressInfo).port}/none?sslmode=disable`;
});
afterAll(() => {
  server.close();
});

test("the transaction that was to begin fails, and the process lives on", async () => {
  const database = openDatabase({ url, connectionsMax: 1, onError: () => {} });
  await expect(database.transaction(async () => "done")).rejects.toThrow();
  await expect(database.query({ text: "select 1" })).rejects.toThrow();
  await database.close();
});
