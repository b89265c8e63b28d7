// Checks the books to the last unit: every account's balance before and after, against the payments.
import { type Address, erc20Abi, getAddress } from "viem";
import { MULTICALL3 } from "../../src/chains/evm/deploy.ts";
import { feeOf, parseFeePercentage } from "../../src/payment/fee.ts";
import { FEE_PERCENTAGE, type Installation } from "./installation.ts";

export type Balances = ReadonlyMap<Address, bigint>;

export interface Movement {
  readonly payer: Address;
  readonly destination: Address;
  readonly amount: bigint;
}

/** Of everybody who takes part. */
export async function readBalances({ chain, token, buyers, merchants, feeReceiver }: Installation): Promise<Balances> {
  const accounts = [...buyers.map(({ address }) => address), ...merchants.map((m) => m.destination), feeReceiver];
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
  /** Each account whose balance did not move by exactly what its payments say. */
  readonly differences: readonly string[];
}

export function compare(
  { merchants, feeReceiver }: Pick<Installation, "merchants" | "feeReceiver">,
  movements: readonly Movement[],
  before: Balances,
  after: Balances,
): Books {
  const rate = { ppm: parseFeePercentage(FEE_PERCENTAGE) ?? 0n, fixed: 0n };
  const expected = new Map<Address, bigint>([...before.keys()].map((account) => [account, 0n]));
  const add = (account: Address, value: bigint) =>
    expected.set(getAddress(account), (expected.get(getAddress(account)) ?? 0n) + value);
  for (const { payer, destination, amount } of movements) {
    const fee = feeOf(amount, amount, rate);
    add(payer, -amount);
    add(destination, amount - fee);
    add(feeReceiver, fee);
  }
  const moved = (account: Address) => (after.get(getAddress(account)) ?? 0n) - (before.get(getAddress(account)) ?? 0n);
  const differences = [...expected]
    .filter(([account, value]) => moved(account) !== value)
    .map(([account, value]) => `${account} moved by ${moved(account)}, expected ${value}`);
  const received = merchants.reduce((sum, { destination }) => sum + moved(destination), 0n);
  const fees = moved(feeReceiver);
  const paid = [...before.keys()].map(moved).reduce((sum, change) => (change < 0n ? sum - change : sum), 0n);
  return { paid, received, fees, differences };
}
