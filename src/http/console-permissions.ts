// Who may call an endpoint in the console. Each endpoint names one of these; without one, no session may call it.
import { APPROVERS } from "../merchant/change-request.ts";
import type { SessionRole } from "../merchant/user.ts";

export interface ConsolePermission {
  readonly roles: readonly SessionRole[];
  /** Users limited to some merchants may call it too: the endpoint reads and changes only those merchants. */
  readonly isLimitable: boolean;
}

const limitable = (...roles: readonly SessionRole[]): ConsolePermission => ({ roles, isLimitable: true });
const unlimited = (...roles: readonly SessionRole[]): ConsolePermission => ({ roles, isLimitable: false });

/** The role `partner` has an owner's rights, `read` those of a reader, and sees keys, webhooks and the audit log. */
export const EVERYBODY = limitable("owner", "manager", "cashier", "reader", "partner", "read");
export const SELLERS = limitable("owner", "manager", "cashier", "partner");
export const READERS = limitable("owner", "manager", "reader", "partner", "read");
export const READERS_OF_ALL = unlimited("owner", "manager", "reader", "partner", "read");
export const MANAGERS = limitable("owner", "manager", "partner");
/** Tills request refunds of their sales. */
export const MANAGERS_AND_TILLS = limitable("owner", "manager", "partner", "till");
export const MANAGERS_OF_ALL = unlimited("owner", "manager", "partner");
export const AUDITORS = limitable("owner", "manager", "partner", "read");
export const OWNERS = unlimited("owner", "partner");
export const OWNERS_IN_PERSON = unlimited("owner");
export const KEY_READERS = unlimited("owner", "partner", "read");
export const WEBHOOK_READERS = unlimited("owner", "manager", "partner", "read");
/** A till as well, for its own sales. */
export const EVERYBODY_AND_TILLS = limitable("owner", "manager", "cashier", "reader", "partner", "read", "till");
export const SELLERS_AND_TILLS = limitable("owner", "manager", "cashier", "partner", "till");
/** May approve other people's changes; keys can't. */
export const DECIDERS = limitable(...APPROVERS);
export const TILLS = limitable("till");
/** Users with an account of their own; keys excluded. */
export const USERS = limitable("owner", "manager", "cashier", "reader");

/** Whether a session may call an endpoint. @param isLimited whether its user is limited to some merchants */
export function mayCall(
  { console: permission }: { readonly console?: ConsolePermission },
  { role, isLimited }: { readonly role: SessionRole; readonly isLimited: boolean },
): boolean {
  if (!permission?.roles.includes(role)) return false;
  return permission.isLimitable || !isLimited;
}
