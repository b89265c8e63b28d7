// Registers a merchant's settlement destinations, all or none.
import { newId } from "../../ids.ts";
import type { CryptoSettlement, MerchantActor } from "../../merchant/merchant.ts";
import { type Issue, invalid, merchantMissing, Refusal } from "../errors/refusal.ts";
import { type DestinationChains, type DestinationCheck, destinationCheck } from "./destination-check.ts";
import { explainRefusal, refuseSinglePerson, type SecondPersonPorts } from "./second-person.ts";

export interface CreateSettlementsPorts {
  readonly settlements: SecondPersonPorts["settlements"] & {
    /** Inserts all or none. */
    insert(owner: MerchantActor, settlements: readonly CryptoSettlement[]): Promise<InsertOutcome>;
  };
  readonly chains: DestinationChains;
}

export type InsertOutcome =
  | { readonly outcome: "inserted" }
  /** The merchant already has a destination for these assets. */
  | { readonly outcome: "assets_taken"; readonly assets: readonly string[] }
  | { readonly outcome: "merchant_not_found" };

type Pair = Pick<CryptoSettlement, "asset" | "destination">;

/** @throws Refusal second_person_required, params_validation, not_found (merchant), settlement_asset_conflict */
export async function createSettlements(
  ports: CreateSettlementsPorts,
  owner: MerchantActor,
  input: readonly Pair[],
): Promise<readonly CryptoSettlement[]> {
  await refuseSinglePerson(ports, owner.partnerId);
  const pairs = checkedPairs(input, destinationCheck(ports.chains, owner.partnerId));
  const settlements = pairs.map((pair) => ({ id: newId("cryptoSettlement"), ...pair }));
  const inserted = await ports.settlements.insert(owner, settlements);
  if (inserted.outcome === "merchant_not_found") return explainRefusal(ports, owner.partnerId, merchantMissing());
  if (inserted.outcome === "assets_taken") refuseTaken(inserted.assets);
  return settlements;
}

/** The pairs in canonical form. @throws Refusal params_validation naming each invalid one, settlement_asset_conflict */
export function checkedPairs(input: readonly Pair[], check: DestinationCheck): Pair[] {
  const issues: Issue[] = [];
  const pairs: Pair[] = [];
  for (const [index, pair] of input.entries()) {
    const result = check(pair);
    if (result.ok) pairs.push({ asset: result.asset, destination: result.destination });
    else issues.push({ field: `settlements.${index}.${result.field}`, message: result.message });
  }
  if (issues.length > 0) throw invalid(issues);
  const twice = repeated(pairs);
  if (twice.length > 0) throw new Refusal("settlement_asset_conflict", `Named twice: ${twice.join(", ")}`);
  return pairs;
}

/** The assets that occur more than once. */
export const repeated = (settlements: readonly Pick<Pair, "asset">[]): string[] =>
  settlements.map(({ asset }) => asset).filter((asset, index, all) => all.indexOf(asset) !== index);

/** @throws Refusal settlement_asset_conflict unless there are none */
function refuseTaken(assets: readonly string[]): void {
  if (assets.length === 0) return;
  throw new Refusal("settlement_asset_conflict", `The merchant already has a destination for: ${assets.join(", ")}`);
}
