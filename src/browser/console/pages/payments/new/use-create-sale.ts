// Creates a sale's payment, only once despite repeated taps and lost responses (attempt.ts).
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { fiatUnit } from "../../../../../money/amount.ts";
import { serverNowMs } from "../../../api/connection.ts";
import { payments } from "../../../api/payments.ts";
import { type Attempt, isRefusal, nextAttempt } from "../../../app/fields/attempt.ts";
import { messages } from "../../../app/text/language.ts";
import type { Sale } from "../sale/open-sale.ts";

const SECOND_MS = 1_000;
/** The API's default. It is requested by omitting `expiresAt`, so that the server's clock decides. */
export const USUAL_LIFETIME_S = 300;

export interface SaleInput {
  readonly merchant: { readonly id: string; readonly name: string };
  readonly currency: string;
  /** Minor units, as text. */
  readonly value: string;
  /** The part of it that is a tip, or "0". */
  readonly tip: string;
  /** The buyer sees it; empty: none. */
  readonly note: string;
  readonly referenceId: string;
  /** Null if the buyer is not redirected. */
  readonly checkout: { readonly successUrl: string; readonly errorUrl: string } | null;
  readonly lifetimeS: number;
}

type Request = Parameters<typeof payments.create>[0];

export function useCreateSale(onCreated: (sale: Sale) => void) {
  const unanswered = useRef<Attempt<SaleInput, Request> | null>(null);
  return useMutation({
    mutationFn: async (input: SaleInput): Promise<Sale> => {
      const { key, request } = nextAttempt(unanswered.current, input, requestOf);
      unanswered.current = { key, input, request };
      try {
        const created = await payments.create(request, { merchantId: input.merchant.id, idempotencyKey: key });
        unanswered.current = null;
        return saleOf(input, created);
      } catch (error) {
        if (isRefusal(error)) unanswered.current = null;
        throw error;
      }
    },
    onSuccess: onCreated,
  });
}

const requestOf = ({ currency, value, tip, note, referenceId, checkout, lifetimeS }: SaleInput): Request => ({
  amount: { unit: fiatUnit(currency), value },
  referenceId,
  ...(note !== "" && { description: note }),
  ...(tip !== "0" && { lineItems: tipLines(currency, BigInt(value), BigInt(tip)) }),
  ...(checkout && { checkout }),
  ...(lifetimeS !== USUAL_LIFETIME_S && { expiresAt: Math.floor(serverNowMs() / SECOND_MS) + lifetimeS }),
});

/** The sale and its tip (today-sums.ts reads them). */
const tipLines = (currency: string, value: bigint, tip: bigint): NonNullable<Request["lineItems"]> => {
  const { entry: texts } = messages().newPayment;
  const line = (name: string, part: bigint) => ({
    name,
    quantity: 1,
    amount: { unit: fiatUnit(currency), value: part.toString() },
  });
  return [line(texts.saleLine, value - tip), line(texts.tip, tip)];
};

const saleOf = (input: SaleInput, created: Awaited<ReturnType<typeof payments.create>>): Sale => ({
  paymentId: created.paymentId,
  link: created.gatewayUrl,
  expiresAtS: created.expiresAt,
  lifetimeS: input.lifetimeS,
  currency: input.currency,
  value: input.value,
  ...(input.tip !== "0" && { tip: input.tip }),
  referenceId: input.referenceId,
  merchantId: input.merchant.id,
  merchantName: input.merchant.name,
});
