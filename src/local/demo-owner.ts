// The demo partner of a local installation: a wallet app, and for each mode keys and a merchant with a destination for
// every asset.
import type { EvmChainConfig } from "../chains/evm/config/config.ts";
import { DEFAULT_VERSION } from "../contract/versions.ts";
import { hashApiKey, newApiKey } from "../merchant/api-key.ts";
import { ON_COMMAND_LINE } from "../merchant/audit.ts";
import { testTwinOf } from "../merchant/mode.ts";
import type { Role } from "../merchant/partner.ts";
import { fiatUnit } from "../money/amount.ts";
import { createMerchant } from "../operations/merchants/create-merchant.ts";
import { createSettlements } from "../operations/merchants/create-settlements.ts";
import type { Store } from "../store/store.ts";
import { localAccounts } from "./accounts.ts";
import type { DevFile } from "./dev-file.ts";

export type Owner = Pick<DevFile, "apiKey" | "walletApiKey" | "walletApp" | "partnerId" | "merchantId" | "test">;

export const isKnown = async (store: Store, owner: Owner): Promise<boolean> =>
  (await hasShop(store, owner)) && (await hasShop(store, owner.test));

async function hasShop(store: Store, { apiKey, partnerId, merchantId }: DevFile["test"]): Promise<boolean> {
  const hash = hashApiKey(apiKey);
  const key = hash && (await store.keys.findLive(hash));
  return key?.partnerId === partnerId && (await store.merchants.find(partnerId, merchantId)) !== null;
}

/** 1 000.00 USD, more than the demo payment: payments with and without buyer data can be tried. */
const DEMO_BUYER_DATA_FROM = { currency: "USD", value: 100_000n };

/** The partner's current rule, which the user may have changed. */
export async function readCollectDataFrom(store: Store, partnerId: string): Promise<DevFile["collectDataFrom"]> {
  const value = (await store.buyerDataRules.find(partnerId))?.from.get(DEMO_BUYER_DATA_FROM.currency);
  return value === undefined ? undefined : { unit: fiatUnit(DEMO_BUYER_DATA_FROM.currency), value: value.toString() };
}

const DEMO_APP_ID = "demo-wallet";

export async function makeOwner(store: Store): Promise<Owner> {
  const partner = await store.partners.insert("Demo partner", DEFAULT_VERSION);
  await store.walletApps.insert({ id: DEMO_APP_ID, name: "Demo wallet" });
  await store.buyerDataRules.set(partner.id, {
    from: new Map([[DEMO_BUYER_DATA_FROM.currency, DEMO_BUYER_DATA_FROM.value]]),
    chains: [],
    assets: [],
    termsUrl: null,
  });
  return {
    ...(await makeShop(store, partner.id)),
    walletApp: { appId: DEMO_APP_ID },
    test: await makeShop(store, testTwinOf(partner.id)),
  };
}

/** The keys and the merchant of one mode. */
async function makeShop(store: Store, partnerId: string): Promise<DevFile["test"]> {
  const keyOf = async (role: Role) => {
    const { apiKey, hash, prefix } = newApiKey(role, partnerId);
    await store.keys.insert({ partnerId, role, hash, prefix });
    return apiKey;
  };
  const shop = { name: "Demo shop", email: "shop@example.com", logo: null, branding: null };
  const { id: merchantId } = await createMerchant(store, partnerId, shop, ON_COMMAND_LINE);
  return { apiKey: await keyOf("partner"), walletApiKey: await keyOf("wallet"), partnerId, merchantId };
}

/** Adds destinations for the assets that have none: all of them at the first start, new ones later. */
export async function makeDestinations(store: Store, owner: Owner, on: readonly EvmChainConfig[]): Promise<void> {
  const chains = new Map(on.map(({ caip2: id, router, isTestNet }) => [id, { id, router, isTestNet }]));
  const assets = on.flatMap((chain) => chain.assets);
  for (const { partnerId, merchantId } of [owner, owner.test]) {
    const existing = await store.settlements.ofMerchant(partnerId, merchantId);
    const settlements = assets
      .filter(({ id }) => !existing.has(id))
      .map(({ id, chain }) => ({ asset: id, destination: `${chain}:${localAccounts().destination}` }));
    if (settlements.length === 0) continue;
    const actor = { partnerId, merchantId, actor: "operator", via: "cli" as const };
    await createSettlements({ settlements: store.settlements, chains }, actor, settlements);
  }
}
