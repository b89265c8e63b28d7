// A confirm, two cancels and the expiry arrive in the second in which a payment expires: one wins, and every reader
// agrees.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  asWallet,
  confirm,
  createPayment,
  type SignedOption,
  signPayment,
  untilFinal,
} from "../harness/chain/wallet.ts";
import { randomFrom } from "../harness/random.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

const SEED = 20_260_218;
const PAYMENTS = 60;
/** Payments at a time; each wave is quoted and signed well before it expires. */
const WAVE = 20;
const LIFETIME_S = 5;
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
  const buyers = await Promise.all(Array.from({ length: PAYMENTS }, () => server.newBuyer()));
  const outcomes: Outcome[] = [];
  while (outcomes.length < PAYMENTS) {
    const expiresAt = Math.floor(Date.now() / 1_000) + LIFETIME_S;
    const atExpiry = async <T>(act: () => Promise<T>): Promise<T> => {
      await sleep(expiresAt * 1_000 - Date.now() + (random() * 2 - 1) * SPREAD_MS);
      return act();
    };
    const wave = buyers.slice(outcomes.length, outcomes.length + WAVE).map(async (buyer) => {
      const signed = await signPayment(server, await createPayment(server, { expiresAt }), buyer);
      return meet(signed, atExpiry);
    });
    outcomes.push(...(await Promise.all(wave)));
  }
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
