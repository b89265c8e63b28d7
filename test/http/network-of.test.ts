// The address of a client stays known after it has disconnected: limits and the audit log need it.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { addressOf, rememberAddresses } from "../../src/http/request/network-of.ts";

test.each([[[]], [["127.0.0.1"]]])("after the client has gone, with the trusted proxies %j", async (trustProxy) => {
  const app = fastify({ trustProxy: trustProxy.length > 0 && trustProxy });
  onTestFinished(() => app.close());
  rememberAddresses(app);
  let client: Socket | undefined;
  const closed = once(app.server, "connection").then(([socket]: Socket[]) => socket && once(socket, "close"));
  const seen = new Promise<string | null>((resolve) => {
    app.get("/", async (request) => {
      client?.destroy();
      await closed;
      resolve(addressOf(request));
    });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { port: number };
  client = connect(port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n");
  expect(await seen).toBe(trustProxy.length > 0 ? "192.0.2.1" : "127.0.0.1");
});

test("a client that had gone before its connection was accepted has no address", () => {
  expect(addressOf({ ip: undefined })).toBeNull();
});
