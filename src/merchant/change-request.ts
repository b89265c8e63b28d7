// A change that one person asks for and a second person approves, if the partner wants that.
import type { UserRole } from "./user.ts";

/** Long enough for a weekend, short enough that people remember what was asked. */
export const CHANGE_REQUEST_LIFE_S = 3 * 86_400;

/** The most open requests of one merchant. */
export const OPEN_REQUESTS_MAX = 20;

/** The most open requests of one person: fewer than a list shows, so that no person can hide the requests of others. */
export const OPEN_OF_PERSON_MAX = 50;

/** These roles may ask for changes and approve those of others, within their merchants. */
export const APPROVERS: readonly UserRole[] = ["owner", "manager"];

/** `before` is the destination at the time of asking. */
export type RequestedChange =
  | { readonly type: "add"; readonly settlements: readonly { readonly asset: string; readonly destination: string }[] }
  | {
      readonly type: "change";
      readonly settlementId: string;
      readonly asset: string;
      readonly before: string;
      readonly destination: string;
    }
  | { readonly type: "remove"; readonly settlementId: string; readonly asset: string; readonly before: string }
  /** Removes all destinations of the merchant, for good. */
  | { readonly type: "delete_merchant" }
  /** Asks to end the requirement of a second person. */
  | { readonly type: "single_person" };

export interface ChangeRequest {
  readonly id: string;
  /** Null: about the partner. */
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly change: RequestedChange;
  /** The name is null once the user is removed. */
  readonly askedBy: { readonly id: string; readonly name: string | null };
  readonly askedAt: Date;
  readonly expiresAt: Date;
  /**
   * Approving it would change nothing: the setting has changed since, or the person who asked has lost the right to
   * change it.
   */
  readonly isOutdated: boolean;
}
