// A confirm, two cancels and the expiry arrive in the second in which a payment expires: one wins, and every reader
// agrees.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../harness/random.ts";
import type { TestServer } from "../harness/server.ts";
import { sharedServer } from "../harness/shared-server.ts";
import { asWallet, confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../harness/wallet.ts";

const SEED = 20_260_218;
const PAYMENTS = 60;
/** The window around the expiry in which the four arrive. */
const SPREAD_MS = 150;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

interface Outcome {
  readonly confirmed: number;
  readonly cancelled: readonly number[];
  readonly status: string;
}

/** The payment's status → the HTTP status of the confirm and the cancels. */
const ANSWERS: Readonly<Record<string, { readonly confirmed: readonly number[]; readonly cancelled: number }>> = {
  succeeded: { confirmed: [200], cancelled: 400 },
  cancelled: { confirmed: [400], cancelled: 200 },
  expired: { confirmed: [410], cancelled: 400 },
};

test(`confirm, cancel and expiry have one winner on each of ${PAYMENTS} payments (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const signed = await Promise.all(
    Array.from({ length: PAYMENTS }, async () =>
      signPayment(server, await createPayment(server), await server.newBuyer()),
    ),
  );
  const [row] = await server.sql<{ in_ms: number }>(
    `with due as (
       update payments set expires_at = date_trunc('second', now()) + interval '2 seconds' returning expires_at
     )
     select (extract(epoch from min(expires_at) - clock_timestamp()) * 1000)::float8 as in_ms from due`,
  );
  const expiresAtMs = performance.now() + (row?.in_ms ?? 0);
  const atExpiry = async <T>(act: () => Promise<T>): Promise<T> => {
    await sleep(expiresAtMs - performance.now() + (random() * 2 - 1) * SPREAD_MS);
    return act();
  };
  const outcomes = await Promise.all(signed.map((payment) => meet(payment, atExpiry)));
  for (const { status, confirmed, cancelled } of outcomes) {
    expect(Object.keys(ANSWERS)).toContain(status);
    expect(ANSWERS[status]?.confirmed).toContain(confirmed);
    for (const answer of cancelled) expect(answer).toBe(ANSWERS[status]?.cancelled);
  }
});

async function meet(signed: SignedOption, atExpiry: <T>(act: () => Promise<T>) => Promise<T>): Promise<Outcome> {
  const { paymentId } = signed;
  const path = `/v1/gateway/payment/${paymentId}`;
  const [confirmed, byBuyer, byMerchant] = await Promise.all([
    atExpiry(() => confirm(server, signed)),
    atExpiry(() => server.call({ method: "POST", path: `${path}/cancel`, headers: asWallet(server) })),
    atExpiry(() => server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` })),
    atExpiry(() => server.call({ path: `${path}/status`, headers: asWallet(server) })),
  ]);
  const { status } = await untilFinal(server, paymentId);
  return { confirmed: confirmed.status, cancelled: [byBuyer.status, byMerchant.status], status };
}
