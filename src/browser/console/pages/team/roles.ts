import type { UserRecord } from "../../api/users.ts";

export type UserRole = UserRecord["role"];

/** From most to least. */
export const USER_ROLES = ["owner", "manager", "cashier", "reader"] as const satisfies readonly UserRole[];

export const ROLE_TEXTS = {
  owner: { label: "Owner", may: "Everything, including API keys, webhooks and the team." },
  manager: { label: "Manager", may: "Payments, refunds, merchants and destinations. Manages cashiers and readers." },
  cashier: { label: "Cashier", may: "Takes and cancels payments, and sees them." },
  reader: { label: "Reader", may: "Sees payments, merchants and exceptions, and changes nothing." },
} as const satisfies Record<UserRole, { readonly label: string; readonly may: string }>;

/** The roles that the session may give. */
export const rolesGivenBy = (role: string): readonly UserRole[] =>
  role === "manager" ? ["cashier", "reader"] : USER_ROLES;
