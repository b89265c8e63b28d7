// How the command line writes counts, amounts and columns for a person.
import { zeroAddress } from "viem";
import type { NamedActor } from "../../merchant/audit.ts";
import { formatStandardUnits } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";

/** For example "1 payment" or "2 payments". */
export const counted = (count: number | bigint, noun: string, plural = `${noun}s`): string =>
  `${count} ${BigInt(count) === 1n ? noun : plural}`;

interface ChainAssets {
  readonly name: string;
  readonly assets: readonly Asset[];
}

const DECIMALS_MIN = 2;

/** For example "12.50 USDC"; in the smallest unit if the asset is not configured. */
export function tokenText(value: bigint, assetId: string, assets: readonly Asset[]): string {
  const asset = assets.find(({ id }) => id === assetId);
  if (!asset) return `${value} of ${assetId}`;
  const [whole = "", fraction = ""] = formatStandardUnits(value, asset.decimals).split(".");
  const shown = fraction.padEnd(Math.min(DECIMALS_MIN, asset.decimals), "0");
  return `${shown === "" ? whole : `${whole}.${shown}`} ${asset.symbol}`;
}

/** The same of the token at an address of a chain; the zero address is its coin. */
export function tokenAtText(
  value: bigint,
  { chain, token }: { readonly chain: string; readonly token: string },
  assets: readonly Asset[],
): string {
  const asset = assets.find((each) => each.chain === chain && each.address === token);
  return asset
    ? tokenText(value, asset.id, assets)
    : `${value} (smallest units) of ${token === zeroAddress ? "the coin" : token}`;
}

/** For example "USDC on Base"; the id of an asset that is not configured. */
export function assetText(assetId: string, chains: readonly ChainAssets[]): string {
  const chain = chains.find(({ assets }) => assets.some(({ id }) => id === assetId));
  const asset = chain?.assets.find(({ id }) => id === assetId);
  return chain && asset ? `${asset.symbol} on ${chain.name}` : assetId;
}

/** For example "2026-11-26 20:27:14Z". */
export const secondText = (at: Date): string => `${at.toISOString().slice(0, 19).replace("T", " ")}Z`;

/** For example "key_… (tp_partner_abcd…)" or "operator". */
export const actorText = ({ actor, keyPrefix }: Pick<NamedActor, "actor" | "keyPrefix">): string =>
  keyPrefix === null ? actor : `${actor} (${keyPrefix}…)`;

const GAP = "  ";

/** A list with headings. @param none what stands there instead if it is empty */
export const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): readonly string[] => (rows.length > 0 ? aligned([head, ...rows]) : [none]);

/** Lines with aligned columns; the last column of each row keeps its length. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;

/** For example "3 d", "26 h", "90 s": a unit of which there are at least two. */
export function durationText(seconds: number): string {
  const found = UNITS.find(([, size]) => seconds >= 2 * size);
  if (!found) return `${seconds < 1 ? "< 1" : Math.floor(seconds)} s`;
  const [unit, size] = found;
  return `${Math.floor(seconds / size)} ${unit}`;
}
