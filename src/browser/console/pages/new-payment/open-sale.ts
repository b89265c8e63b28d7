// The sale that this tab is waiting for, kept in session storage to survive reloads and suspended tabs.
import { useSessionStorage } from "@mantine/hooks";
import { findCurrency } from "../../../../money/fiat.ts";
import type { PaymentStatus } from "../../../../payment/payment.ts";
import { fiatText } from "../../app/money-text.ts";

export interface Sale {
  readonly paymentId: string;
  /** The QR code's content. */
  readonly link: string;
  readonly expiresAtS: number;
  /** Seconds from creation to expiry. */
  readonly lifetimeS: number;
  /** ISO 4217. */
  readonly currency: string;
  /** In minor units, as text. */
  readonly value: string;
  readonly referenceId: string;
  readonly merchantId: string;
  readonly merchantName: string;
}

export type EndedStatus = Exclude<PaymentStatus, "requires_action" | "processing">;

export const hasEnded = (status: PaymentStatus): status is EndedStatus =>
  status !== "requires_action" && status !== "processing";

/** @param partnerId separates the sales of partners who share this tab */
export const useOpenSale = (partnerId: string) =>
  useSessionStorage<Sale | null>({
    key: `turnpike.open-sale.${partnerId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });

/** Formatted for display. @param value in minor units, as text */
export const amountOf = ({ currency, value }: Pick<Sale, "currency" | "value">): string =>
  fiatText(currency, BigInt(value), findCurrency(currency)?.decimals ?? 0);
