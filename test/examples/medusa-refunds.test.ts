// A refund in Medusa requests one in Turnpike, which an account of the merchant signs.
import { expect, test } from "vitest";
import { accountOf, turnpikeOf } from "../harness/chain/refund-signers.ts";
import { confirm, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { sharedServerForFile } from "../routes/setup.ts";
import { medusaProvider } from "./run-handler.ts";

const server = sharedServerForFile();

async function givenPaidSession() {
  const { baseUrl, apiKey, merchantId } = server();
  const provider = await medusaProvider({ baseUrl, apiKey, merchantId, webhookSecret: "whsec_AAAA" });
  const session = { session_id: `payses_${crypto.randomUUID()}` };
  const { id, data } = await provider.initiatePayment({ amount: 12.5, currency_code: "usd", data: session });
  await confirm(server(), await signPayment(server(), id, await server().newBuyer()));
  expect((await untilFinal(server(), id)).status).toBe("succeeded");
  const refund = (amount: number, key: string) =>
    provider.refundPayment({ amount, data, context: { idempotency_key: `${id} ${key}` } });
  return { id, refund, turnpike: turnpikeOf(server()) };
}

test("parts are requested, once for each refund of Medusa, and the last takes all that is left", async () => {
  const { id, refund, turnpike } = await givenPaidSession();
  await refund(5, "ref_1");
  await refund(5, "ref_1");
  await expect(refund(7.51, "ref_2")).rejects.toThrow("Turnpike refuses the refund");
  for (const _ of [1, 2]) await refund(7.5, "ref_3");
  const { refunds: asked = [], isRefunded } = await turnpike.payments.get(id);
  expect([asked.map(({ status, fiatAmount }) => [status, fiatAmount.value]), isRefunded]).toEqual([
    [
      ["requires_action", "500"],
      ["requires_action", "750"],
    ],
    false,
  ]);
  for (const { refundId } of asked) {
    expect((await turnpike.refunds.sign(refundId, accountOf(await server().newBuyer()))).status).toBe("succeeded");
  }
  expect((await turnpike.payments.get(id)).isRefunded).toBe(true);
});

test("what was marked as refunded in Turnpike counts as done", async () => {
  const { id, refund, turnpike } = await givenPaidSession();
  await turnpike.payments.refund(id);
  await refund(12.5, "ref_1");
  expect((await turnpike.payments.get(id)).refunds).toBeUndefined();
});
