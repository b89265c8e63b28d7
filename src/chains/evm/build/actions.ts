// What the buyer of an option must sign or send, in order, as the chain stands now: an allowance that is there already needs
// no approval.
import type { Holding, HoldingQuestion, WalletRpc } from "../../../operations/ports.ts";
import type { Option } from "../../../payment/option.ts";
import type { EvmChainConfig } from "../config.ts";
import { spenderOf } from "../holdings.ts";
import { receiveWithAuthorization } from "./authorization.ts";
import { permitTransferFrom } from "./permit.ts";
import { approvals, payment } from "./transaction.ts";

/** Throws where the chain does not answer. */
export async function actionsOf(
  config: EvmChainConfig,
  readHoldings: (questions: readonly HoldingQuestion[]) => Promise<readonly Holding[]>,
  option: Option,
): Promise<readonly WalletRpc[]> {
  const asset = config.assets.find(({ id }) => id === option.asset);
  if (asset?.method !== option.method) {
    throw new Error(`${config.caip2}: ${option.asset} is not paid by ${option.method} in the configuration any more`);
  }
  if (asset.method === "eip3009") return [receiveWithAuthorization(option, asset)];
  const spender = spenderOf(config, asset);
  if (asset.method === "native" || !spender) return [payment(option, false)];
  const { payer, amount } = option.terms;
  const [holding] = await readHoldings([{ account: payer, asset, amount }]);
  const missing = approvals(option, asset, spender, holding?.allowance ?? 0n);
  return [
    ...missing,
    asset.method === "permit2" ? permitTransferFrom(option, spender) : payment(option, missing.length > 0),
  ];
}
