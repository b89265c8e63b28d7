// A chain with the router, funded buyers, and shortcuts to sign and submit terms. Blocks are mined on request, one per
// transaction; gas is free, so that only payments change balances.
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  getContractAddress,
  type Hex,
  keccak256,
  maxUint256,
  parseEther,
  parseEventLogs,
  stringToHex,
  zeroAddress,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import { PERMIT2 } from "../../src/chains/evm/config/deploy.ts";
import { type LocalChain, localChain } from "../../src/local/tokens/administrator.ts";
import { mint } from "../../src/local/tokens/circle-token.ts";
import { deployLocal } from "../../src/local/tokens/deploy.ts";
import { paymentKey, type Terms } from "../../src/payment/terms.ts";
import { startChain } from "../harness/chain/chain.ts";
import { CHAIN_ID } from "./signing.ts";

export interface Stage {
  readonly chain: LocalChain;
  readonly router: Address;
  readonly usdc: Address;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const node = await startChain({ args: ["--no-mining", "--gas-price", "0", "--block-base-fee-per-gas", "0"] });
  const { router, usdc } = await deployLocal({ rpcUrl: node.rpcUrl });
  return { chain: localChain(node.rpcUrl), router, usdc, close: node.stop };
}

/** The address of a role, without a known key. */
export const someone = (role: string): Address => getAddress(`0x${keccak256(stringToHex(role)).slice(-40)}`);

export const RELAYER = someone("relayer");
export const RIVAL = someone("rival");
export const FEE_RECEIVER = someone("fee receiver");

export const account = (name: string): PrivateKeyAccount => privateKeyToAccount(keccak256(stringToHex(name)));

/** A buyer with this much USDC, who has approved Permit2 and the router for all of it. */
export async function fundedBuyer(stage: Stage, name: string, amount: bigint): Promise<PrivateKeyAccount> {
  const buyer = account(name);
  await mint(stage.chain, stage.usdc, buyer.address, amount);
  for (const spender of [PERMIT2, stage.router]) await approve(stage, stage.usdc, buyer.address, spender);
  return buyer;
}

export async function approve(stage: Stage, token: Address, owner: Address, spender: Address): Promise<void> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, maxUint256] });
  await transact(stage, { from: owner, to: token, data });
}

/** Terms of a new payment of 1 USDC with a fee of 0.01, with overrides. */
export function termsOf(stage: Stage, payer: Address, changes: Partial<Terms> = {}): Terms {
  return {
    chain: `eip155:${CHAIN_ID}`,
    router: stage.router,
    key: paymentKey(`pay_${crypto.randomUUID()}`),
    token: stage.usdc,
    payer,
    amount: 1_000_000n,
    destination: someone("merchant"),
    fee: 10_000n,
    feeReceiver: FEE_RECEIVER,
    // Late enough for tests that advance the chain's clock.
    deadlineS: Math.floor(Date.now() / 1000) + 7 * 24 * 3600,
    ...changes,
  };
}

/** The router's Payment struct. */
export function paymentOf({ key, token, payer, amount, destination, fee, feeReceiver, deadlineS }: Terms) {
  return { key, token, payer, amount, destination, fee, feeReceiver, deadline: BigInt(deadlineS) };
}

export const EIP3009 = 0;
export const PERMIT2_METHOD = 1;
export const DEPOSIT = 3;
export const TRANSFER = 4;

/** The router's Pull struct, with its payout's method. */
export function pullOf({ key, payer: by, amount, fee, deadlineS }: Terms, signature: Hex, method = EIP3009) {
  // The router computes a deposit's payer, and zeros cost less.
  const payer = method === DEPOSIT ? zeroAddress : by;
  return { key, payer, amount, fee, deadline: BigInt(deadlineS), method, signature };
}

export interface Transaction {
  readonly from?: Address;
  readonly to: Address;
  readonly data: Hex;
  readonly value?: bigint;
  readonly gas?: bigint;
}

/** Below EIP-7825's 2^24, and more than any batch here needs. */
const GAS_MAX = 16_000_000n;

export type Outcome = Awaited<ReturnType<typeof attempt>>;

/** Mines a transaction of anyone; it may revert. */
export async function attempt(stage: Stage, { from = RELAYER, ...rest }: Transaction) {
  const hash = await stage.chain.sendUnsignedTransaction({ gas: GAS_MAX, gasPrice: 0n, ...rest, from });
  await stage.chain.mine({ blocks: 1 });
  const receipt = await stage.chain.getTransactionReceipt({ hash });
  const logs = receipt.logs.filter((log) => getAddress(log.address) === stage.router);
  return {
    receipt,
    paid: parseEventLogs({ abi: paymentRouterAbi, logs, eventName: "Paid" }).map((log) => log.args),
    failed: parseEventLogs({ abi: paymentRouterAbi, logs, eventName: "PaymentFailed" }).map((log) => log.args),
  };
}

/** Like `attempt`, but must not revert. */
export async function transact(stage: Stage, transaction: Transaction): Promise<Outcome> {
  const outcome = await attempt(stage, transaction);
  if (outcome.receipt.status !== "success") {
    const { from = RELAYER, to, data, value } = transaction;
    // Throws the reason. If the call succeeds now, the state has changed since.
    await stage.chain.call({ account: from, to, data, ...(value === undefined ? {} : { value }) });
    throw new Error("The transaction reverted.");
  }
  return outcome;
}

export async function deploy(
  stage: Stage,
  { abi, bytecode }: { readonly abi: Abi; readonly bytecode: Hex },
  args: readonly unknown[] = [],
): Promise<Address> {
  const nonce = await stage.chain.getTransactionCount({ address: RELAYER });
  const data = encodeDeployData({ abi, bytecode, args });
  const hash = await stage.chain.sendUnsignedTransaction({ from: RELAYER, data, gas: GAS_MAX, gasPrice: 0n });
  await stage.chain.mine({ blocks: 1 });
  const receipt = await stage.chain.getTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error("The test contract's deployment reverted.");
  return getContractAddress({ from: RELAYER, nonce: BigInt(nonce) });
}

export function balanceOf(stage: Stage, token: Address, holder: Address): Promise<bigint> {
  return stage.chain.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [holder] });
}

/** The change of each holder's token balance by the action. */
export async function changes(
  stage: Stage,
  token: Address,
  holders: readonly Address[],
  action: () => Promise<unknown>,
): Promise<bigint[]> {
  const read = () => Promise.all(holders.map((holder) => balanceOf(stage, token, holder)));
  const before = await read();
  await action();
  const after = await read();
  return after.map((amount, i) => amount - (before[i] ?? 0n));
}

export async function giveNative(stage: Stage, to: Address): Promise<void> {
  await stage.chain.setBalance({ address: to, value: parseEther("1000") });
}
