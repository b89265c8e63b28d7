// Mistakes in the chains file are reported by field, with the expected value.
import { describe, expect, it } from "vitest";
import { type ChainEntry, parseChains } from "../../../../src/chains/evm/config/config.ts";
import { MULTICALL3, PERMIT2 } from "../../../../src/chains/evm/config/deploy.ts";
import type { Asset } from "../../../../src/money/asset.ts";

const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const ROUTER = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const RECEIVER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const base: ChainEntry = {
  caip2: "eip155:8453",
  name: "Base",
  rpcUrls: ["https://rpc.example/key"],
  router: ROUTER,
  feeReceiver: RECEIVER,
  confirmations: [
    { from: "0", blocks: 1 },
    { from: "1000", blocks: 10 },
  ],
  blockTimeS: 2,
  maxFeePerGasGwei: "1.5",
  assets: [
    {
      address: USDC,
      symbol: "USDC",
      name: "USD Coin",
      decimals: 6,
      method: "eip3009",
      peggedTo: "USD",
      domain: { name: "USD Coin", version: "2" },
    },
  ],
};

const issuesOf = (json: unknown) => {
  const parsed = parseChains(json);
  return parsed.kind === "invalid" ? parsed.issues : [];
};

describe("a valid chains file", () => {
  it("becomes the configuration, with defaults filled in", () => {
    expect(parseChains([base])).toEqual({
      kind: "ok",
      chains: [
        {
          caip2: "eip155:8453",
          chainNumber: 8453,
          name: "Base",
          rpcUrls: ["https://rpc.example/key"],
          router: ROUTER,
          permit2: PERMIT2,
          multicall3: MULTICALL3,
          feeReceiver: RECEIVER,
          treasury: null,
          confirmations: [
            { fromStandardUnits: 0n, blocks: 1 },
            { fromStandardUnits: 1000n, blocks: 10 },
          ],
          inclusionGraceS: 120,
          headAgeMaxS: 120,
          isTestNet: false,
          blockTimeS: 2,
          pollMs: 500,
          secondSourceFrom: 1_000n,
          batchMax: 50,
          maxFeePerGas: 1_500_000_000n,
          relayerGasPerDay: null,
          walletGasPerDay: 1_500_000n,
          recoveryGasPerDay: 30_000_000n,
          walletFactories: [],
          assets: [
            {
              id: `eip155:8453/erc20:${USDC}`,
              chain: "eip155:8453",
              address: USDC,
              symbol: "USDC",
              name: "USD Coin",
              decimals: 6,
              peggedTo: "USD",
              takesDeposits: false,
              method: "eip3009",
              domain: { name: "USD Coin", version: "2" },
            },
          ],
        },
      ],
    });
  });

  it.each<[written: object, read: object]>([
    [
      { method: "permit2", address: USDC },
      { id: `eip155:8453/erc20:${USDC}`, address: USDC, approval: "max", resetsApproval: false },
    ],
    [
      { method: "permit2", address: USDC, approval: "exact", resetsApproval: true },
      { approval: "exact", resetsApproval: true },
    ],
    [
      { method: "erc20", address: USDC },
      { id: `eip155:8453/erc20:${USDC}`, resetsApproval: false },
    ],
    [
      { method: "native", slip44: 966, decimals: 18 },
      { id: "eip155:8453/slip44:966", address: "0x0000000000000000000000000000000000000000" },
    ],
  ])("accepts assets paid by %j", (written, read) => {
    const parsed = parseChains([{ ...base, assets: [{ symbol: "T", name: "Token", decimals: 6, ...written }] }]);
    expect(parsed.kind === "ok" && parsed.chains[0]?.assets).toMatchObject([
      { method: (written as Asset).method, ...read },
    ]);
  });

  it("sets the minimums of the assets that have some", () => {
    const parsed = parseChains([{ ...base, minimum: { USDC: "1.50" }, depositMinimum: { USDC: "0.05" } }]);
    const minimums = { minimum: 1_500_000n, depositMinimum: 50_000n };
    expect(parsed.kind === "ok" && parsed.chains[0]?.assets).toMatchObject([{ symbol: "USDC", ...minimums }]);
  });

  it.each(["0x5fbdb2315678afecb367f032d93f642f64180aa3", "0x5FBDB2315678AFECB367F032D93F642F64180AA3"])(
    "accepts addresses in a single case: %s",
    (address) => {
      const parsed = parseChains([{ ...base, router: address, walletFactories: [address] }]);
      expect(parsed.kind === "ok" && parsed.chains[0]).toMatchObject({ router: ROUTER, walletFactories: [ROUTER] });
    },
  );

  it.each<[written: object, read: object]>([
    [{ explorerUrl: "https://scan.example//8453//" }, { explorerUrl: "https://scan.example//8453" }],
    [
      { iconUrl: "https://a.example/base.svg", publicRpcUrl: "https://rpc.example/" },
      { iconUrl: "https://a.example/base.svg", publicRpcUrl: "https://rpc.example/" },
    ],
    [{ blockTimeS: 12 }, { headAgeMaxS: 240, pollMs: 1_000 }],
    [{ relayerGasPerDay: 50_000_000 }, { relayerGasPerDay: 50_000_000n }],
    [
      { caip2: "eip155:84532", testNet: true },
      { isTestNet: true, secondSourceFrom: null },
    ],
    [{ caip2: "eip155:84532", testNet: true, secondSourceFrom: "5" }, { secondSourceFrom: 5n }],
    [
      { assets: [{ ...base.assets[0], iconUrl: "https://a.example/usdc.svg" }], minimum: { USDC: "2" } },
      { assets: [{ iconUrl: "https://a.example/usdc.svg", minimum: 2_000_000n }] },
    ],
    [{ minimum: { USDC: "0.000001" } }, { assets: [{ minimum: 1n }] }],
  ])("with %j has %o", (written, read) => {
    const parsed = parseChains([{ ...base, ...written }]);
    expect(parsed.kind === "ok" && parsed.chains[0]).toMatchObject(read);
  });
});

describe("an invalid chains file", () => {
  const asset = base.assets[0];
  const { name: _, ...nameless } = base;
  it.each<[what: string, json: unknown, field: string, message: RegExp]>([
    ["not a list", {}, "", /^must be a list of chains$/],
    ["an empty list", [], "", /^must be a list of chains$/],
    ["no name", [nameless], "0.name", /^is missing: must be the chain's display name/],
    ["a typo", [{ ...base, treasurey: ROUTER }], "0.treasurey", /^is not a setting here/],
    ["another kind of chain", [{ ...base, caip2: "solana:x" }], "0.caip2", /CAIP-2 id, for example eip155:8453/],
    ["no URL", [{ ...base, rpcUrls: [] }], "0.rpcUrls", /a list of 1 to 10 JSON-RPC URLs/],
    ["a WebSocket URL", [{ ...base, rpcUrls: ["wss://x"] }], "0.rpcUrls.0", /an http or https URL/],
    ["a short address", [{ ...base, router: "0x12" }], "0.router", /0x and 40 hex digits/],
    ...["router", "permit2", "multicall3", "feeReceiver", "treasury"].map(
      (field): [string, unknown, string, RegExp] => [
        `a wrong checksum of ${field}`,
        [{ ...base, [field]: PERMIT2.replace("D", "d").replace("0000", "0001") }],
        `0.${field}`,
        /^must be EIP-55 checksummed: 0x0001/,
      ],
    ),
    [
      "a wallet factory with a wrong checksum",
      [{ ...base, walletFactories: [ROUTER, ROUTER.replace("F", "f")] }],
      "0.walletFactories.1",
      /^must be EIP-55 checksummed/,
    ],
    [
      "a token with a wrong checksum",
      [{ ...base, assets: [{ ...asset, address: USDC.replace("C", "c") }] }],
      "0.assets.0.address",
      /^must be EIP-55 checksummed/,
    ],
    ["no blocks", [{ ...base, confirmations: [{ from: "0", blocks: 0 }] }], "0.confirmations.0.blocks", /1 to 10000/],
    [
      "a policy that omits small amounts",
      [{ ...base, confirmations: [{ from: "5", blocks: 1 }] }],
      "0.confirmations.0.from",
      /^must be "0"/,
    ],
    [
      "steps out of order",
      [{ ...base, confirmations: [...base.confirmations, { from: "1000", blocks: 20 }] }],
      "0.confirmations.2.from",
      /^must be above the previous step, 1000$/,
    ],
    ["a cap of zero", [{ ...base, maxFeePerGasGwei: "0.0" }], "0.maxFeePerGasGwei", /^must be above 0$/],
    [
      "a cap that is a number",
      [{ ...base, maxFeePerGasGwei: 5 }],
      "0.maxFeePerGasGwei",
      /as a string, for example "50"/,
    ],
    ["a minimum as a number", [{ ...base, minimum: { USDC: 1 } }], "0.minimum.USDC", /as a string, for example "1.50"/],
    ["a minimum of another asset", [{ ...base, minimum: { DAI: "1" } }], "0.minimum.DAI", /^must be the symbol of one/],
    ["a minimum below a unit", [{ ...base, minimum: { USDC: "0.0000001" } }], "0.minimum.USDC", /at most 6 decimals$/],
    [
      "a deposit minimum of 0",
      [{ ...base, depositMinimum: { USDC: "0.00" } }],
      "0.depositMinimum.USDC",
      /more than 0$/,
    ],
    [
      "an unknown currency",
      [{ ...base, assets: [{ ...asset, peggedTo: "ZZZ" }] }],
      "0.assets.0.peggedTo",
      /^must be an ISO 4217 code: ZZZ is not one$/,
    ],
    [
      "decimals as a string",
      [{ ...base, assets: [{ ...asset, decimals: "6" }] }],
      "0.assets.0.decimals",
      /number of decimals, 0 to 36/,
    ],
    [
      "an unknown payment method",
      [{ ...base, assets: [{ ...asset, method: "eip2612" }] }],
      "0.assets.0.method",
      /^must be "eip3009", "permit2", "erc20" or "native"$/,
    ],
    [
      "a domain that no signature needs",
      [{ ...base, assets: [{ ...asset, method: "permit2" }] }],
      "0.assets.0.domain",
      /^is not a setting here/,
    ],
    [
      "a missing domain",
      [{ ...base, assets: [{ ...asset, domain: undefined }] }],
      "0.assets.0.domain",
      /must be the token's EIP-712 domain/,
    ],
    [
      "a coin without its SLIP-44 type",
      [{ ...base, assets: [{ symbol: "ETH", name: "Ether", decimals: 18, method: "native" }] }],
      "0.assets.0.slip44",
      /^is missing: must be the coin's SLIP-44 type/,
    ],
    [
      "a coin with other decimals",
      [{ ...base, assets: [{ symbol: "ETH", name: "Ether", decimals: 6, method: "native", slip44: 60 }] }],
      "0.assets.0.decimals",
      /^must be 18$/,
    ],
    [
      "an unlimited approval of the router",
      [{ ...base, assets: [{ symbol: "T", name: "T", decimals: 6, method: "erc20", address: USDC, approval: "max" }] }],
      "0.assets.0.approval",
      /the router never gets a larger approval/,
    ],
    [
      "an unknown approval",
      [
        {
          ...base,
          assets: [{ symbol: "T", name: "T", decimals: 6, method: "permit2", address: USDC, approval: "some" }],
        },
      ],
      "0.assets.0.approval",
      /^must be "exact" or "max"$/,
    ],
    [
      "two coins",
      [
        {
          ...base,
          assets: [60, 966].map((slip44) => ({ symbol: "C", name: "Coin", decimals: 18, method: "native", slip44 })),
        },
      ],
      "0.assets.1.address",
      /^duplicates/,
    ],
    [
      "a token repeated in another letter case",
      [{ ...base, assets: [asset, { ...asset, address: USDC.toLowerCase() }] }],
      "0.assets.1.address",
      /^duplicates 0.assets.0.address$/,
    ],
    ["a chain given twice", [base, base], "1.caip2", /^duplicates 0.caip2$/],
  ])("%s", (_what, json, field, message) => {
    expect(issuesOf(json)).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  it("is reported with all its mistakes at once", () => {
    const fields = issuesOf([{ ...base, name: "", blockTimeS: -1, assets: [] }]).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(["0.assets", "0.blockTimeS", "0.name"]);
  });
});
