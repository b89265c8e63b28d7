// A partner of a test, with keys of each role and a merchant that has a destination for every asset.
import { randomBytes } from "node:crypto";
import type { Address } from "viem";
import type { EvmChainConfig } from "../../../src/chains/evm/config/config.ts";
import { newApiKey } from "../../../src/merchant/api-key.ts";
import type { Role } from "../../../src/merchant/partner.ts";
import type { Store } from "../../../src/store/store.ts";

export interface Owner {
  readonly partnerId: string;
  /** Role partner. */
  readonly apiKey: string;
  readonly readKey: string;
  readonly walletKey: string;
  readonly merchantId: string;
}

type Chains = readonly Pick<EvmChainConfig, "caip2" | "assets">[];

export async function makeOwner(store: Store, chains: Chains, destination: Address): Promise<Owner> {
  const { id } = await store.partners.insert("Test partner", "2026-02-18");
  return furnish(store, chains, destination, id);
}

/** Gives a partner keys, and a merchant with destinations. */
export async function furnish(store: Store, chains: Chains, destination: Address, partnerId: string): Promise<Owner> {
  const keyOf = async (role: Role) => {
    const { apiKey, hash, prefix } = newApiKey(role, partnerId);
    await store.keys.insert({ partnerId, role, hash, prefix });
    return apiKey;
  };
  const merchantId = `mrch_${randomBytes(8).toString("hex")}`;
  await store.merchants.insert({
    id: merchantId,
    partnerId,
    name: "Test shop",
    email: "shop@example.com",
    logo: null,
  });
  const settlements = chains.flatMap(({ caip2, assets }) =>
    assets.map(({ id }) => ({
      id: `crypto_${randomBytes(8).toString("hex")}`,
      asset: id,
      destination: `${caip2}:${destination}`,
    })),
  );
  await store.settlements.insert({ partnerId, merchantId, actor: "operator", via: "cli" }, settlements);
  return {
    partnerId,
    merchantId,
    apiKey: await keyOf("partner"),
    readKey: await keyOf("read"),
    walletKey: await keyOf("wallet"),
  };
}
