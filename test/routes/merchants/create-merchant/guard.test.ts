// The service wired as in production: no logo can be fetched from this machine or its network.
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("refuses a logo on this machine or the cloud's metadata service without connecting", async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
  const { port } = listener.address() as { port: number };
  const notPublic = "must be public: its host is at an address that is not on the public internet";
  // A name that exists here gets the same response as one that exists nowhere.
  const notReached = "could not be reached over https on the public internet";
  for (const [host, message] of [
    [`127.0.0.1:${port}`, notPublic],
    [`2130706433:${port}`, notPublic],
    ["169.254.169.254", notPublic],
    ["[::1]", notPublic],
    [`localhost:${port}`, notReached],
    ["unknown.invalid", notReached],
  ]) {
    const { status, body } = await server().call({
      path: "/v1/merchants",
      body: { merchantName: "M", merchantEmail: "m@example.com", iconUrl: `https://${host}/logo.png` },
      headers: { "idempotency-key": "k" },
    });
    expect([status, body.issues]).toEqual([400, [{ field: "iconUrl", message }]]);
  }
  expect(connections).toBe(0);
  listener.close();
});
