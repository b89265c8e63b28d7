// Who sent a request, as far as its headers prove it.
import type { Version } from "../contract/versions.ts";
import type { Role } from "../merchant/partner.ts";
import type { FeePolicy } from "../payment/fee.ts";

/** The holder of a live API key. */
export interface KeyCaller {
  readonly type: "key";
  readonly keyId: string;
  readonly partnerId: string;
  readonly role: Role;
  readonly version: Version;
  /** The partner's own; null where it has none. */
  readonly fees: FeePolicy | null;
  /** Name of the wallet app that the request names beside the key; empty where it names none. */
  readonly walletName: string;
  /** The session of the console that stands for the key; null where the key itself was sent. */
  readonly session: ConsoleSession | null;
}

/** A browser that is signed in to the console. */
export interface ConsoleSession {
  /** What it is looked up by. */
  readonly hash: Buffer;
  readonly partnerName: string;
  readonly keyPrefix: string;
  /** When it ends if nothing more is done in it. */
  readonly expiresAt: Date;
}

/** A wallet that shows the public id it was registered under. */
export interface AppCaller {
  readonly type: "app";
  readonly appId: string;
  readonly version: Version;
  readonly walletName: string;
}

/** The checkout page of one payment, which shows the token that it was rendered with. */
export interface PageCaller {
  readonly type: "page";
  readonly paymentId: string;
  readonly version: Version;
  readonly walletName: string;
}

export type Caller = KeyCaller | AppCaller | PageCaller;
