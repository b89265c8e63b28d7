// Transactions that a buyer sends: approvals, and the payment unless it is made by signature. Quantities are hex
// strings, as in eth_sendTransaction.
import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, numberToHex } from "viem";
import type { ApprovedToken, Permit2Token } from "../../../money/asset.ts";
import type { WalletRpc } from "../../../operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../payment/option.ts";
import type { Terms } from "../../../payment/terms.ts";
import { paymentGas } from "../router/gas.ts";
import { payByTransactionData } from "../router/router-call.ts";

/** The missing approvals: none, one, or two if the token requires a nonzero allowance to be reset first. */
export function approvals(
  { terms }: Option,
  asset: Permit2Token | ApprovedToken,
  spender: Address,
  allowance: bigint,
): WalletRpc[] {
  if (allowance >= terms.amount) return [];
  const needed = asset.method === "permit2" && asset.approval === "max" ? maxUint256 : terms.amount;
  const amounts = asset.resetsApproval && allowance > 0n ? [0n, needed] : [needed];
  return amounts.map((amount) => send(terms, { to: terms.token, data: approveData(spender, amount) }));
}

const approveData = (spender: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] });

/** `PaymentRouter.pay`. @param isAfterApproval sets the gas: wallets cannot estimate it before the approval is mined */
export function payment({ terms, method }: Option, isAfterApproval: boolean): WalletRpc {
  const value = method === "native" ? terms.amount : 0n;
  const data = payByTransactionData(terms);
  return send(terms, { to: terms.router, data, value, ...(isAfterApproval ? { gas: paymentGas(method) } : {}) });
}

function send(
  { chain, payer }: Terms,
  { to, data, value = 0n, gas }: { readonly to: Address; readonly data: Hex; readonly value?: bigint; gas?: bigint },
): WalletRpc {
  const transaction = {
    from: payer,
    to,
    value: numberToHex(value),
    data,
    ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
  };
  return { chain, method: "eth_sendTransaction", params: [transaction] };
}
