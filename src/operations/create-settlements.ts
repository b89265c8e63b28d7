// Registers a merchant's settlement destinations, all or none.
import { newId } from "../ids.ts";
import { checkDestination } from "../merchant/destination.ts";
import type { CryptoSettlement, MerchantActor } from "../merchant/merchant.ts";
import { type Issue, invalid, merchantMissing, Refusal } from "./errors/refusal.ts";
import type { PaymentChains } from "./ports/payment-chain.ts";

export interface CreateSettlementsPorts {
  readonly settlements: {
    /** Inserts all or none. */
    insert(owner: MerchantActor, settlements: readonly CryptoSettlement[]): Promise<InsertOutcome>;
  };
  readonly chains: PaymentChains;
}

export type InsertOutcome =
  | { readonly outcome: "inserted" }
  /** The merchant already has a destination for these assets. */
  | { readonly outcome: "assets_taken"; readonly assets: readonly string[] }
  | { readonly outcome: "merchant_not_found" };

/** @throws Refusal params_validation, not_found (merchant), settlement_asset_conflict */
export async function createSettlements(
  ports: CreateSettlementsPorts,
  owner: MerchantActor,
  input: readonly { readonly asset: string; readonly destination: string }[],
): Promise<readonly CryptoSettlement[]> {
  const routers = new Map([...ports.chains.values()].map((chain) => [chain.id, chain.router]));
  const issues: Issue[] = [];
  const settlements: CryptoSettlement[] = [];
  for (const [index, pair] of input.entries()) {
    const check = checkDestination(pair, routers);
    if (check.ok)
      settlements.push({ id: newId("cryptoSettlement"), asset: check.asset, destination: check.destination });
    else issues.push({ field: `settlements.${index}.${check.field}`, message: check.message });
  }
  if (issues.length > 0) throw invalid(issues);
  refuseTaken(repeated(settlements));
  const inserted = await ports.settlements.insert(owner, settlements);
  if (inserted.outcome === "merchant_not_found") throw merchantMissing();
  if (inserted.outcome === "assets_taken") refuseTaken(inserted.assets);
  return settlements;
}

const repeated = (settlements: readonly CryptoSettlement[]): string[] =>
  settlements.map(({ asset }) => asset).filter((asset, index, all) => all.indexOf(asset) !== index);

function refuseTaken(assets: readonly string[]): void {
  if (assets.length === 0) return;
  throw new Refusal("settlement_asset_conflict", `The merchant already has a destination for: ${assets.join(", ")}`);
}
