// Buyer data that a payment requires: whether an option still lacks it, and taking it from a confirm or the hosted
// form. Data that is not required is neither checked nor stored.
import {
  type BuyerDataKeys,
  type BuyerDataOwner,
  ownerOf,
  type SealedField,
  sealBuyerData,
} from "../../payment/buyer-data/buyer-data.ts";
import {
  type BuyerDataIssue,
  type CollectedField,
  checkBuyerData,
} from "../../payment/buyer-data/buyer-data-fields.ts";
import { openBuyerDataToken, sealBuyerDataToken } from "../../payment/buyer-data/buyer-data-token.ts";
import { asksForData } from "../../payment/buyer-data-rules.ts";
import type { Option } from "../../payment/option.ts";
import { type PaymentForBuyer, statusForBuyer } from "../../payment/payment.ts";
import type { SealKeys } from "../../payment/seal.ts";
import { invalid, Refusal } from "../errors/refusal.ts";
import { readOpenPayment } from "../payments/read-payment.ts";
import type { PaymentReader, PaymentTransitions } from "../ports/payments.ts";

/** Sealed buyer data of one account. */
export interface SealedBuyerData {
  readonly owner: BuyerDataOwner;
  readonly fields: readonly SealedField[];
}

export interface BuyerDataPorts {
  readonly buyerData: {
    /** The accounts (CAIP-10) whose data this payment has. */
    accountsWithData(paymentId: string): Promise<ReadonlySet<string>>;
    /** False, with nothing written, if the payment already has this account's data or is no longer open. */
    addOnce(data: SealedBuyerData): Promise<boolean>;
  };
  /** Null: none are configured, so no data can be stored. */
  readonly buyerDataKeys: BuyerDataKeys | null;
  readonly buyerDataTokenKeys: SealKeys;
  nowMs(): number;
}

type FormPorts = BuyerDataPorts & { readonly payments: PaymentReader & PaymentTransitions };

const NOBODY: ReadonlySet<string> = new Set();

/** The accounts whose data is stored; without a round trip if the partner has no rules. */
export const accountsWithData = async (
  { buyerData }: Pick<BuyerDataPorts, "buyerData">,
  { id, buyerDataRules }: PaymentForBuyer,
): Promise<ReadonlySet<string>> => (buyerDataRules ? buyerData.accountsWithData(id) : NOBODY);

/** The token of the form that an option still needs; null if no data is missing. */
export function missingForm(
  { buyerDataTokenKeys }: Pick<BuyerDataPorts, "buyerDataTokenKeys">,
  payment: PaymentForBuyer,
  option: Option,
  withData: ReadonlySet<string>,
): string | null {
  const owner = ownerOf(option);
  if (!asksOption(payment, option) || withData.has(owner.account)) return null;
  return sealBuyerDataToken(buyerDataTokenKeys, owner);
}

/** Whether an option requires buyer data, stored or not. */
export const asksOption = ({ buyerDataRules, amount }: PaymentForBuyer, { asset, terms }: Option): boolean =>
  asksForData(buyerDataRules, amount, { asset, chain: terms.chain });

/**
 * Seals the buyer data in a confirm; null if there is nothing to store.
 * @throws Refusal params_validation if required data is missing from both confirm and form, or is wrong
 */
export async function dataOfConfirm(
  ports: BuyerDataPorts,
  payment: PaymentForBuyer,
  option: Option,
  collected: readonly CollectedField[] | null,
): Promise<SealedBuyerData | null> {
  if (!asksOption(payment, option)) return null;
  const owner = ownerOf(option);
  if (collected && collected.length > 0) {
    const checked = sealChecked(ports, owner, collected);
    if (checked.outcome === "wrong") throw invalid(checked.issues.map(ofConfirm));
    return checked.data;
  }
  if ((await accountsWithData(ports, payment)).has(owner.account)) return null;
  throw invalid([{ field: "collectedData", message: "is required: see this option's collectData" }]);
}

const ofConfirm = ({ field, message }: BuyerDataIssue): BuyerDataIssue => ({
  field: field === "" ? "collectedData" : `collectedData.fields.${field}`,
  message,
});

type SealedData =
  | { readonly outcome: "sealed"; readonly data: SealedBuyerData }
  | { readonly outcome: "wrong"; readonly issues: readonly BuyerDataIssue[] };

function sealChecked(
  { buyerDataKeys, nowMs }: BuyerDataPorts,
  owner: BuyerDataOwner,
  collected: readonly CollectedField[],
): SealedData {
  const checked = checkBuyerData(collected, new Date(nowMs()).toISOString().slice(0, 10));
  if (checked.outcome === "wrong") return checked;
  if (!buyerDataKeys) throw new NoBuyerDataKeysError();
  const fields = sealBuyerData(buyerDataKeys, owner, checked.data);
  return { outcome: "sealed", data: { owner, fields } };
}

/** A partner's rules require data that cannot be stored. */
export class NoBuyerDataKeysError extends Error {
  constructor() {
    super("a partner's rules ask for buyers' data, but BUYER_DATA_KEYS is not set");
    this.name = "NoBuyerDataKeysError";
  }
}

/** The state of the hosted form: to fill in, filled in, or closed with its payment. */
export interface Form {
  readonly state: "open" | "done" | "closed";
  readonly payment: PaymentForBuyer;
  readonly account: string;
}

/** @throws Refusal payment_not_found if this installation did not seal the token */
export async function readForm(ports: FormPorts, token: string): Promise<Form> {
  const owner = openBuyerDataToken(ports.buyerDataTokenKeys, token);
  if (!owner) throw new Refusal("payment_not_found", "Payment not found");
  const [payment, withData] = [
    await readOpenPayment(ports.payments, owner.paymentId),
    await ports.buyerData.accountsWithData(owner.paymentId),
  ];
  const { account } = owner;
  if (withData.has(account)) return { state: "done", payment, account };
  return { state: statusForBuyer(payment) === "requires_action" ? "open" : "closed", payment, account };
}

/**
 * Takes a submitted form; a second submission changes nothing.
 * @returns the form's new state, with issues if the submission was wrong
 * @throws Refusal as `readForm`
 */
export async function submitForm(
  ports: FormPorts,
  token: string,
  collected: readonly CollectedField[],
): Promise<Form & { readonly issues: readonly BuyerDataIssue[] }> {
  const form = await readForm(ports, token);
  if (form.state !== "open") return { ...form, issues: [] };
  const checked = sealChecked(ports, { paymentId: form.payment.id, account: form.account }, collected);
  if (checked.outcome === "wrong") return { ...form, issues: checked.issues };
  await ports.buyerData.addOnce(checked.data);
  return { ...(await readForm(ports, token)), issues: [] };
}
