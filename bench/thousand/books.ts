// Compares every account's balance before and after with its payments, to the last unit.
import { type Address, erc20Abi, getAddress } from "viem";
import { MULTICALL3 } from "../../src/chains/evm/config/deploy.ts";
import { feeOf, parseFeePercentage } from "../../src/payment/fee.ts";
import { FEE_PERCENTAGE, type Installation } from "./installation.ts";

export type Balances = ReadonlyMap<Address, bigint>;

export interface Movement {
  readonly payer: Address;
  readonly destination: Address;
  readonly feeReceiver: Address;
  readonly amount: bigint;
}

/** Reads the balances of every account involved. */
export async function readBalances({ chain, token, buyers, merchants }: Installation): Promise<Balances> {
  const merchantsAccounts = merchants.flatMap(({ destination, feeReceiver }) => [destination, feeReceiver]);
  const accounts = [...new Set([...buyers.map(({ address }) => address), ...merchantsAccounts])];
  const results = await chain.multicall({
    multicallAddress: MULTICALL3,
    allowFailure: false,
    contracts: accounts.map((account) => ({
      address: token,
      abi: erc20Abi,
      functionName: "balanceOf" as const,
      args: [account] as const,
    })),
  });
  return new Map(accounts.map((account, i) => [getAddress(account), results[i] ?? 0n]));
}

export interface Books {
  readonly paid: bigint;
  readonly received: bigint;
  readonly fees: bigint;
  /** Accounts whose balance did not change by exactly their payments. */
  readonly differences: readonly string[];
}

/** A payer without a balance before is not compared: its balance was changed by other means. */
export function compare(
  { merchants }: Pick<Installation, "merchants">,
  movements: readonly Movement[],
  before: Balances,
  after: Balances,
): Books {
  const rate = { ppm: parseFeePercentage(FEE_PERCENTAGE) ?? 0n, fixed: 0n };
  const expected = new Map<Address, bigint>([...before.keys()].map((account) => [account, 0n]));
  const add = (account: Address, value: bigint) =>
    expected.set(getAddress(account), (expected.get(getAddress(account)) ?? 0n) + value);
  let paidByOthers = 0n;
  for (const { payer, destination, feeReceiver, amount } of movements) {
    const fee = feeOf(amount, amount, rate);
    if (before.has(getAddress(payer))) add(payer, -amount);
    else paidByOthers += amount;
    add(destination, amount - fee);
    add(feeReceiver, fee);
  }
  const moved = (account: Address) => (after.get(getAddress(account)) ?? 0n) - (before.get(getAddress(account)) ?? 0n);
  const differences = [...expected]
    .filter(([account, value]) => moved(account) !== value)
    .map(([account, value]) => `${account} moved by ${moved(account)}, expected ${value}`);
  const received = merchants.reduce((sum, { destination }) => sum + moved(destination), 0n);
  const feeReceivers = new Set(merchants.map(({ feeReceiver }) => feeReceiver));
  const fees = [...feeReceivers].reduce((sum, receiver) => sum + moved(receiver), 0n);
  const paid = [...before.keys()].map(moved).reduce((sum, change) => (change < 0n ? sum - change : sum), paidByOthers);
  return { paid, received, fees, differences };
}
