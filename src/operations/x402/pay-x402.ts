// Takes a payment that an x402 client has signed: verifies the transfer to the deposit address as the relayer will
// make it, and locks the payment to it. The relayer then sends transfer and sweep in one transaction.
import type { Address } from "viem";
import { type DepositsOfAddress, missingOf } from "../../payment/deposit.ts";
import { quoteEndOf } from "../../payment/option.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { packTransfer, type TransferAuthorization } from "../../payment/transfers/transfer-authorization.ts";
import type { AskForAddressPorts } from "../deposits/ask-for-address.ts";
import { verdictOn } from "../gateway/check-results.ts";
import type { ConfirmPaymentPorts } from "../gateway/confirm-payment.ts";
import { screenPayer } from "../gateway/screen-accounts.ts";
import { refuseFullLink } from "../payment-links/full-link.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";
import { faultOfTime, type RefusedReason, reasonOf } from "./refused-reasons.ts";
import { transferConfirmation } from "./transfer-confirmation.ts";

export type PayX402Ports = AskForAddressPorts & ConfirmPaymentPorts;

/** What a client has signed, and for which offer. */
export interface SignedPayment {
  /** CAIP-2. */
  readonly network: string;
  readonly asset: Address;
  readonly payTo: Address;
  readonly transfer: TransferAuthorization & { readonly to: Address };
}

/**
 * @param payment open
 * @returns null once the payment is locked, by this call or another one; else why it is not, with nothing written
 * @throws Refusal invalid_state (the payment link has no use left), sanctioned_user, internal_error (the chain or the
 *   screening does not respond: nothing was written, retry)
 */
export async function payX402(
  ports: PayX402Ports,
  payment: PaymentForBuyer,
  signed: SignedPayment,
): Promise<RefusedReason | null> {
  const chain = ports.chains.get(signed.network);
  const deposits = (await ports.deposits.ofPayment(payment.id)).find((each) => isOf(each, signed));
  if (!chain || !deposits) return "invalid_payment_requirements";
  const faulty = faultOf(deposits, signed.transfer, ports.nowS());
  if (faulty) return faulty;
  await refuseFullLink(ports, payment);
  const { option } = deposits;
  const refused = await refusalBy(ports, chain, { option, signature: packTransfer(signed.transfer) });
  if (refused) return refused;
  const { from } = signed.transfer;
  await screenPayer(ports, payment.id, { chain: chain.id, address: from, text: `${chain.id}:${from}` });

  const confirmation = transferConfirmation(option, signed.transfer, {
    termsHash: deposits.termsHash,
    requiredDepth: deposits.requiredDepth,
    // The same money may be promised elsewhere; the relayer bounds what one account can waste.
    payerBalance: null,
    linkId: payment.createdBy.type === "link" ? payment.createdBy.id : null,
  });
  const isLocked = await ports.payments.confirm(payment.id, confirmation);
  ports.crashPoint("confirm.stored");
  if (!isLocked) await refuseFullLink(ports, payment); // else another request came first, or the expiry
  return null;
}

const isOf = ({ option: { terms } }: DepositsOfAddress, { network, asset, payTo }: SignedPayment): boolean =>
  terms.chain === network && terms.token === asset && terms.payer === payTo;

function faultOf(
  deposits: DepositsOfAddress,
  { from, to, value, ...times }: SignedPayment["transfer"],
  nowS: number,
): RefusedReason | null {
  const { option, asked } = deposits;
  if (to !== option.terms.payer) return "invalid_exact_evm_recipient_mismatch";
  if (from === option.terms.destination) return "invalid_payload";
  if (value < missingOf(deposits) || value > asked) return "invalid_exact_evm_payload_authorization_value_mismatch";
  return faultOfTime(times, nowS) ?? (quoteEndOf(option) <= nowS ? "invalid_payment_requirements" : null);
}

async function refusalBy(
  ports: PayX402Ports,
  chain: PaymentChain,
  authorization: Parameters<PaymentChain["verify"]>[0],
): Promise<RefusedReason | null> {
  const verdict = await verdictOn(ports, chain, authorization);
  return verdict.type === "payable" ? null : reasonOf(verdict);
}
