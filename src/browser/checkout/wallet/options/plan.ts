// Describes what the wallet will ask for.

import type { Messages } from "../../../../../locales/checkout/en.ts";
import type { PaymentOption, PreparedPayment } from "../../../../client/index.ts";
import { filled } from "../../../../pages/messages/message.ts";

/** The steps are left out while they are unknown. */
export function planOf(
  texts: Messages["wallet"]["plan"],
  { amount, collectData }: PaymentOption,
  prepared: PreparedPayment | null,
): readonly string[] {
  const first = collectData ? [texts.buyerDataFirst] : [];
  if (!prepared) return first;
  const kinds = prepared.steps.map(({ kind }) => kind);
  const isSigned = kinds.at(-1) === "sign";
  const approved = isSigned ? texts.approveSign : texts.approveSend;
  const alone = isSigned ? texts.sign : texts.send;
  const token = amount.display?.assetSymbol ?? "";
  const steps = kinds.includes("approve") ? filled(approved, { token }) : alone;
  return [...first, steps];
}
