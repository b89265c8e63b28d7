// The store, as operations on payment links use it.
import type { Actor } from "../../merchant/audit.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import type { CountedLink, PaymentLink } from "../../payment/payment-link.ts";
import type { SealedText } from "../../payment/sealed-text.ts";
import type { CreateOutcome, NewPayment } from "./new-payment.ts";

/** The fields that a partner chooses. */
export type LinkChoice = Omit<PaymentLink, "id" | "partnerId" | "merchantId" | "createdAt">;

/** The fields that a partner may change. Undefined ones stay. */
export type LinkChanges = {
  readonly [Field in "description" | "usesMax" | "expiresAtS" | "isEnabled"]: PaymentLink[Field] | undefined;
};

export interface LinkRecords {
  /** Null if the partner has `LINKS_MAX` links, or no such merchant. */
  insert(
    owner: Pick<PaymentLink, "id" | "partnerId" | "merchantId">,
    choice: LinkChoice,
    by: Actor,
  ): Promise<CountedLink | null>;
  /** Null if it is unknown, deleted or another partner's. */
  update(partnerId: string, id: string, changes: LinkChanges, by: Actor): Promise<CountedLink | null>;
}

/** A link as its page shows it. */
export interface PublicLink extends Omit<CountedLink, "figures"> {
  readonly uses: CountedUses;
  readonly merchant: { readonly name: string; readonly logo: string | null; readonly isActive: boolean };
  /** The partner's policy; null if it has none. */
  readonly fees: FeePolicy | null;
}

/** A payment that a buyer creates. */
export interface LinkUse {
  readonly link: Pick<PaymentLink, "id" | "partnerId">;
  /** Its reference is replaced by one of the link's. */
  readonly payment: NewPayment;
  /** SHA-256 of the browser's secret. */
  readonly visitor: Buffer;
  /** SHA-256 of the browser's secret and its entries. */
  readonly entry: Buffer;
  /** The buyer's entries in the link's fields; null: none. */
  readonly fields: SealedText | null;
}

/** Why a link accepts no payment now. `taken`: payments under way have all remaining uses. */
export type ClosedReason = "disabled" | "expired" | "used_up" | "taken" | "unavailable";

export type UseOutcome =
  | Extract<CreateOutcome, { type: "created" | "merchant_not_found" | "merchant_not_active" }>
  /** The browser has an open payment of the same entry. */
  | { readonly type: "reused"; readonly paymentId: string }
  | { readonly type: "closed"; readonly reason: ClosedReason };

export interface LinkUses {
  /** Null if it, or its merchant, is unknown or deleted. */
  findPublic(id: string): Promise<PublicLink | null>;
  /** The browser's newest open payment on the link. @param visitor SHA-256 of its secret */
  findOpen(link: Pick<PaymentLink, "id" | "partnerId">, visitor: Buffer): Promise<string | null>;
  /** Why the payment's link has no use left for it; null: it has, or no link with a limit created the payment. */
  fullReason(paymentId: string): Promise<ClosedReason | null>;
  countView(link: Pick<PaymentLink, "id" | "partnerId">): Promise<unknown>;
  /** Creates the payment if the link has a use left: of concurrent buyers, exactly as many as there are uses. */
  use(use: LinkUse): Promise<UseOutcome>;
}

/** The uses that payments have taken. */
export interface CountedUses {
  readonly succeeded: bigint;
  /** By payments that are being relayed, or whose transfer is seen. */
  readonly held: bigint;
}

/** Why no use is left. */
export function fullReason(usesMax: number | null, { succeeded, held }: CountedUses): ClosedReason | null {
  if (usesMax === null || succeeded + held < usesMax) return null;
  return succeeded >= usesMax ? "used_up" : "taken";
}
