// Creates payments and signs them, as wallets do, before a benchmark confirms them.
import type { Address, Hex, PrivateKeyAccount, TypedDataDefinition } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Movement } from "./books.ts";
import { eachOf, type HttpClient } from "./http.ts";
import { BUYER_HOLDS, type Installation, type Merchant } from "./installation.ts";

/**
 * forged: signed by another key, so its confirm is refused · emptied: its payer's balance disappears after the confirm,
 * so that it fails in the relayer's batch
 */
export type Flaw = "none" | "forged" | "emptied";

/** @param percent of a run's payments that are bad. @returns N if one in N is bad; 0 for none */
export const badEveryOf = (percent: number): number => (percent > 0 ? Math.round(100 / percent) : 0);

/** The flaw of each payment of a run: of every `badEvery` payments, the first is bad; 0 for none. */
export const flawOf = (index: number, badEvery: number): Flaw =>
  badEvery === 0 || index % badEvery !== 0 ? "none" : (index / badEvery) % 2 === 0 ? "forged" : "emptied";

export interface Signed extends Movement {
  readonly paymentId: string;
  readonly optionId: string;
  readonly signature: Hex;
  readonly flaw: Flaw;
}

/** Preparation is not measured; this many run at a time to keep the server busy. */
const PREPARING_MAX = 64;
/** Long enough that no payment expires on a slow machine. */
const LIFETIME_S = 3_600;

export interface Created {
  readonly paymentId: string;
  readonly merchant: Merchant;
  readonly buyer: PrivateKeyAccount;
  readonly flaw: Flaw;
}

const stranger = privateKeyToAccount(generatePrivateKey());

/** Amounts from 10.00 USD on, all different, so that a mix-up of payments would show in the balances. */
const amountOf = (index: number): string => String(1_000 + index);

export function create(
  installation: Installation,
  client: HttpClient,
  count: number,
  badEvery = 0,
): Promise<Created[]> {
  const { merchants, buyers } = installation;
  const expiresAt = Math.floor(Date.now() / 1_000) + LIFETIME_S;
  return eachOf(Array.from({ length: count }), PREPARING_MAX, async (_, i) => {
    const flaw = flawOf(i, badEvery);
    const merchant = merchants[i % merchants.length];
    const buyer = flaw === "emptied" ? await newBuyer(installation) : buyers[i % buyers.length];
    if (!merchant || !buyer) throw new Error("the benchmark has no merchants or no buyers");
    const { paymentId } = await client.send<{ paymentId: string }>({
      method: "POST",
      path: "/v1/payments",
      headers: { "api-key": merchant.apiKey, "merchant-id": merchant.id },
      body: { amount: { unit: "iso4217/USD", value: amountOf(i) }, referenceId: `order ${i}`, expiresAt },
    });
    return { paymentId, merchant, buyer, flaw };
  });
}

export async function newBuyer({ deal }: Installation): Promise<PrivateKeyAccount> {
  const buyer = privateKeyToAccount(generatePrivateKey());
  await deal(buyer.address, BUYER_HOLDS);
  return buyer;
}

export function sign(
  { walletKey, caip2 }: Installation,
  client: HttpClient,
  created: readonly Created[],
): Promise<Signed[]> {
  const headers = { "api-key": walletKey };
  return eachOf(created, PREPARING_MAX, async ({ paymentId, merchant, buyer, flaw }) => {
    const path = `/v1/gateway/payment/${paymentId}`;
    const { options } = await client.send<{ options: { id: string; amount: { value: string } }[] }>({
      method: "POST",
      path: `${path}/options`,
      headers,
      body: { accounts: [`${caip2}:${buyer.address}`] },
    });
    const [option] = options;
    if (!option) throw new Error(`${paymentId} has no option`);
    const { actions } = await client.send<{ actions: { data: { params: [Address, string] } }[] }>({
      method: "POST",
      path: `${path}/fetch`,
      headers,
      body: { optionId: option.id, data: "sign" },
    });
    const typedData = JSON.parse(actions[0]?.data.params[1] ?? "") as TypedDataDefinition;
    return {
      paymentId,
      optionId: option.id,
      signature: await (flaw === "forged" ? stranger : buyer).signTypedData(typedData),
      flaw,
      payer: buyer.address,
      destination: merchant.destination,
      feeReceiver: merchant.feeReceiver,
      amount: BigInt(option.amount.value),
    };
  });
}
