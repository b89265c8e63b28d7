// An account's terms for a refund are the same for almost a day, so that it can pay it once.
import { afterAll, beforeAll, expect, test } from "vitest";
import { buyerFor } from "../../client/payers.ts";
import { fetchActions, startServerWithCoin, toSend } from "../../harness/chain/methods.ts";
import { paidIn } from "../../harness/chain/refund-signers.ts";
import { givenRefund } from "../../harness/chain/refunds.ts";
import { listOptions, type WireOption } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";

const HOUR_MS = 3_600_000;
const DAY_S = 86_400;

let laterMs = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin({ nowMs: () => Date.now() + laterMs, chain: { headAgeMaxS: 10 * DAY_S } });
});
afterAll(() => server.stop());

test("hours later, an account is offered the same transaction, and after a day only once the former is dead", async () => {
  const { paymentId } = await paidIn(server, "coin");
  const { gatewayPaymentId } = await givenRefund(server, paymentId);
  const signer = await buyerFor(server, "coin");
  const offered = async (afterMs: number): Promise<WireOption | undefined> => {
    laterMs = afterMs;
    return (await listOptions(server, gatewayPaymentId, [signer.account]))[0];
  };
  const first = await offered(0);
  if (!first) throw new Error("no option is offered");
  const [action] = await fetchActions(server, gatewayPaymentId, first);
  const sent = action && toSend(action).data;
  for (const hours of [1, 5, 22]) expect((await offered(hours * HOUR_MS))?.id).toBe(first.id);
  // The option ends after 23 hours, its transaction 2 minutes later.
  expect(await offered(23 * HOUR_MS + 60_000)).toBeUndefined();
  const next = await offered(23 * HOUR_MS + 4 * 60_000);
  if (!next) throw new Error("no option is offered in the next period");
  const [other] = await fetchActions(server, gatewayPaymentId, next);
  expect(other && toSend(other).data).not.toBe(sent);
  laterMs = 0;
});
