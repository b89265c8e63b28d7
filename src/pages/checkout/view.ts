// The view that the parts of the checkout page render.

import type { Messages } from "../../../locales/checkout/en.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { PaymentProgress } from "../../payment/progress.ts";
import type { CheckoutData } from "./data.ts";
import type { RefundsView, SigningView } from "./refunds/refund-view.ts";
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

/** A token that may be sent to an address, with the networks on which this payment has one. */
export interface SendChoice {
  readonly symbol: string;
  readonly name: string;
  /** Readable. */
  readonly amount: string;
  readonly networks: readonly { readonly asset: string; readonly name: string }[];
}

/** A deposit address of the payment, and what came to it. Amounts are readable, unless it says otherwise. */
export interface SentTo {
  /** CAIP-19. */
  readonly asset: string;
  /** CAIP-2. */
  readonly chain: string;
  readonly network: string;
  readonly symbol: string;
  /** Checksummed (EIP-55). */
  readonly address: string;
  readonly asked: string;
  /** Smallest units. */
  readonly received: bigint;
  /** Smallest units; zero: enough has come. */
  readonly missing: bigint;
  /** Without the symbol. */
  readonly readable: { readonly received: string; readonly missing: string };
  readonly receivedTokens: string;
  readonly missingTokens: string;
  /** What is missing, as wallets and exchanges take it. */
  readonly plainMissing: string;
  /** The transfer of what is missing (EIP-681). */
  readonly uri: string;
  /** Until when the amount holds; null: as long as the payment. */
  readonly holdsUntil: Date | null;
  /** Hashes of the transfers, the first first, without those that a reorganisation removed. */
  readonly transactions: readonly string[];
}

export interface OtherMoney {
  /** Readable. */
  readonly amount: string;
  readonly network: string;
  /** Its sender may not pay here: it stays where it is. */
  readonly isRefused: boolean;
}

/** A buyer's transfer that the merchant owes back: a second one, a late one, or the excess over the amount. */
export interface Excess {
  readonly kind: "duplicate" | "late" | "overpaid";
  /** Readable. */
  readonly amount: string;
  readonly network: string;
  /** Null: the merchant has not dealt with it. */
  readonly ended: { readonly isSentBack: boolean; readonly at: Date } | null;
}

/** Paying by a transfer to an address. */
export interface SendView {
  /** Empty: not possible, or the payment is not open. */
  readonly choices: readonly SendChoice[];
  /** The addresses that the payment has, in the order in which they were asked for. */
  readonly addresses: readonly SentTo[];
  /** Money in other tokens, or on other networks, that came to the addresses. It does not pay the payment. */
  readonly others: readonly OtherMoney[];
  /** The asset that the page's address names; empty: it asks for all ways to pay; null: it names nothing. */
  readonly named: string | null;
  /** Why the last request got no address. */
  readonly problem: "unavailable" | "busy" | null;
}

/** What the buyer has entered to get the receipt by mail. */
export interface MailForm {
  readonly typed: string;
  readonly fault: "missing" | "malformed" | "busy" | "stale" | null;
  /** The receipt is on its way. */
  readonly isAsked: boolean;
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
    /** Readable. */
    readonly amount: string;
    /** With all digits. */
    readonly exactAmount: string;
    readonly chain: string;
    /** Seconds that the chain usually takes. */
    readonly etaS: number;
  } | null;
  /** Set while the payment is open; empty if no token is known to be accepted. */
  readonly accepted: readonly AcceptedToken[];
  /** Set while the payment is open and its payment link has no use left for it. */
  readonly fullLink: FullLink | null;
  readonly send: SendView;
  /** Empty while the payment is open. */
  readonly excess: readonly Excess[];
  readonly refunds: RefundsView;
  /** Set if the page is for signing a refund, whose gateway payment is `payment`. */
  readonly signing: SigningView | null;
  /** The form that sends the receipt by mail; null: it is not offered. */
  readonly mail: MailForm | null;
  /** The path of the signed receipt; null: there is none. */
  readonly receiptFile: string | null;
  readonly returnUrl: string | null;
  readonly returnQuery: ReturnQuery;
  /** URL of a local Turnpike's demo wallet. */
  readonly walletScript: string | null;
}

export const merchantOf = ({ payment }: CheckoutView): { merchant: string } => ({ merchant: payment.merchant.name });
