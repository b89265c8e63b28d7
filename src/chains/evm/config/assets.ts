// An asset in the chains file; its required fields depend on how it is paid. Each schema description completes
// "must be …" in an error.
import Type, { type Static, type TSchema } from "typebox";
import { getAddress, zeroAddress } from "viem";
import type { Asset, Method } from "../../../money/asset.ts";
import { findCurrency } from "../../../money/fiat.ts";
import { type ConfigIssue, formIssues } from "../../../settings/config-issues.ts";
import { addressText, httpUrl, text } from "./texts.ts";

const methodIs = <const M extends Method>(method: M) => Type.Literal(method);

const named = {
  symbol: text("the on-chain symbol, for example USDC"),
  name: text("the display name, for example USD Coin"),
  peggedTo: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$", description: "an ISO 4217 code, for example USD" })),
  iconUrl: Type.Optional(httpUrl("an http or https URL")),
};

const token = {
  ...named,
  deposits: Type.Optional(Type.Boolean({ description: "true if payments have a deposit address for it, or false" })),
  address: addressText("the token's address"),
  decimals: Type.Integer({ minimum: 0, maximum: 36, description: "the token's number of decimals, 0 to 36" }),
};

const resetsApproval = Type.Optional(
  Type.Boolean({ description: "true if the token's approve must be reset to 0 first (USDT on Ethereum)" }),
);

const SCHEMAS = {
  eip3009: Type.Object(
    {
      ...token,
      method: methodIs("eip3009"),
      domain: Type.Object(
        {
          name: text("the name in the token's EIP-712 domain"),
          version: text("the version in the token's EIP-712 domain"),
        },
        { additionalProperties: false, description: "the token's EIP-712 domain: name and version" },
      ),
    },
    { additionalProperties: false },
  ),
  permit2: Type.Object(
    {
      ...token,
      method: methodIs("permit2"),
      approval: Type.Optional(
        Type.Union([Type.Literal("exact"), Type.Literal("max")], { description: '"exact" or "max"' }),
      ),
      resetsApproval,
    },
    { additionalProperties: false },
  ),
  erc20: Type.Object(
    {
      ...token,
      method: methodIs("erc20"),
      approval: Type.Optional(
        Type.Literal("exact", { description: '"exact": the router never gets a larger approval' }),
      ),
      resetsApproval,
    },
    { additionalProperties: false },
  ),
  native: Type.Object(
    {
      ...named,
      method: methodIs("native"),
      decimals: Type.Literal(18, { description: "18" }),
      slip44: Type.Integer({
        minimum: 0,
        maximum: 0x7fff_ffff,
        description: "the coin's SLIP-44 type, for example 60 for ETH",
      }),
    },
    { additionalProperties: false },
  ),
} as const satisfies Record<Method, TSchema>;

export type AssetEntry = { [M in Method]: Static<(typeof SCHEMAS)[M]> }[Method];

/** The part that all assets share; `assetSchemaIssues` checks the rest. */
export const AssetBaseSchema = Type.Object(
  {
    method: Type.Union([methodIs("eip3009"), methodIs("permit2"), methodIs("erc20"), methodIs("native")], {
      description: '"eip3009", "permit2", "erc20" or "native"',
    }),
  },
  { description: "an asset" },
);

/** @param path of the asset in the file, for example `0.assets.1` */
export function assetSchemaIssues(entry: Static<typeof AssetBaseSchema>, path: string): ConfigIssue[] {
  return formIssues(SCHEMAS[entry.method], entry).map(({ field, message }) => ({ field: `${path}.${field}`, message }));
}

/** Checks that the schema cannot express. */
export function assetIssues({ peggedTo }: AssetEntry, path: string): ConfigIssue[] {
  if (peggedTo === undefined || findCurrency(peggedTo)) return [];
  return [{ field: `${path}.peggedTo`, message: `must be an ISO 4217 code: ${peggedTo} is not one` }];
}

export function toAsset(chain: string, entry: AssetEntry): Asset {
  const { symbol, name, decimals, iconUrl, peggedTo } = entry;
  const common = {
    chain,
    symbol,
    name,
    decimals,
    ...(iconUrl === undefined ? {} : { iconUrl }),
    ...(peggedTo === undefined ? {} : { peggedTo }),
  };
  if (entry.method === "native") {
    return { ...common, id: coinId(chain, entry.slip44), address: zeroAddress, method: entry.method };
  }
  const address = getAddress(entry.address);
  const tokenOf = { ...common, id: tokenId(chain, address), address, takesDeposits: entry.deposits ?? false };
  switch (entry.method) {
    case "eip3009":
      return { ...tokenOf, method: entry.method, domain: { name: entry.domain.name, version: entry.domain.version } };
    case "permit2":
      return {
        ...tokenOf,
        method: entry.method,
        approval: entry.approval ?? "max",
        resetsApproval: entry.resetsApproval ?? false,
      };
    case "erc20":
      return { ...tokenOf, method: entry.method, resetsApproval: entry.resetsApproval ?? false };
  }
}

const tokenId = (chain: string, address: string): string => `${chain}/erc20:${address}`;
const coinId = (chain: string, slip44: number): string => `${chain}/slip44:${slip44}`;

/** ETH, the coin of most chains: the default if a chain's coin is not configured. */
const SLIP44_ETH = 60;

/** CAIP-19 id of the asset at an address, configured or not; the zero address is the chain's native coin. */
export function assetIdAt(chain: string, assets: readonly Asset[], address: `0x${string}`): string {
  const configured = assets.find((asset) => asset.address === address);
  if (configured) return configured.id;
  return address === zeroAddress ? coinId(chain, SLIP44_ETH) : tokenId(chain, address);
}
