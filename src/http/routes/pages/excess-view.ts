// Builds the notices of a checkout page about a second, late or excess transfer.
import { parseAssetId } from "../../../money/caip.ts";
import { shownTokens } from "../../../money/shown-amounts.ts";
import type { Excess } from "../../../pages/checkout/view.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import type { PaymentException } from "../../../payment/transfers/exception.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import type { Services } from "../../services.ts";

/** Strangers can cause any number. */
const SHOWN_MAX = 5;

export async function excessView(
  { exceptions, chains }: Pick<Services, "exceptions" | "chains">,
  payment: PaymentForBuyer,
  locale: string,
): Promise<readonly Excess[]> {
  const filter = { merchantIds: null, paymentId: payment.id, kind: null, isResolved: null };
  const found = await exceptions.list(payment.partnerId, filter, null, SHOWN_MAX);
  // The page says of deposits to a payment that ended unpaid what came, from their addresses.
  const isSaid = payment.status !== "succeeded" && payment.deposits.length > 0;
  return isSaid ? [] : found.flatMap((exception) => shownExcess(exception, chains, locale));
}

function shownExcess(
  { kind, token, resolvedAt, resolution }: PaymentException,
  chains: Services["chains"],
  locale: string,
): Excess[] {
  if (kind !== "duplicate" && kind !== "late" && kind !== "overpaid") return [];
  const shown = token && shownAssets(chains)(token.asset);
  // The chain resolves it if the transfer pays the payment after all.
  if (!token || !shown || resolution?.type === "chain") return [];
  const network = chains.get(parseAssetId(token.asset)?.chain ?? "")?.name ?? "";
  const ended = resolvedAt && { isSentBack: resolution?.type === "refund", at: resolvedAt };
  return [{ kind, amount: shownTokens(token.value, shown.asset, locale), network, ended }];
}
