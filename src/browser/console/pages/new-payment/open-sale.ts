// The sale that this tab is waiting for. It is kept, so that a phone that was put away, or a page that is loaded again, shows it.
import { useSessionStorage } from "@mantine/hooks";
import { findCurrency } from "../../../../money/fiat.ts";
import type { PaymentStatus } from "../../../../payment/payment.ts";
import { fiatText } from "../../app/money-text.ts";

export interface Sale {
  readonly paymentId: string;
  /** What the QR code says. */
  readonly link: string;
  readonly expiresAtS: number;
  /** From its creation to its expiry, in seconds. */
  readonly lifetimeS: number;
  /** ISO 4217. */
  readonly currency: string;
  /** In the currency's smallest unit, as text. */
  readonly value: string;
  readonly referenceId: string;
  readonly merchantId: string;
  readonly merchantName: string;
}

export type EndedStatus = Exclude<PaymentStatus, "requires_action" | "processing">;

export const hasEnded = (status: PaymentStatus): status is EndedStatus =>
  status !== "requires_action" && status !== "processing";

/** @param partnerId whoever else signs in to this tab has sales of their own */
export const useOpenSale = (partnerId: string) =>
  useSessionStorage<Sale | null>({
    key: `turnpike.open-sale.${partnerId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });

/** For people. @param value in the currency's smallest unit, as text */
export const amountOf = ({ currency, value }: Pick<Sale, "currency" | "value">): string =>
  fiatText(currency, BigInt(value), findCurrency(currency)?.decimals ?? 0);
