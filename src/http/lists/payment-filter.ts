// Turns a list's query into a filter: times in Unix milliseconds, tokens as assets.
import { millisecondNotBefore } from "../../contract/moment.ts";
import { isChainId, parseAssetId } from "../../money/caip.ts";
import { type Issue, invalid } from "../../operations/errors/refusal.ts";
import type { PaymentChains } from "../../operations/ports/chain/payment-chain.ts";
import type { PaymentFilter, PaymentOwner } from "../../payment/lists/list.ts";
import type { PaymentStatus } from "../../payment/payment.ts";

/** The query parameters that all list endpoints share, under any of their names. */
export interface ListParameters {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly symbols: readonly string[] | undefined;
  /** A symbol or a CAIP-19 asset. */
  readonly asset: string | undefined;
  /** CAIP-2, separated by commas. */
  readonly network: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly tillId?: string | undefined;
  readonly statuses: readonly PaymentStatus[] | undefined;
  readonly merchantIds: readonly string[] | undefined;
  readonly reference: string | undefined;
}

/**
 * @param owner limits the list, even if other merchants are given
 * @throws Refusal params_validation
 */
export function paymentFilter(chains: PaymentChains, owner: PaymentOwner, given: ListParameters): PaymentFilter {
  const issues: Issue[] = [];
  const networks = given.network === undefined ? null : distinct(given.network.split(","));
  if (networks && !networks.every(isChainId)) {
    issues.push({ field: "network", message: "must be CAIP-2 chain ids separated by commas, for example eip155:8453" });
  }
  const assets = [
    ...(given.symbols ? [assetsCalled(chains, given.symbols)] : []),
    ...(given.asset === undefined ? [] : [assetsNamed(chains, given.asset, issues)]),
  ];
  if (issues.length > 0) throw invalid(issues);
  const [first, second] = assets;
  const { creatorId = null } = owner;
  // A till or point of sale sees its own payments only.
  const isElsewhere = given.tillId !== undefined && creatorId !== null && given.tillId !== creatorId;
  return {
    partnerId: owner.partnerId,
    merchantIds: isElsewhere ? [] : withinReach(owner, given.merchantIds),
    statuses: given.statuses ? distinct(given.statuses) : null,
    assets: first ? distinct(second ? first.filter((asset) => second.includes(asset)) : first) : null,
    networks,
    currency: given.currency ?? null,
    creatorId,
    tillId: given.tillId ?? null,
    reference: given.reference ?? null,
    fromMs: given.start === undefined ? null : millisecondNotBefore(given.start),
    toMs: given.end === undefined ? null : millisecondNotBefore(given.end),
  };
}

/**
 * The merchants that are both given and within the owner's reach; null: all of the partner's.
 * @param given undefined: all
 */
export function withinReach(
  { merchantIds: limit }: PaymentOwner,
  given: readonly string[] | undefined,
): readonly string[] | null {
  if (given === undefined) return limit && distinct(limit);
  return distinct(limit ? given.filter((id) => limit.includes(id)) : given);
}

/** Sorted, so that equal filters make equal cursors. */
const distinct = <Value extends string>(values: readonly Value[]): Value[] => [...new Set(values)].sort();

/** The chains file defines the symbols. */
const assetsCalled = (chains: PaymentChains, symbols: readonly string[]): string[] =>
  [...chains.values()].flatMap(({ assets }) =>
    assets.filter(({ symbol }) => symbols.includes(symbol)).map(({ id }) => id),
  );

function assetsNamed(chains: PaymentChains, name: string, issues: Issue[]): string[] {
  if (!name.includes("/")) return assetsCalled(chains, [name]);
  const asset = parseAssetId(name);
  if (!asset) issues.push({ field: "asset", message: "must be a token symbol or a CAIP-19 asset" });
  return asset ? [asset.text] : [];
}
