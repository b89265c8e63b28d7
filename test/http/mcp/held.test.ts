// A tool that waits is a long poll: it counts as one, and ends with its client and with its key.
import { expect, test } from "vitest";
import { callTool, sendMessage } from "../../harness/server/mcp.ts";
import { sampleOf, seenMetrics } from "../../harness/server/metrics.ts";
import { givenPayment } from "../../routes/given.ts";
import { createKeyFor, serverForFile } from "../../routes/setup.ts";

const metrics = seenMetrics();
const server = serverForFile({ role: "api", environment: { METRICS_PORT: "0" }, log: metrics.log });

const heldCount = async () => sampleOf(await metrics.read(), "turnpike_http_held_requests");
const untilHeld = (count: number) => expect.poll(heldCount, { timeout: 30_000 }).toBe(count);

test("it ends when the client has gone", async () => {
  const gone = new AbortController();
  const input = { paymentId: await givenPayment(server()), waitS: 45 };
  const { call } = server();
  const leaving: typeof call = (request) => call({ ...request, signal: gone.signal });
  const answer = sendMessage({ call: leaving }, "tools/call", { name: "wait_for_payment", arguments: input });
  await untilHeld(1);
  gone.abort();
  await expect(answer).rejects.toThrow();
  await untilHeld(0);
});

test("it is counted no longer once it has its result", async () => {
  const paymentId = await givenPayment(server());
  const answer = callTool(server(), "wait_for_payment", { paymentId, waitS: 45 });
  await untilHeld(1);
  await server().call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect((await answer).structuredContent).toMatchObject({ status: "cancelled" });
  await untilHeld(0);
});

test("it ends when its key is revoked", async () => {
  const apiKey = await createKeyFor(server(), "read");
  const input = { paymentId: await givenPayment(server()), waitS: 45 };
  const answer = callTool(server(), "wait_for_payment", input, { "api-key": apiKey });
  await untilHeld(1);
  await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [apiKey]);
  const { isError, content } = await answer;
  expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining("invalid_api_key")]);
});
