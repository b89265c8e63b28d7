// Parses the setting SCREENING.
import type { Address } from "viem";
import { parseAssetId } from "../money/caip.ts";

export type ScreeningSource =
  | { readonly type: "list"; readonly file: string }
  /** A contract with `isSanctioned(address) returns (bool)`, as deployed by Chainalysis on many chains. */
  | { readonly type: "oracle"; readonly chain: string; readonly address: Address };

/** Each source is queried for every account. */
const SOURCES_MAX = 10;

/** @returns undefined if the text is invalid */
export function parseScreening(text: string): readonly ScreeningSource[] | undefined {
  if (text === "none") return [];
  const sources = text.split(",").map((entry) => parseSource(entry.trim()));
  return sources.length <= SOURCES_MAX && sources.every((source) => source !== null) ? sources : undefined;
}

function parseSource(entry: string): ScreeningSource | null {
  const [, type, rest = ""] = /^(list|oracle):(.+)$/.exec(entry) ?? [];
  if (type === "list") return { type, file: rest };
  if (type === "oracle") return parseOracle(rest);
  return null;
}

/** A contract as `eip155:1/0x…`, put into the canonical form of a CAIP-19 token. */
function parseOracle(text: string): ScreeningSource | null {
  const [chain, address] = text.split("/");
  const contract = parseAssetId(`${chain}/erc20:${address}`);
  if (!contract?.chain.startsWith("eip155:")) return null;
  return { type: "oracle", chain: contract.chain, address: contract.reference as Address };
}
