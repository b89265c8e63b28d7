// A waiting request whose session ends gets a 401 and no later changes.
import { expect, test } from "vitest";
import type { Changed } from "../../../../src/contract/console/records.ts";
import { signIn } from "../../../harness/server/console.ts";
import { sampleOf, seenMetrics } from "../../../harness/server/metrics.ts";
import { givenPayment } from "../../given.ts";
import { createKeyFor, serverForFile, type WireBody } from "../../setup.ts";

const metrics = seenMetrics();
const server = serverForFile({ environment: { METRICS_PORT: "0" }, log: metrics.log });

const held = async () => sampleOf(await metrics.read(), "turnpike_http_held_requests");

/** A session with a request that waits for changes. */
async function waiting(apiKey: string) {
  const session = await signIn(server(), apiKey);
  const { body } = await session.call<Changed>({ path: "/changes" });
  const answer = session.call<WireBody>({ path: `/changes?after=${body.cursor}&maxPollMs=60000` });
  await expect.poll(held, { timeout: 10_000 }).toBe(1);
  return { session, answer };
}

test("at once when the key is revoked", async () => {
  const apiKey = await createKeyFor(server(), "partner");
  const { answer } = await waiting(apiKey);
  await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [apiKey]);
  const { status, body } = await answer;
  expect([status, body.code]).toEqual([401, "unauthorized"]);
});

test("with the next change after signing out elsewhere, without that change", async () => {
  const { session, answer } = await waiting(server().apiKey);
  await session.call({ method: "DELETE", path: "/session" });
  await givenPayment(server());
  const { status, body } = await answer;
  expect([status, body.code, body.paymentId]).toEqual([401, "unauthorized", undefined]);
});
