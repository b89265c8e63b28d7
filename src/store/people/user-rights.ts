// A user's rights, and the user as the target of a change.
import type { UserRole } from "../../merchant/user.ts";

export interface UserRights {
  readonly role: UserRole;
  /** The merchants that the user is limited to; null: all. */
  readonly merchantIds: readonly string[] | null;
}

/** A partner's user as the target of a change. */
export interface UserPlace {
  readonly partnerId: string;
  readonly userId: string;
  /** The roles that the caller manages: a user with another role is left alone. */
  readonly managed: readonly UserRole[];
}

export const FACTS = "jsonb_build_object('role', role, 'merchantIds', merchant_ids)";
export const AS_SUBJECT = "id, partner_id, null::text as merchant_id";
/** Every listed merchant belongs to the partner. */
export const OWNS_MERCHANTS = (
  ids: string,
  partner: string,
): string => `(${ids}::text[] is null or cardinality(${ids}) = (
  select count(*) from merchants m where m.partner_id = ${partner} and m.id = any(${ids}) and m.deleted_at is null))`;
