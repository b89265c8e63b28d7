// The store and the network, as mail uses them.
import type { MailKind, NoticeKind } from "../../../mail/kinds.ts";
import type { Message, SendOutcome } from "../../../mail/message.ts";
import type { UserRole } from "../../../merchant/user.ts";
import type { SealedText } from "../../../payment/sealed-text.ts";
import type { ExceptionKind } from "../../../payment/transfers/exception.ts";

/** What a notice tells, by its kind. */
export interface NoticeItem {
  /** An exception; null for the other kinds. */
  readonly exception?: ExceptionKind;
  /** The merchant's name, if it is about one. */
  readonly merchant?: string;
  /** Who named the address that a refund waits with; absent: it is about a change. */
  readonly addressBy?: "buyer" | "merchant";
  /** The person who asks for a change, or for a refund to that address. */
  readonly person?: string;
  /** The host of a webhook endpoint; its path may hold a secret. */
  readonly host?: string;
  readonly isDisabled?: boolean;
}

/** What the message about an invitation tells. */
export interface InvitationItem {
  readonly inviter: string | null;
  readonly role: UserRole;
  /** ISO 8601. */
  readonly expiresAt: string;
}

interface Due {
  readonly id: string;
  readonly partnerId: string;
  readonly partnerName: string;
  readonly kind: MailKind;
  readonly language: string;
  /** Attempts so far. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** A notice to a user. */
export interface DueNotice extends Due {
  readonly kind: NoticeKind;
  readonly userId: string;
  readonly role: UserRole;
  readonly email: string;
  readonly items: readonly NoticeItem[];
  /** How many things happened; the items may be fewer. */
  readonly count: number;
}

export interface DueReceipt extends Due {
  readonly kind: "receipt";
  readonly paymentId: string;
  readonly secret: SealedText;
}

export interface DueInvitation extends Due {
  readonly kind: "invitation";
  readonly item: InvitationItem;
  readonly secret: SealedText;
}

export type DueMail = DueNotice | DueReceipt | DueInvitation;

export interface MailQueue {
  /** Says that mail is sent, so that what happens is written down. */
  announce(): Promise<void>;
  /** Turns what has happened into notices. @returns whether there may be more */
  collect(): Promise<{ readonly hasMore: boolean }>;
  /** Leases due messages to this process, at most `limit`. Messages that their users have switched off are given up. */
  take(limit: number): Promise<readonly DueMail[]>;
  /** Whether a mail server has refused the address for good. */
  isRefused(addressHash: Buffer): Promise<boolean>;
  /** Whether the address has got as many notices within a day as it may. */
  hasEnough(addressHash: Buffer): Promise<boolean>;
  sent(id: string, addressHash: Buffer): Promise<void>;
  /** @param note why, without an address */
  later(id: string, retryInS: number, note: string): Promise<void>;
  /** @param refused the hash of an address that gets nothing more for a while; null: none */
  giveUp(id: string, note: string, refused: Buffer | null): Promise<void>;
}

export interface MailTransport {
  send(message: Message): Promise<SendOutcome>;
}

/** How a buyer's wish for a receipt ends: it is on its way (already, perhaps), or a limit is reached. */
export type ReceiptAsked = "asked" | "too_many";

export interface AskedReceipt {
  readonly id: string;
  readonly paymentId: string;
  readonly partnerId: string;
  readonly language: string;
  readonly addressHash: Buffer;
  readonly secret: SealedText;
}

/** The mail that a user wants. */
export interface MailWishes {
  /** Null: English. */
  readonly language: string | null;
  /** Kinds that are switched off. */
  readonly off: readonly NoticeKind[];
}
