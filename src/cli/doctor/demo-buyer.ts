// The doctor's check of demo buyers: whether they can pay test payments.
import { type Address, formatEther, formatUnits } from "viem";
import type { EvmChain } from "../../chains/evm/chain.ts";
import type { AuthorizedToken } from "../../money/asset.ts";

interface DemoBuyerFinding {
  readonly part: string;
  readonly state: "ok" | "warning";
  readonly message: string;
}

/** No finding without a demo buyer, or if the chain does not respond: its own check says so. */
export async function checkDemoBuyer({ payment, demoBuyer }: EvmChain): Promise<DemoBuyerFinding[]> {
  if (!demoBuyer) return [];
  const tokens = payment.assets.filter((asset): asset is AuthorizedToken => asset.method === "eip3009");
  try {
    const coins = await demoBuyer.coins();
    const found = coins.map(async ({ buyer, balance, payCost }) => {
      const needs = [
        ...(balance < payCost
          ? [
              `it has ${formatEther(balance)} left, and a payment's gas costs up to ${formatEther(payCost)}: send it coin`,
            ]
          : []),
        ...(await tokenNeeds(payment, tokens, buyer)),
      ];
      return needs.length === 0
        ? { part: payment.id, state: "ok" as const, message: `the demo buyer ${buyer} can pay test payments` }
        : { part: payment.id, state: "warning" as const, message: `the demo buyer ${buyer}: ${needs.join("; ")}` };
    });
    return await Promise.all(found);
  } catch {
    return [];
  }
}

/** A buyer that pays twice needs a payment's amount twice, so that a token's unit is very little. */
async function tokenNeeds(
  { readHoldings }: Pick<EvmChain["payment"], "readHoldings">,
  tokens: readonly AuthorizedToken[],
  account: Address,
): Promise<readonly string[]> {
  const holdings = await readHoldings(tokens.map((asset) => ({ account, asset, amount: 1n })));
  return tokens.flatMap(({ symbol, decimals }, index) => {
    const balance = holdings[index]?.balance ?? 0n;
    if (balance >= 10n ** BigInt(decimals)) return [];
    return [`it holds ${formatUnits(balance, decimals)} ${symbol}, so it pays nothing with it: send it test tokens`];
  });
}
