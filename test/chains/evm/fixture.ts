// A real node with Circle's USDC and the router, an EvmChain on top, and buyers who sign its actions.
import { getAddress, type Hex, keccak256, stringToHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { createEvmChain, type EvmChain } from "../../../src/chains/evm/chain.ts";
import { type ChainEntry, type EvmChainConfig, parseChains } from "../../../src/chains/evm/config/config.ts";
import { blocksRequested } from "../../../src/chains/evm/nodes/log-range.ts";
import { type LocalChain, localChain } from "../../../src/local/tokens/administrator.ts";
import { mint } from "../../../src/local/tokens/circle-token.ts";
import { deployLocal, type LocalDeployment } from "../../../src/local/tokens/deploy.ts";
import type { Asset } from "../../../src/money/asset.ts";
import type { SignedTransaction } from "../../../src/operations/ports/chain/chain-writer.ts";
import type { Authorization } from "../../../src/operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../src/payment/option.ts";
import { paymentKey, type Terms } from "../../../src/payment/terms.ts";
import { startChain } from "../../harness/chain/chain.ts";
import type { RpcProxy } from "../../harness/chain/rpc-proxy.ts";

export const CHAIN = "eip155:31337";
/** The first of anvil's accounts, each of which holds 10 000 coins. */
export const RELAYER_KEY: Hex = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
export const RELAYER = privateKeyToAccount(RELAYER_KEY).address;

export const someone = (role: string): Hex => getAddress(`0x${keccak256(stringToHex(role)).slice(-40)}`);
export const FEE_RECEIVER = someone("fee receiver");
export const MERCHANT = someone("merchant");

export interface Fixture {
  readonly rpcUrl: string;
  /** The node itself, for test-only methods. */
  readonly node: LocalChain;
  readonly deployment: LocalDeployment;
  readonly entry: ChainEntry;
  readonly config: EvmChainConfig;
  readonly chain: EvmChain;
  close(): Promise<void>;
}

/** Opens a fixture whose node mines on request only. */
export async function openFixture(): Promise<Fixture> {
  const { rpcUrl, stop } = await startChain({ args: ["--no-mining"] });
  const deployment = await deployLocal({ rpcUrl });
  const entry = entryOf(rpcUrl, deployment);
  const config = configOf(entry);
  return {
    rpcUrl,
    node: localChain(rpcUrl),
    deployment,
    entry,
    config,
    chain: createEvmChain(config, [RELAYER_KEY]),
    close: stop,
  };
}

function entryOf(rpcUrl: string, { router, permit2, multicall3, usdc, eurc }: LocalDeployment): ChainEntry {
  const token = { decimals: 6, method: "eip3009" } as const;
  return {
    caip2: CHAIN,
    name: "Local chain",
    testNet: true,
    rpcUrls: [rpcUrl],
    router,
    permit2,
    multicall3,
    feeReceiver: FEE_RECEIVER,
    confirmations: [{ from: "0", blocks: 1 }],
    blockTimeS: 1,
    maxFeePerGasGwei: "100",
    assets: [
      { ...token, address: usdc, symbol: "USDC", name: "USD Coin", peggedTo: "USD", domain: usdDomain },
      {
        ...token,
        address: eurc,
        symbol: "EURC",
        name: "EURC",
        peggedTo: "EUR",
        domain: { name: "EURC", version: "2" },
      },
    ],
  };
}

const usdDomain = { name: "USD Coin", version: "2" };

export function configOf(entry: ChainEntry): EvmChainConfig {
  const parsed = parseChains([entry]);
  const [config] = parsed.kind === "ok" ? parsed.chains : [];
  if (!config) throw new Error(`the entry is wrong: ${JSON.stringify(parsed)}`);
  return config;
}

/** Pretends that an EIP-3009 token exists at an address. */
export const tokenAt = (address: Hex): Asset => ({
  id: `${CHAIN}/erc20:${address}`,
  chain: CHAIN,
  address,
  symbol: "USDC",
  name: "USD Coin",
  decimals: 6,
  method: "eip3009",
  domain: usdDomain,
});

/** Calls any JSON-RPC method of the node. */
export async function rpc({ rpcUrl }: Fixture, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(rpcUrl, { method: "POST", body, headers: { "content-type": "application/json" } });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Sends and mines a batch like the relayer. */
export async function relay(
  fixture: Fixture,
  authorizations: readonly Authorization[],
  wereLeftOut = false,
): Promise<SignedTransaction> {
  const { writer } = fixture.chain;
  const call = writer.encodeBatch(authorizations, wereLeftOut);
  const transaction = await writer.sign(RELAYER, await writer.nextNonce(RELAYER), call, await writer.fees());
  const outcome = await writer.send(transaction);
  if (outcome !== "sent") throw new Error(`the batch was not sent: ${outcome}`);
  await fixture.node.mine({ blocks: 1 });
  return transaction;
}

/** The same chain over other RPC URLs. */
export const chainThrough = (fixture: Fixture, ...rpcUrls: string[]): EvmChain =>
  createEvmChain({ ...fixture.config, rpcUrls }, [RELAYER_KEY]);

/** Lets the proxy's node return logs of at most this many blocks in one call; with 1, it accepts no ranges. */
export const limitLogRange = (proxy: RpcProxy, most: number): void =>
  proxy.misbehave(({ method, params }) => {
    const blocks = blocksRequested(method, params);
    if (blocks === null || (blocks <= most && most > 1)) return null;
    return { type: "error", code: -32_600, message: `You can make requests with up to a ${most} block range` };
  });

export async function fundedBuyer(fixture: Fixture, amount = 1_000_000_000n): Promise<PrivateKeyAccount> {
  const buyer = privateKeyToAccount(generatePrivateKey());
  await mint(fixture.node, fixture.deployment.usdc, buyer.address, amount);
  return buyer;
}

/** An option for a new payment of 1 USDC with a fee of 0.004, with overrides. */
export function optionFor(fixture: Fixture, payer: Hex, changes: Partial<Terms> = {}): Option {
  const paymentId = `pay_${crypto.randomUUID()}`;
  return {
    paymentId,
    asset: `${CHAIN}/erc20:${fixture.deployment.usdc}`,
    method: "eip3009",
    merchantName: "Blue Shop",
    paysOut: "merchant",
    quoteExpiresAtS: null,
    quoteSources: [],
    feePpm: 4_000n,
    feeFixed: 0n,
    terms: {
      chain: CHAIN,
      router: fixture.deployment.router,
      key: paymentKey(paymentId),
      token: fixture.deployment.usdc,
      payer,
      amount: 1_000_000n,
      destination: MERCHANT,
      fee: 4_000n,
      feeReceiver: FEE_RECEIVER,
      deadlineS: Math.floor(Date.now() / 1000) + 24 * 3600,
      ...changes,
    },
  };
}

/** Parses and signs the option's single action, like a wallet. */
export async function sign({ chain }: Fixture, buyer: PrivateKeyAccount, option: Option): Promise<Hex> {
  const [action] = await chain.payment.buildActions(option);
  return buyer.signTypedData(JSON.parse(String(action?.params[1])));
}

export async function authorize(
  fixture: Fixture,
  buyer: PrivateKeyAccount,
  changes: Partial<Terms> = {},
): Promise<Authorization> {
  const option = optionFor(fixture, buyer.address, changes);
  return { option, signature: await sign(fixture, buyer, option) };
}
