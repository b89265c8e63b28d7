// The actions that a buyer must sign or send for an option, in order. Existing approvals are left out.
import type { Holding, HoldingQuestion, WalletRpc } from "../../../operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../payment/option.ts";
import type { EvmChainConfig } from "../config/config.ts";
import { receiveWithAuthorization } from "./authorization.ts";
import { spenderOf } from "./holdings.ts";
import { permitWitnessTransferFrom } from "./permit.ts";
import { approvals, payment } from "./transaction.ts";

/** Throws if the chain does not respond. */
export async function actionsOf(
  config: EvmChainConfig,
  readHoldings: (questions: readonly HoldingQuestion[]) => Promise<readonly Holding[]>,
  option: Option,
): Promise<readonly WalletRpc[]> {
  const asset = config.assets.find(({ id }) => id === option.asset);
  if (asset?.method !== option.method) {
    throw new Error(`${config.caip2}: ${option.asset} can no longer be paid by ${option.method}`);
  }
  if (asset.method === "eip3009") return [receiveWithAuthorization(option, asset)];
  const spender = spenderOf(config, asset);
  if (asset.method === "native" || !spender) return [payment(option, false)];
  const { payer, amount } = option.terms;
  const [holding] = await readHoldings([{ account: payer, asset, amount }]);
  const missing = approvals(option, asset, spender, holding?.allowance ?? 0n);
  return [
    ...missing,
    asset.method === "permit2" ? permitWitnessTransferFrom(option, spender) : payment(option, missing.length > 0),
  ];
}
