// A client that disconnects during its request is not logged as an error.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { buildServer } from "../../../src/http/server.ts";
import { fakeServices, PARTNER_KEY, readableLogger, settingsWith } from "../../harness/fake-ports.ts";

test.each([
  ["/v1/gateway/payment/pay_1/confirm", `Api-Key: ${PARTNER_KEY.apiKey}`, { keyId: "key_1" }],
  ["/console/api/sign-in", "Turnpike-Console: 1", {}],
])("its request to %s has a log line with its address, and no error", async (path, header, caller) => {
  const log = readableLogger();
  const server = buildServer(fakeServices({}), settingsWith(log.logger));
  const address = new URL(await server.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(address.port), address.hostname);
  const isThere = new Promise((resolve) => server.server.once("request", resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n` +
      `${header}\r\nContent-Length: 1000\r\n\r\n{"optionId":`,
  );
  await isThere;
  socket.destroy();
  const lines = () => log.lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId !== undefined);
  await expect.poll(lines).toHaveLength(1);
  await server.close();
  const msg = "request: the client disconnected";
  expect(lines()).toMatchObject([{ level: 30, msg, address: "127.0.0.1", ...caller }]);
});
