// Says whether a transfer that a client has signed for a partner's own server would be settled. Writes nothing.
import type { Hex } from "viem";
import { type Option, payerOf } from "../../payment/option.ts";
import { transferOption } from "../../payment/options/transfer-option.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { packTransfer } from "../../payment/transfers/transfer-authorization.ts";
import { chainSilent } from "../errors/refusal.ts";
import { verdictOn } from "../gateway/check-results.ts";
import { refusedAmong, type ScreeningPorts } from "../gateway/screen-accounts.ts";
import type { ChainAvailability } from "../monitoring/chain-availability.ts";
import { askChain, type OutagePorts } from "../monitoring/report-outage.ts";
import type { CreatePaymentPorts } from "../payments/create-payment.ts";
import { readOpenPayment } from "../payments/read-payment.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";
import { ALL_PARTNERS } from "../ports/idempotency.ts";
import type { PaymentReader, PaymentTransitions } from "../ports/payments.ts";
import {
  type AskedTransfer,
  type CheckedTransfer,
  type CheckTransferPorts,
  checkTransfer,
  keyOfTransfer,
  type TransferCaller,
} from "./check-transfer.ts";
import { type RefusedReason, reasonOf } from "./refused-reasons.ts";

export interface VerifyTransferPorts extends CheckTransferPorts, ScreeningPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly idempotency: CreatePaymentPorts["idempotency"];
  readonly chainAvailability: ChainAvailability;
}

/**
 * An authorisation whose payment is under way or has ended is used: a server that has sold something for it must not
 * sell a second time.
 * @returns null if it would be settled, else why not
 * @throws Refusal internal_error (the chain or the screening does not respond: retry)
 */
export async function verifyTransfer(
  ports: VerifyTransferPorts,
  caller: TransferCaller,
  asked: AskedTransfer,
): Promise<RefusedReason | null> {
  const taken = await findTaken(ports, caller, asked);
  if (taken && (taken === "by_other" || !isOpen(taken))) return "invalid_exact_evm_nonce_already_used";
  const checked = await checkTransfer(ports, caller, asked);
  if (typeof checked === "string") return checked;
  const judged = await judgeTransfer(ports, checked, optionOf("", checked, asked), asked);
  return typeof judged === "string" ? judged : null;
}

export const isOpen = ({ status }: PaymentForBuyer): boolean => status === "requires_action";

/** The payment that has the authorisation already; "by_other" if another partner, or another message, has its nonce. */
export async function findTaken(
  ports: Pick<VerifyTransferPorts, "idempotency" | "payments">,
  caller: TransferCaller,
  asked: AskedTransfer,
): Promise<PaymentForBuyer | "by_other" | null> {
  const earlier = await ports.idempotency.find(ALL_PARTNERS, keyOfTransfer(caller, asked));
  if (!earlier) return null;
  if (earlier.type === "key_conflict") return "by_other";
  return readOpenPayment(ports.payments, (earlier.answer.body as TakenAnswer).paymentId);
}

/** Stored under the authorisation's key. */
export interface TakenAnswer {
  readonly paymentId: string;
  /** By which the payment is found, before it is locked, if a stranger submits the authorisation. */
  readonly termsHash: Hex;
}

export const optionOf = (
  paymentId: string,
  { merchantName, asset, chain }: CheckedTransfer,
  { payTo, transfer }: AskedTransfer,
): Option => transferOption({ paymentId, merchantName, asset, chain, destination: payTo }, transfer);

/**
 * Verifies it as the relayer will use it, and screens the payer.
 * @returns why it is refused, or the payer's balance, at least
 * @throws Refusal internal_error
 */
export async function judgeTransfer(
  ports: Pick<VerifyTransferPorts, "chainAvailability" | "screening" | "log" | "throttle">,
  { chain }: Pick<CheckedTransfer, "chain">,
  option: Option,
  { transfer }: Pick<AskedTransfer, "transfer">,
): Promise<RefusedReason | { readonly balance: bigint }> {
  const isChainOpen = await ports.chainAvailability.isOpen();
  if (!isChainOpen(chain, option.method)) throw chainSilent();
  const verdict = await verdictOn(ports, chain, { option, signature: packTransfer(transfer) });
  if (verdict.type === "refused" && (await isShort(ports, chain, option))) return "insufficient_funds";
  if (verdict.type !== "payable") return reasonOf(verdict);
  const refused = await refusedAmong(ports, [payerOf(option)]);
  if (refused.size > 0) return "invalid_exact_evm_payload_authorization_from_address_kyt";
  return { balance: verdict.balance ?? option.terms.amount }; // payable, so the payer holds at least its amount
}

/** Whether the payer lacks the money; false if the chain does not respond. */
const isShort = (ports: OutagePorts, chain: PaymentChain, option: Option): Promise<boolean> =>
  askChain(ports, chain, "could not read a payer's balance", () => chain.balanceOf(option, null)).then(
    (balance) => balance < option.terms.amount,
    () => false, // logged
  );
