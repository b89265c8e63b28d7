// A client that goes away in the middle of its request is no fault of ours, and the log does not call it one.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { buildServer } from "../../../src/http/server.ts";
import { fakeServices, PARTNER_KEY, readableLogger, settingsWith } from "../../harness/fake-ports.ts";

const log = readableLogger();
const server = buildServer(fakeServices({}), settingsWith(log.logger));

test("its request has a line of its own in the log, and no error", async () => {
  const address = new URL(await server.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(address.port), address.hostname);
  const isThere = new Promise((resolve) => server.server.once("request", resolve));
  socket.write(
    "POST /v1/gateway/payment/pay_1/confirm HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n" +
      `Api-Key: ${PARTNER_KEY.apiKey}\r\nContent-Length: 1000\r\n\r\n{"optionId":`,
  );
  await isThere;
  socket.destroy();
  const lines = () => log.lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId !== undefined);
  await expect.poll(lines).toHaveLength(1);
  await server.close();
  expect(lines()).toMatchObject([{ level: 30, msg: "request: the client disconnected", keyId: "key_1" }]);
});
