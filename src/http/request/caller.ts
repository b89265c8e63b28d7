// The authenticated sender of a request.
import { DEFAULT_VERSION, type Version } from "../../contract/versions.ts";
import type { Role } from "../../merchant/partner.ts";
import type { SessionRole } from "../../merchant/user.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import type { LiveSession } from "../../store/people/sessions.ts";

/** The holder of a live API key, or a user's console session. */
export interface KeyCaller {
  readonly type: "key";
  /** The id of the key, the user or the till. */
  readonly keyId: string;
  readonly partnerId: string;
  /** The key's role. A console session has the rights of `session.role` instead. */
  readonly role: Role;
  /** The merchants that it is limited to: one for a key of the role pos; null: all of the partner's. */
  readonly merchantIds: readonly string[] | null;
  /** The only creator whose payments it reaches: itself, for a till and a key of the role pos. Null: everyone's. */
  readonly creatorId: string | null;
  /** The references of a till's payments begin with it. Null: any reference. */
  readonly referencePrefix: string | null;
  /** The client's address, in canonical form; null: unknown. */
  readonly address: string | null;
  readonly version: Version;
  /** The partner's own fee policy; null: the standard one applies. */
  readonly fees: FeePolicy | null;
  /** The networks from which the key may be used; empty: any address. */
  readonly allowedAddresses: readonly string[];
  /** Milliseconds until the key expires, at the time of the request; null: it does not. */
  readonly liveMs: number | null;
  /** Name of the wallet app that the request names in addition to the key; empty if none. */
  readonly walletName: string;
  /** The console session that represents the key or the user; null if a key itself was sent. */
  readonly session: ConsoleSession | null;
}

export interface ConsoleSession
  extends Pick<LiveSession, "id" | "partnerName" | "key" | "user" | "till" | "expiresAt"> {
  /** SHA-256 of the session token. */
  readonly hash: Buffer;
  readonly role: SessionRole;
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

/** The page of a payment that needs no version and names no wallet. */
export const callerOfPage = (paymentId: string): PageCaller => ({
  type: "page",
  paymentId,
  version: DEFAULT_VERSION,
  walletName: "",
});

export type Caller = KeyCaller | AppCaller | PageCaller;
