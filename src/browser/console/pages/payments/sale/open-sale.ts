// The sale that this tab or this till is waiting for, kept to survive reloads and suspended tabs.
import { readLocalStorageValue, useLocalStorage, useSessionStorage } from "@mantine/hooks";
import { useState } from "react";
import { decimalsOf } from "../../../../../money/fiat.ts";
import type { PaymentStatus } from "../../../../../payment/payment.ts";
import { saleKey } from "../../../app/session/kept-till.ts";
import { fiatText } from "../../../app/text/money-text.ts";

export interface Sale {
  readonly paymentId: string;
  /** The QR code's content. */
  readonly link: string;
  readonly expiresAtS: number;
  /** Seconds from creation to expiry. */
  readonly lifetimeS: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Minor units, as text. */
  readonly value: string;
  /** The part of it that is a tip; absent: none. */
  readonly tip?: string;
  readonly referenceId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  /** The last known status; absent until the first response. */
  readonly status?: PaymentStatus;
}

export type EndedStatus = Exclude<PaymentStatus, "requires_action" | "processing">;

export const hasEnded = (status: PaymentStatus): status is EndedStatus =>
  status !== "requires_action" && status !== "processing";

const ORDER: readonly PaymentStatus[] = ["requires_action", "processing", "expired"];
/** Ends other than by time are last: a payment shown as expired may still turn out paid. */
const rank = (status: PaymentStatus = "requires_action"): number => {
  const place = ORDER.indexOf(status);
  return place < 0 ? ORDER.length : place;
};

/** Whether a status is news. Tabs that share a sale may see its statuses at different times. */
export const isLater = (status: PaymentStatus, known?: PaymentStatus): boolean => rank(status) > rank(known);

/** Changes the stored sale, unless another tab has gone on to the next one. */
export const withStatus = (paymentId: string, status: PaymentStatus) => (now: Sale | null) =>
  now?.paymentId === paymentId && isLater(status, now.status) ? { ...now, status } : now;

const kept = (holder: string) => ({
  key: saleKey(holder),
  defaultValue: null,
  getInitialValueInEffect: false,
});

/** @param partnerId separates the sales of partners who share this tab */
export const useOpenSale = (partnerId: string) => useSessionStorage<Sale | null>(kept(partnerId));

/** A till has one sale at a time, also after the device closed its program. One that has ended is in Today. */
export function useTillSale(tillId: string) {
  useState(() => dropEnded(tillId)); // before it is first read
  return useLocalStorage<Sale | null>(kept(tillId));
}

/** Null if it has ended. */
export function storedSale(tillId: string): Sale | null {
  const sale = readLocalStorageValue<Sale | null>(kept(tillId));
  return sale && !hasEnded(sale.status ?? "requires_action") ? sale : null;
}

function dropEnded(tillId: string): void {
  const sale = readLocalStorageValue<Sale | null>(kept(tillId));
  if (sale && !storedSale(tillId)) localStorage.removeItem(saleKey(tillId));
}

/** Formatted for display. @param value in minor units, as text */
export const amountOf = ({ currency, value }: Pick<Sale, "currency" | "value">): string =>
  fiatText(currency, BigInt(value), decimalsOf(currency));
