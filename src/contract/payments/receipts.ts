// A payment's receipt on the wire, and the claims that it signs.
import Type from "typebox";
import { isLivemode } from "../../merchant/mode.ts";
import { evmChainNumber } from "../../money/caip.ts";
import type { Confirmation, Credit, Payment } from "../../payment/payment.ts";
import type { Receipt, ReceiptAmount, ReceiptTerms, Success } from "../../payment/receipts/receipt.ts";
import { type FindShownAsset, fiatToWire, tokenToWire, type WireAmount } from "../amounts.ts";

export const SignedReceipt = Type.Object({
  receipt: Type.String({
    description: "a compact JWS (RFC 7515), signed by EdDSA with a key of `/.well-known/jwks.json`",
  }),
});

/** A succeeded payment with what proves it. */
export interface PaidPayment {
  readonly payment: Pick<Payment, "id" | "partnerId" | "merchantId" | "referenceId" | "amount">;
  readonly confirmation: Pick<Confirmation, "option" | "termsHash">;
  readonly credit: Credit;
  readonly success: Success;
}

/** @param issuer the public address of this installation */
export function receiptOf(
  { payment, confirmation, credit, success }: PaidPayment,
  find: FindShownAsset,
  issuer: string,
): Receipt {
  const { asset, method, terms } = confirmation.option;
  const inToken = (value: bigint) => plain(tokenToWire({ asset, value }, find(asset)));
  const onChain = (address: string) => `${terms.chain}:${address}`;
  return {
    iss: issuer,
    sub: payment.id,
    iat: Math.floor(success.succeededAt.getTime() / 1_000),
    livemode: isLivemode(payment.partnerId),
    merchantId: payment.merchantId,
    referenceId: payment.referenceId,
    fiatAmount: plain(fiatToWire(payment.amount)),
    amount: inToken(credit.amount),
    fee: inToken(terms.fee),
    method,
    payer: onChain(terms.payer),
    destination: onChain(terms.destination),
    feeReceiver: onChain(terms.feeReceiver),
    transaction: {
      chain: credit.chain,
      hash: credit.txHash,
      logIndex: credit.logIndex,
      block: { number: credit.blockNumber.toString(), hash: success.blockHash, timestamp: success.blockTimeS },
    },
    terms: termsOf(confirmation),
  };
}

function termsOf({ option: { terms }, termsHash }: PaidPayment["confirmation"]): ReceiptTerms {
  const { chain, amount, fee, deadlineS, ...addresses } = terms;
  return {
    hash: termsHash,
    chainId: String(evmChainNumber(chain)),
    ...addresses,
    amount: amount.toString(),
    fee: fee.toString(),
    deadline: String(deadlineS),
  };
}

/** Without the addresses of icons, which say nothing about the payment and may change. */
function plain({ unit, value, display }: WireAmount): ReceiptAmount {
  if (!display) return { unit, value };
  const { assetSymbol, assetName, decimals, networkName } = display;
  return { unit, value, display: { assetSymbol, assetName, decimals, ...(networkName && { networkName }) } };
}
