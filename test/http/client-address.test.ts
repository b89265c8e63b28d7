// The address of a client stays known after it has disconnected: limits and the audit log need it.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readAddresses, trustedProxies } from "../../src/http/request/client-address.ts";

test.each([[[]], [["127.0.0.1"]]])("after the client has gone, with the trusted proxies %j", async (proxies) => {
  const app = fastify({ trustProxy: trustedProxies(proxies) });
  onTestFinished(() => app.close());
  readAddresses(app);
  let client: Socket | undefined;
  const closed = once(app.server, "connection").then(([socket]: Socket[]) => socket && once(socket, "close"));
  const seen = new Promise<string | null>((resolve) => {
    app.get("/", async (request) => {
      client?.destroy();
      await closed;
      resolve(request.address);
    });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { port: number };
  client = connect(port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n");
  expect(await seen).toBe(proxies.length > 0 ? "192.0.2.1" : "127.0.0.1");
});
