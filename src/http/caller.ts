// The authenticated sender of a request.
import type { Version } from "../contract/versions.ts";
import type { Role } from "../merchant/partner.ts";
import type { FeePolicy } from "../payment/fee.ts";

/** The holder of a live API key. */
export interface KeyCaller {
  readonly type: "key";
  readonly keyId: string;
  readonly partnerId: string;
  readonly role: Role;
  /** The merchant that a key of the role pos acts for; null for other roles. */
  readonly merchantId: string | null;
  readonly version: Version;
  /** The partner's own fee policy; null: the standard one applies. */
  readonly fees: FeePolicy | null;
  /** The networks from which the key may be used; empty: any address. */
  readonly allowedAddresses: readonly string[];
  /** Name of the wallet app that the request names besides the key; empty if none. */
  readonly walletName: string;
  /** The console session that represents the key; null if the key itself was sent. */
  readonly session: ConsoleSession | null;
}

export interface ConsoleSession {
  /** SHA-256 of the session token. */
  readonly hash: Buffer;
  readonly partnerName: string;
  readonly keyPrefix: string;
  /** When the session ends if it stays idle. */
  readonly expiresAt: Date;
}

/** A wallet app, identified by its registered public id. */
export interface AppCaller {
  readonly type: "app";
  readonly appId: string;
  readonly version: Version;
  readonly walletName: string;
}

/** The checkout page of one payment, identified by the token it was rendered with. */
export interface PageCaller {
  readonly type: "page";
  readonly paymentId: string;
  readonly version: Version;
  readonly walletName: string;
}

export type Caller = KeyCaller | AppCaller | PageCaller;
