import { expect, test } from "vitest";
import type { Asset } from "../../../src/money/asset.ts";
import { type OfferPorts, offersOf } from "../../../src/operations/gateway/offer-assets.ts";
import type { PaymentChain } from "../../../src/operations/ports/chain/payment-chain.ts";
import type { PaymentForBuyer } from "../../../src/payment/payment.ts";

const ADDRESS = "0x0000000000000000000000000000000000000001";
const ID = `eip155:1/erc20:${ADDRESS}`;
const PAYMENT = {
  partnerId: "prtn_1",
  amount: { currency: "USD", value: 1_000n },
  createdBy: { type: "server", id: null, name: null },
} as PaymentForBuyer;

interface Case {
  readonly minimum?: bigint;
  readonly quote?: bigint | null;
  readonly isOpen?: boolean;
  readonly secondSourceFrom?: bigint;
  readonly destination?: string | null;
  readonly createdBy?: PaymentForBuyer["createdBy"];
}

async function judged(given: Case) {
  const { minimum, quote = 10n, isOpen = true, secondSourceFrom, destination = ADDRESS } = given;
  const asset = { id: ID, chain: "eip155:1", method: "eip3009", decimals: 6, peggedTo: "USD", minimum } as Asset;
  const chain = {
    id: "eip155:1",
    assets: [asset],
    treasury: null,
    isTestNet: false,
    hasSecondSource: false,
    secondSourceFrom: secondSourceFrom ?? null,
  };
  const ports = {
    chains: new Map([["eip155:1", chain as unknown as PaymentChain]]),
    destinations: { ofMerchant: async () => new Map(destination ? [[ID, `eip155:1:${destination}`]] : []) },
    chainAvailability: { isOpen: async () => () => isOpen },
    rates: { quote: async () => (quote === null ? null : { value: quote, expiresAtS: null, sources: [] }) },
  } as unknown as OfferPorts;
  const [only] = await offersOf(ports, { ...PAYMENT, createdBy: given.createdBy ?? PAYMENT.createdBy });
  return only?.offers.length ? "offered" : (only?.withheld[0]?.reason ?? "not taken");
}

test.each<[string, Case]>([
  ["offered", {}],
  ["offered", { minimum: 10n }],
  ["below_minimum", { minimum: 11n }],
  ["no_price", { quote: null }],
  ["chain_unavailable", { isOpen: false }],
  ["chain_unavailable", { isOpen: false, quote: null }],
  ["amount_too_high", { quote: 10_000_000n, secondSourceFrom: 1n }],
  ["not taken", { destination: null }],
  ["not taken", { destination: null, isOpen: false }],
  ["not taken", { createdBy: { type: "x402", id: "key_1", name: null } }],
])("an asset is %s, case %#", async (reason, given) => {
  expect(await judged(given)).toBe(reason);
});
