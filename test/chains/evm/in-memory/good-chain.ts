// A chain in memory that matches its configuration.
import { type Address, domainSeparator, type Hex, parseAbi, zeroAddress, zeroHash } from "viem";
import { checkChain } from "../../../../src/chains/evm/boot/boot.ts";
import type { EvmChainConfig } from "../../../../src/chains/evm/config/config.ts";
import { rpcBlock } from "./events.ts";
import {
  CHAIN,
  CONFIG,
  EURC,
  FACTORY,
  type MemoryChain,
  MULTICALL3,
  memoryChain,
  PERMIT2,
  ROUTER,
  someone,
  USDC,
  USDT,
} from "./memory-chain.ts";

export const NOW_S = 1_900_000_000;
export const CODE: Hex = "0x6001";
export const RELAYER = someone("relayer");
export const TOKEN = parseAbi([
  "function decimals() view returns (uint8)",
  "function symbol() view returns (string)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function allowance(address owner, address spender) view returns (uint256)",
]);
const LIMITS = { rpcUrls: ["https://a.example/", "https://b.example/"], secondSourceFrom: 1_000n };
export const GOOD: EvmChainConfig = { ...CONFIG, ...LIMITS };

/** A chain without differences; `codes` replaces the code at some addresses. */
export function goodChain(codes: Readonly<Record<Address, Hex>> = {}): MemoryChain {
  const own: Record<Address, Hex> = {};
  for (const address of [ROUTER, PERMIT2, MULTICALL3, FACTORY, USDC, EURC, USDT]) own[address] = CODE;
  const chain = memoryChain();
  chain.on("eth_getCode", (address: Address) => ({ ...own, ...codes })[address] ?? "0x");
  chain.on("eth_getBlockByNumber", () => rpcBlock(9n, { timestamp: `0x${NOW_S.toString(16)}` }));
  chain.on("eth_getBalance", () => "0x1");
  for (const method of ["eth_getTransactionCount", "eth_getLogs"]) chain.on(method, () => "0x0");
  chain.on("eth_feeHistory", () => ({ oldestBlock: "0x9", baseFeePerGas: ["0x1", "0x1"], gasUsedRatio: [0.5] }));
  chain.creates(CODE);
  const tokens: [Address, string, string][] = [
    [USDC, "USDC", "USD Coin"],
    [EURC, "EURC", "EURC"],
    [USDT, "USDT", "Tether"],
  ];
  for (const [address, symbol, name] of tokens) {
    chain.contract(address, TOKEN, "decimals", () => 6);
    chain.contract(address, TOKEN, "symbol", () => symbol);
    chain.contract(address, TOKEN, "name", () => name);
    chain.contract(address, TOKEN, "version", () => "2");
    chain.contract(address, TOKEN, "allowance", () => 0n);
  }
  const domain = { name: "USD Coin", version: "2", chainId: 31_337, verifyingContract: USDC };
  chain.contract(USDC, TOKEN, "DOMAIN_SEPARATOR", () => domainSeparator({ domain }));
  chain.contract(
    USDC,
    TOKEN,
    "authorizationState",
    (payer: Address, nonce: Hex) => payer !== zeroAddress || nonce !== zeroHash,
  );
  return chain;
}

export const problemsOf = (chain: MemoryChain, config = GOOD, relayers: readonly Address[] = [RELAYER]) =>
  checkChain(config, { ...chain.connection, endpoints: [chain.endpoint()] }, relayers);

export const wrong = (message: string) => ({ kind: "wrong", message: `${CHAIN}: ${message}` });
export const warning = (message: string) => ({ kind: "warning", message: `${CHAIN}: ${message}` });
