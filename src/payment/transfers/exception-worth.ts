// The worth of an exception's money in the payment's currency, at the payment's rate.
import type { FiatAmount } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import { amountAtPar } from "../../money/par.ts";
import { worthOf } from "../refund.ts";
import type { PaymentException } from "./exception.ts";

/** Null: the payment has no rate of this asset. */
export function worthOfException(
  { token, rate }: Pick<PaymentException, "token" | "rate">,
  asset: Pick<Asset, "peggedTo" | "decimals"> | null,
): FiatAmount | null {
  if (!token || !rate) return null;
  const tokens = rate.tokens ?? (asset ? amountAtPar(rate.fiat, asset) : null);
  return tokens === null ? null : worthOf(token.value, tokens, rate.fiat);
}
