// A node in memory behind a Connection: each JSON-RPC method and each contract function is answered by a function.
import {
  type Abi,
  type Address,
  createPublicClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  keccak256,
  multicall3Abi,
  parseAbi,
  stringToHex,
  toFunctionSelector,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type EvmChainConfig, parseChains } from "../../../../src/chains/evm/config/config.ts";
import { MULTICALL3, PERMIT2 } from "../../../../src/chains/evm/config/deploy.ts";
import type { Connection } from "../../../../src/chains/evm/nodes/client.ts";
import type { Endpoint } from "../../../../src/chains/evm/nodes/endpoint.ts";
import { EndpointFailure } from "../../../../src/chains/evm/nodes/errors.ts";
import type { Asset, Method } from "../../../../src/money/asset.ts";
import type { Option } from "../../../../src/payment/option.ts";
import type { Terms } from "../../../../src/payment/terms.ts";

export { MULTICALL3, PERMIT2 };

export const CHAIN = "eip155:31337";

export const someone = (role: string): Address => getAddress(`0x${keccak256(stringToHex(role)).slice(-40)}`);
export const hashOf = (text: string): Hex => keccak256(stringToHex(text));

export const ROUTER = someone("router");
export const FEE_RECEIVER = someone("fee receiver");
export const RELAYER_KEY: Hex = `0x${"22".repeat(32)}`;
export const RELAYER = privateKeyToAccount(RELAYER_KEY).address;
export const MERCHANT = someone("merchant");
export const BUYER = someone("buyer");
export const FACTORY = someone("wallet factory");
export const USDC = someone("USDC");
export const EURC = someone("EURC");
export const USDT = someone("USDT");
export const COIN: Address = "0x0000000000000000000000000000000000000000";

const parsed = parseChains([
  {
    caip2: CHAIN,
    name: "Memory chain",
    rpcUrls: ["http://127.0.0.1:1/"],
    router: ROUTER,
    feeReceiver: FEE_RECEIVER,
    confirmations: [{ from: "0", blocks: 1 }],
    blockTimeS: 2,
    maxFeePerGasGwei: "100",
    walletFactories: [FACTORY],
    assets: [
      {
        method: "eip3009",
        address: USDC,
        symbol: "USDC",
        name: "USD Coin",
        decimals: 6,
        peggedTo: "USD",
        domain: { name: "USD Coin", version: "2" },
      },
      { method: "permit2", address: EURC, symbol: "EURC", name: "EURC", decimals: 6, peggedTo: "EUR" },
      { method: "erc20", address: USDT, symbol: "USDT", name: "Tether", decimals: 6, resetsApproval: true },
      { method: "native", symbol: "ETH", name: "Ether", decimals: 18, slip44: 60 },
    ],
  },
]);
if (parsed.kind !== "ok") throw new Error(`the chain's entry is wrong: ${JSON.stringify(parsed.issues)}`);
export const CONFIG = parsed.chains[0] as EvmChainConfig;

export function assetOf<M extends Method>(method: M): Extract<Asset, { method: M }> {
  const asset = CONFIG.assets.find((one) => one.method === method);
  return asset as Extract<Asset, { method: M }>;
}

/** An option of 1 000 000 units with a fee of 4 000, by a method. */
export function optionBy(method: Method, changes: Partial<Terms> = {}): Option {
  const { id, address } = assetOf(method);
  return {
    paymentId: "pay_1",
    asset: id,
    method,
    merchantName: "Blue Shop",
    paysOut: "merchant",
    quoteExpiresAtS: null,
    quoteSources: [],
    feePpm: 4_000n,
    feeFixed: 0n,
    terms: {
      chain: CHAIN,
      router: ROUTER,
      key: hashOf("payment"),
      token: address,
      payer: BUYER,
      amount: 1_000_000n,
      destination: MERCHANT,
      fee: 4_000n,
      feeReceiver: FEE_RECEIVER,
      deadlineS: 2_000_000_000,
      ...changes,
    },
  };
}

/** Thrown by a contract's function: it reverts with this data. */
export class Revert extends Error {
  readonly data: Hex;
  constructor(data: Hex) {
    super("reverted");
    this.data = data;
  }
}

/** The error of a connection whose node answered with a JSON-RPC error. */
export const answered = (message: string, code = -32_000): EndpointFailure =>
  new EndpointFailure({ endpoint: "rpc 1 of 1", method: "eth_call", reason: "answered", answer: { code, message } });

/** The error of a connection whose node does not respond. */
export const silent = (): EndpointFailure =>
  new EndpointFailure({ endpoint: "rpc 1 of 1", method: "eth_call", reason: "does not respond" });

interface Call {
  /** Absent in the creation of a contract. */
  readonly to?: Address;
  readonly data: Hex;
}

type Answer = (...params: never[]) => unknown;

export interface MemoryChain {
  readonly connection: Connection;
  /** Every request, in order. */
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[];
  /** Answers a JSON-RPC method; the function may throw `answered(…)` or `silent()`. */
  on(method: string, answer: Answer): void;
  /** Answers a contract's function by its arguments; `answer` may throw a Revert. */
  contract(target: Address, abi: Abi, functionName: string, answer: (...args: never[]) => unknown): void;
  /** Answers a contract's function with raw bytes. */
  returns(target: Address, abi: Abi, functionName: string, data: Hex): void;
  /** Answers the creation of a contract with its code. */
  creates(code: Hex): void;
  /** A node of the chain, with changes. */
  endpoint(changes?: Partial<Endpoint>): Endpoint;
  /** Requests of one method. */
  requested(method: string): readonly (readonly unknown[])[];
}

const CHAIN_ID = parseAbi(["function getChainId() view returns (uint256)"]);

export function memoryChain(changes: Partial<Connection> = {}): MemoryChain {
  const methods = new Map<string, Answer>();
  const functions = new Map<string, (data: Hex) => Hex>();
  const requests: MemoryChain["requests"] = [];

  /** An address without code takes any call. */
  const run = ({ to, data }: Call): Hex =>
    functions.get(to === undefined ? "creation" : `${to.toLowerCase()}${data.slice(0, 10)}`)?.(data) ?? "0x";

  function tried(target: Address, callData: Hex): { success: boolean; returnData: Hex } {
    try {
      return { success: true, returnData: run({ to: target, data: callData }) };
    } catch (error) {
      if (error instanceof Revert) return { success: false, returnData: error.data };
      throw error;
    }
  }

  const set = (target: Address, abi: Abi, functionName: string, answer: (data: Hex) => Hex): void => {
    const item = abi.find((each) => each.type === "function" && each.name === functionName);
    if (item?.type !== "function") throw new Error(`the ABI has no ${functionName}`);
    functions.set(`${target.toLowerCase()}${toFunctionSelector(item)}`, answer);
  };

  set(MULTICALL3, multicall3Abi, "aggregate3", (data) => {
    const { args } = decodeFunctionData({ abi: multicall3Abi, data });
    const calls = (args?.[0] ?? []) as readonly { target: Address; callData: Hex }[];
    const result = calls.map(({ target, callData }) => tried(target, callData));
    return encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result });
  });
  methods.set("eth_call", (call: Call) => {
    try {
      return run(call);
    } catch (error) {
      throw error instanceof Revert ? answered("execution reverted", 3) : error;
    }
  });

  async function request({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
    requests.push({ method, params });
    const answer = methods.get(method);
    if (!answer) throw new Error(`the node in memory has no ${method}`);
    return answer(...(params as never[]));
  }

  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 });
  const chain: MemoryChain = {
    connection: { client, endpoints: [], sources: [], silentMs: () => 0, logRangeMax: () => 500, ...changes },
    requests,
    on: (method, answer) => void methods.set(method, answer),
    contract: (target, abi, functionName, answer) =>
      set(target, abi, functionName, (data) => {
        const { args = [] } = decodeFunctionData({ abi, data });
        return encodeFunctionResult({ abi, functionName, result: answer(...(args as never[])) } as never);
      }),
    returns: (target, abi, functionName, data) => set(target, abi, functionName, () => data),
    creates: (code) => void functions.set("creation", () => code),
    endpoint: (changes = {}) => ({
      label: "rpc 1 of 1",
      host: "node.example",
      request: (method, params) => request({ method, params: params as readonly unknown[] }),
      chainNumber: async () => CONFIG.chainNumber,
      headNumber: async () => 9,
      blockTimeS: async () => Math.floor(Date.now() / 1_000),
      ...changes,
    }),
    requested: (method) => requests.filter((one) => one.method === method).map(({ params }) => params),
  };
  chain.contract(MULTICALL3, CHAIN_ID, "getChainId", () => BigInt(CONFIG.chainNumber));
  return chain;
}
