import type { UserRecord } from "../../api/users.ts";
import { messages } from "../../app/text/language.ts";

export type UserRole = UserRecord["role"];

/** Ordered from most to least. */
export const USER_ROLES = ["owner", "manager", "cashier", "reader"] as const satisfies readonly UserRole[];

/** They approve changes of destinations: only the operator adds them while a second person is required. */
export const APPROVERS: readonly UserRole[] = ["owner", "manager"];

export const roleTexts = (role: UserRole): { readonly label: string; readonly may: string } =>
  messages().app.roles[role];

/** The roles that the session may give. */
export const rolesGivenBy = (role: string): readonly UserRole[] =>
  role === "manager" ? ["cashier", "reader"] : USER_ROLES;
