// The chains that ship are valid entries and agree with viem's lists and the tokens themselves.
import { domainSeparator, getAddress, type Hex } from "viem";
import {
  base,
  baseSepolia,
  type Chain,
  mainnet,
  optimism,
  optimismSepolia,
  polygon,
  polygonAmoy,
  sepolia,
} from "viem/chains";
import { eurc, usdc } from "viem/tokens";
import { describe, expect, it } from "vitest";
import { type EvmChainConfig, parseChains } from "../../../../src/chains/evm/config/config.ts";
import { MULTICALL3, PERMIT2 } from "../../../../src/chains/evm/config/deploy.ts";
import { PRESETS } from "../../../../src/chains/evm/config/presets/presets.ts";
import { expandPresets } from "../../../../src/chains/evm/config/presets.ts";

const OWN = {
  rpcUrls: ["https://rpc.example"],
  router: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  feeReceiver: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
};

function chainsOf(...entries: readonly object[]): readonly EvmChainConfig[] {
  const parsed = parseChains(entries);
  if (parsed.kind === "invalid") throw new Error(JSON.stringify(parsed.issues));
  return parsed.chains;
}

const chainOf = (entry: object): EvmChainConfig => {
  const [chain] = chainsOf(entry);
  if (!chain) throw new Error("no chain");
  return chain;
};

const VIEM: Readonly<Record<string, Chain>> = {
  ethereum: mainnet,
  base,
  optimism,
  polygon,
  sepolia,
  "base-sepolia": baseSepolia,
  "optimism-sepolia": optimismSepolia,
  "polygon-amoy": polygonAmoy,
};

/** DOMAIN_SEPARATOR() of each EIP-3009 token, from third parties that read it from the chain. */
const SEPARATORS: Readonly<Record<string, Hex>> = {
  "ethereum USDC": "0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335",
  "base USDC": "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f",
  "optimism USDC": "0x26d9c34bb1a1c312f69c53b2d93b8be20faafba63af2438c6811713c9b1f933f",
  "polygon USDC": "0xcaa2ce1a5703ccbe253a34eb3166df60a705c561b44b192061e28f2a985be2ca",
  "sepolia USDC": "0xb90e5057db141a932946e64d09ccb7ffc9b00bd79fec26f698d29af0c83320a6",
  "base-sepolia USDC": "0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818",
  "optimism-sepolia USDC": "0x09d038a3e46040fc37eb01174dbbcdb7981fbd8eafd9e1a857b1c67805dfb29e",
  "polygon-amoy USDC": "0x5cddc98319864e897e4469bd1d13c2288c677047b54b8cca12bd342adb6be9eb",
  "ethereum EURC": "0x99f188f447f0c6eaf68589359cd2ead8c2faaaaee984ab926fdb734d0040073b",
  "base EURC": "0xec4dcbded0afd42599589b79220899bbe000bb5ea66d6f1bc176e78d094203bb",
};

const names = Object.keys(PRESETS);

it("every chain of the list has a preset, and none has two", () => {
  expect(names).toEqual(Object.keys(VIEM));
  expect(new Set(Object.values(PRESETS).map(({ caip2 }) => caip2)).size).toBe(names.length);
});

it.each([false, true])(
  "those with testNet: %s make a valid chains file, to which operators add only their own settings",
  (isTestNet) => {
    const alike = names.filter((name) => (PRESETS[name]?.testNet ?? false) === isTestNet);
    const chains = chainsOf(...alike.map((preset) => ({ preset, ...OWN })));
    expect(chains.map(({ name }) => name)).toEqual(alike.map((name) => VIEM[name]?.name));
  },
);

describe.each(names)("%s", (name) => {
  const viem = VIEM[name];
  const chain = chainOf({ preset: name, ...OWN });

  it("has viem's chain number, name, block time, Multicall3 and coin", () => {
    expect(chain).toMatchObject({ chainNumber: viem?.id, name: viem?.name, permit2: PERMIT2, multicall3: MULTICALL3 });
    expect(chain).toMatchObject({ explorerUrl: viem?.blockExplorers?.default.url, isTestNet: viem?.testnet ?? false });
    // Wallets always know Ethereum and Sepolia.
    if (!name.match(/^(ethereum|sepolia)$/)) expect(chain.publicRpcUrl).toBe(viem?.rpcUrls.default.http[0]);
    if (viem?.blockTime !== undefined) expect(chain.blockTimeS).toBe(viem.blockTime / 1_000);
    expect(getAddress(viem?.contracts?.multicall3?.address ?? "0x")).toBe(MULTICALL3);
    const [coin, ...others] = chain.assets.filter(({ method }) => method === "native");
    expect(others).toEqual([]);
    expect(coin).toMatchObject({ symbol: viem?.nativeCurrency.symbol, decimals: viem?.nativeCurrency.decimals });
    expect(coin?.id).toMatch(coin?.symbol === "POL" ? /\/slip44:966$/ : /\/slip44:60$/);
  });

  it("has checksummed addresses, and no duplicate symbol or address", () => {
    for (const asset of Object.values(PRESETS[name]?.assets ?? {})) {
      if (asset.method !== "native") expect(asset.address).toBe(getAddress(asset.address));
    }
    for (const key of ["symbol", "address"] as const) {
      expect(new Set(chain.assets.map((asset) => asset[key])).size).toBe(chain.assets.length);
    }
  });

  it("has Circle's tokens wherever Circle issues them", () => {
    const addressOf = (symbol: string) => chain.assets.find((asset) => asset.symbol === symbol)?.address;
    const issued = (addresses: Readonly<Record<number, string>>) => addresses[viem?.id ?? 0];
    expect(addressOf("USDC")).toBe(issued(usdc.addresses));
    expect(addressOf("EURC")).toBe(issued(eurc.addresses));
  });

  it("has the tokens' EIP-712 domains", () => {
    for (const asset of chain.assets) {
      if (asset.method !== "eip3009") continue;
      const domain = { ...asset.domain, chainId: chain.chainNumber, verifyingContract: asset.address };
      expect(domainSeparator({ domain })).toBe(SEPARATORS[`${name} ${asset.symbol}`]);
    }
  });

  it("requires more blocks for larger amounts, up to half an hour of them", () => {
    const blocks = chain.confirmations.map((step) => step.blocks);
    expect(blocks).toEqual(blocks.toSorted((a, b) => a - b));
    expect((blocks.at(-1) ?? 0) * chain.blockTimeS).toBeLessThanOrEqual(1_800);
    if (viem?.testnet) expect(blocks).toEqual([1]);
    else expect(blocks.length).toBeGreaterThan(1);
  });
});

it("USDT is paid by Permit2, and its approval is reset on Ethereum only", () => {
  const usdt = Object.values(PRESETS).flatMap(({ caip2, assets }) => (assets.USDT ? [[caip2, assets.USDT]] : []));
  expect(usdt).toHaveLength(3);
  for (const [caip2, asset] of usdt) {
    expect(asset).toMatchObject({ method: "permit2", peggedTo: "USD", decimals: 6 });
    if (caip2 === "eip155:1") expect(asset).toMatchObject({ resetsApproval: true });
    else expect(asset).not.toHaveProperty("resetsApproval");
  }
});

it("values that are no entries stay unchanged, for the schema to reject", () => {
  const assets = { assets: "USDC" };
  for (const json of [{ preset: "base" }, null, [null, "base", 5, ["base"], assets]]) {
    expect(expandPresets(json)).toEqual({ json, issues: [] });
  }
});

describe("an entry with a preset", () => {
  it("can name its chain, and have assets that are no list", () => {
    const own = { caip2: "eip155:8453", assets: "USDC" };
    expect(expandPresets([{ preset: "base", ...own }])).toEqual({ json: [{ ...PRESETS.base, ...own }], issues: [] });
    expect(expandPresets([{ preset: "base", assets: [null, 5] }])).toMatchObject({ json: [{ assets: [null, 5] }] });
    expect(expandPresets([{ preset: ["base"] }]).issues).toMatchObject([{ field: "0.preset" }]);
  });

  it("can override its preset", () => {
    const own = { name: "Our Base", confirmations: [{ from: "0", blocks: 7 }], batchMax: 9, treasury: OWN.feeReceiver };
    const chain = chainOf({ preset: "base", ...OWN, ...own });
    const confirmations = [{ fromStandardUnits: 0n, blocks: 7 }];
    expect(chain).toMatchObject({
      name: "Our Base",
      confirmations,
      batchMax: 9,
      treasury: OWN.feeReceiver,
      blockTimeS: 2,
    });
  });

  it("can select assets by name and add complete ones", () => {
    const own = { symbol: "TEST", name: "Test", decimals: 18, method: "permit2", address: OWN.router };
    const { assets } = chainOf({ preset: "optimism", ...OWN, assets: ["USDT", own, "ETH"] });
    expect(assets.map(({ symbol }) => symbol)).toEqual(["USD₮0", "TEST", "ETH"]);
  });

  it.each<[what: string, entry: object, field: string, message: RegExp]>([
    ["an unknown preset", { preset: "bitcoin" }, "0.preset", /^must be one of ethereum, base, .*polygon-amoy$/],
    ["a property of every object", { preset: "toString" }, "0.preset", /^must be one of/],
    ["another chain's caip2", { preset: "base", caip2: "eip155:1" }, "0.caip2", /^must be left out or be eip155:8453/],
    [
      "an unknown asset",
      { preset: "base", assets: ["USDC", "DAI"] },
      "0.assets.1",
      /^must be one of USDC, EURC, ETH, or/,
    ],
    ["an asset name without a preset", { assets: ["USDC"] }, "0.assets.0", /^must be a complete asset/],
    ["no RPC URL", { preset: "base", rpcUrls: undefined }, "0.rpcUrls", /^is missing: must be a list/],
  ])("is rejected with %s", (_what, entry, field, message) => {
    const given = JSON.parse(JSON.stringify([{ ...OWN, ...entry }]));
    const parsed = parseChains(given);
    expect(parsed.kind === "invalid" && parsed.issues).toEqual([{ field, message: expect.stringMatching(message) }]);
  });
});
