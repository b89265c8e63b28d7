// The view that the parts of the checkout page render.

import type { Messages } from "../../../locales/checkout/en.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { PaymentProgress } from "../../payment/progress.ts";
import type { CheckoutData } from "./data.ts";
import type { ReturnQuery } from "./return-query.ts";

export interface AcceptedToken {
  readonly symbol: string;
  readonly name: string;
  /** Names of the networks on which it is accepted. */
  readonly networks: readonly string[];
}

/** Why others' payments leave no use for this one. The texts may name the merchant. */
export interface FullLink {
  readonly title: string;
  readonly text: string;
  /** Label of the link that looks again; null: it stays full. */
  readonly again: string | null;
}

export interface CheckoutView {
  readonly payment: PaymentForBuyer;
  readonly data: CheckoutData;
  readonly texts: Messages["page"];
  /** Formats amounts and times. */
  readonly locale: string;
  readonly isTestNet: boolean;
  readonly progress: PaymentProgress | null;
  /** The asset that the buyer paid with, if known. */
  readonly paid: {
    readonly amount: string;
    readonly chain: string;
    /** Seconds that the chain usually takes. */
    readonly etaS: number;
  } | null;
  /** Set while the payment is open; empty if no token is known to be accepted. */
  readonly accepted: readonly AcceptedToken[];
  /** Set while the payment is open and its payment link has no use left for it. */
  readonly fullLink: FullLink | null;
  readonly returnUrl: string | null;
  readonly returnQuery: ReturnQuery;
  /** URL of a local Turnpike's demo wallet. */
  readonly walletScript: string | null;
}

export const merchantOf = ({ payment }: CheckoutView): { merchant: string } => ({ merchant: payment.merchant.name });
