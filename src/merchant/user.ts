// A named user of a partner, who signs in to the console.
import { randomBytes } from "node:crypto";
import { typedCode } from "../money/typed-text.ts";
import { sha256, TOKEN_BYTES, TOKEN_FORMAT } from "./session.ts";

/**
 * A user's permissions, by role: everything; everything except keys, webhooks' secrets and users above a cashier; take
 * payments; read. `http/console-permissions.ts` lists the endpoints of each.
 */
export const USER_ROLES = ["owner", "manager", "cashier", "reader"] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The rights of a session: those of a user, of the API key that it began with, or of a till. */
export const SESSION_ROLES = [...USER_ROLES, "partner", "read", "till"] as const;
export type SessionRole = (typeof SESSION_ROLES)[number];

/** Roles that a session may give, change and take away: a manager must not create an owner. */
export const managedRoles = (role: SessionRole): readonly UserRole[] => {
  if (role === "owner" || role === "partner") return USER_ROLES;
  return role === "manager" ? ["cashier", "reader"] : [];
};

export interface User {
  readonly id: string;
  readonly partnerId: string;
  readonly role: UserRole;
  /** The merchants that the user is limited to; null: all. */
  readonly merchantIds: readonly string[] | null;
  readonly name: string;
  /** The user's sign-in name; null until the invitation is accepted. */
  readonly email: string | null;
  readonly createdAt: Date;
  /** Null until the invitation is accepted. */
  readonly joinedAt: Date | null;
  /** When the current invitation or reset link ends; null: there is none. */
  readonly inviteExpiresAt: Date | null;
  /** Live sessions. */
  readonly sessions: number;
}

/** How long an invitation can be accepted. */
export const INVITATION_LIFE_S = 7 * 86_400;

export interface NewInvitation {
  /** Shown once, in a link. */
  readonly token: string;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
}

export function newInvitation(): NewInvitation {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: sha256(token) };
}

/** The hash to look an invitation up by; null if the token is malformed. */
export const hashInvitation = (token: string): Buffer | null => (TOKEN_FORMAT.test(token) ? sha256(token) : null);

/** The form in which an address is stored and compared. */
export const normalEmail = (email: string): string => typedCode(email).toLowerCase();

/** A WebAuthn credential of a user. */
export interface Passkey {
  readonly id: string;
  /** The user's name for the passkey. */
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}
