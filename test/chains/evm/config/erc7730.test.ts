// The ERC-7730 descriptors by which hardware and other wallets explain what they sign: each covers exactly the fields
// that this version asks buyers to sign, on the contracts of every preset.
import { readFileSync } from "node:fs";
import { type Abi, encodeFunctionData, erc20Abi, parseAbiItem, toFunctionSelector, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { paymentRouterAbi } from "../../../../src/chains/evm/abi/payment-router.ts";
import { receiveWithAuthorization } from "../../../../src/chains/evm/build/authorization.ts";
import { permitWitnessTransferFrom } from "../../../../src/chains/evm/build/permit.ts";
import { PERMIT2, routerAddress } from "../../../../src/chains/evm/config/deploy.ts";
import { PRESETS } from "../../../../src/chains/evm/config/presets/presets.ts";
import { payByTransactionData } from "../../../../src/chains/evm/router/router-call.ts";
import type { AuthorizedToken } from "../../../../src/money/asset.ts";
import type { Option } from "../../../../src/payment/option.ts";

interface Descriptor {
  readonly context: {
    readonly eip712?: { readonly schemas: readonly unknown[]; readonly deployments: readonly unknown[] };
    readonly contract?: { readonly abi: Abi; readonly deployments: readonly unknown[] };
  };
  readonly display: {
    readonly formats: Readonly<
      Record<string, { fields: readonly { path: string }[]; required: readonly string[]; excluded: readonly string[] }>
    >;
  };
}

const descriptor = (name: string): Descriptor =>
  JSON.parse(readFileSync(new URL(`../../../../contracts/erc7730/${name}.json`, import.meta.url), "utf8"));

const TOKEN = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const ROUTER = routerAddress(PERMIT2);
const option: Option = {
  paymentId: "pay_1",
  asset: `eip155:8453/erc20:${TOKEN}`,
  method: "permit2",
  merchantName: "Blue Shop",
  paysOut: "merchant",
  quoteExpiresAtS: null,
  quoteSources: [],
  feePpm: 0n,
  feeFixed: 0n,
  terms: {
    chain: "eip155:8453",
    router: ROUTER,
    key: `0x${"22".repeat(32)}`,
    token: TOKEN,
    payer: zeroAddress,
    amount: 1n,
    destination: TOKEN,
    fee: 1n,
    feeReceiver: TOKEN,
    deadlineS: 1_900_000_000,
  },
};
const asset: AuthorizedToken = {
  id: option.asset,
  chain: "eip155:8453",
  address: TOKEN,
  symbol: "USDC",
  name: "USD Coin",
  decimals: 6,
  method: "eip3009",
  domain: { name: "USD Coin", version: "2" },
};

/** Paths of all values in a message. */
const pathsOf = (value: object, prefix = ""): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" ? pathsOf(inner, `${prefix}${key}.`) : [`${prefix}${key}`],
  );

function described({ display }: Descriptor, format: string): string[] {
  const { fields = [], required = [], excluded = [] } = display.formats[format] ?? {};
  const shown = fields.map(({ path }) => path);
  expect(shown).toEqual(expect.arrayContaining([...required]));
  return [...shown, ...excluded].sort();
}

const presets = Object.values(PRESETS).map(({ caip2, assets }) => ({
  chainId: Number(caip2.replace("eip155:", "")),
  assets: Object.values(assets),
}));
const onEveryChain = (address: string) => presets.map(({ chainId }) => ({ chainId, address }));
const tokensBy = (...methods: string[]) =>
  presets.flatMap(({ chainId, assets }) =>
    assets.flatMap((entry) =>
      methods.includes(entry.method) && "address" in entry ? [{ chainId, address: entry.address }] : [],
    ),
  );

describe("typed data", () => {
  test.each([
    ["eip712-permit2", permitWitnessTransferFrom(option, PERMIT2), onEveryChain(PERMIT2)],
    ["eip712-eip3009", receiveWithAuthorization(option, asset), tokensBy("eip3009")],
  ])("of %s: types, fields and contracts", (name, action, deployments) => {
    const { types, primaryType, message } = JSON.parse(String(action.params[1]));
    const found = descriptor(name);
    expect(found.context.eip712?.schemas).toEqual([{ primaryType, types }]);
    expect(Object.keys(found.display.formats)).toEqual([primaryType]);
    expect(described(found, primaryType)).toEqual(pathsOf(message).sort());
    expect(found.context.eip712?.deployments).toEqual(deployments);
  });

  test("of Permit2 shows merchant, amount, destination and fee", () => {
    const { required } = descriptor("eip712-permit2").display.formats.PermitWitnessTransferFrom ?? { required: [] };
    expect(required).toEqual(
      expect.arrayContaining(["witness.merchant", "permitted.amount", "witness.destination", "witness.fee"]),
    );
  });
});

describe("a transaction", () => {
  const approveData = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [ROUTER, 1n] });
  const pay = paymentRouterAbi.find((item) => item.type === "function" && item.name === "pay");
  test.each([
    ["calldata-payment-router", payByTransactionData(option.terms), onEveryChain(ROUTER)],
    ["calldata-approve", approveData, tokensBy("permit2", "erc20")],
  ])("of %s: function, fields and contracts", (name, data, deployments) => {
    const found = descriptor(name);
    const [format = ""] = Object.keys(found.display.formats);
    const item = parseAbiItem(`function ${format}` as "function pay()");
    expect(toFunctionSelector(item)).toBe(data.slice(0, 10));
    const paths = (inputs: readonly { name?: string; components?: readonly { name?: string }[] }[]): string[] =>
      inputs.flatMap(
        (input) => input.components?.map(({ name: inner }) => `${input.name}.${inner}`) ?? [`${input.name}`],
      );
    expect(described(found, format)).toEqual(paths(item.inputs).sort());
    expect(found.context.contract?.abi.map((one) => toFunctionSelector(one as typeof item))).toEqual([
      data.slice(0, 10),
    ]);
    expect(found.context.contract?.deployments).toEqual(deployments);
  });

  test("that pays has the parameter names of the contract", () => {
    const names = (pay?.type === "function" && pay.name === "pay" && pay.inputs[0].components) || [];
    const [format = ""] = Object.keys(descriptor("calldata-payment-router").display.formats);
    for (const { name } of names) expect(format).toContain(` ${name}`);
  });
});
