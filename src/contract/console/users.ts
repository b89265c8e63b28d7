// Users, their sessions and invitations on the wire of the console.
import Type, { type Static } from "typebox";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../../merchant/password.ts";
import type { ListedSession } from "../../merchant/session.ts";
import { type Passkey, USER_ROLES, type User } from "../../merchant/user.ts";
import { LANGUAGES } from "../../pages/messages/languages.ts";
import * as wire from "../primitives.ts";

/** Accepts every password, for sign-ins: the rules for new passwords don't apply. */
const password = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX, description: "a password" });

const newPassword = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  description: `a password of ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`,
});

/** Longer than any token. */
const INVITATION_LENGTH_MAX = 100;
const invitationToken = Type.String({ maxLength: INVITATION_LENGTH_MAX, description: "the token of an invitation" });

const USER_ID_LENGTH_MAX = 64;
/** With `userId`, signs in as this one of the users with the address. */
export const PasswordSignInBody = wire.closed({
  email: wire.email,
  password,
  userId: Type.Optional(Type.String({ maxLength: USER_ID_LENGTH_MAX, description: "one of the offered accounts" })),
});

/** Instead of a session, if users of several partners have the address and the password: sign in as one of them. */
export const AccountChoice = Type.Object({
  accounts: Type.Array(
    Type.Object({
      userId: Type.String(),
      role: wire.oneOf(USER_ROLES),
      partner: Type.Object({ id: Type.String(), name: Type.String() }),
    }),
  ),
});
export type AccountChoice = Static<typeof AccountChoice>;

export const InvitationBody = wire.closed({ token: invitationToken });

export const Invited = Type.Object({
  partnerName: Type.String(),
  role: wire.oneOf(USER_ROLES),
  name: Type.String(),
  /** Null if the user has none yet; otherwise the link sets a new password. */
  email: wire.nullable(Type.String()),
});
export type Invited = Static<typeof Invited>;

export const JoinBody = wire.closed({
  token: invitationToken,
  name: wire.label,
  email: wire.email,
  password: newPassword,
});
export type JoinBody = Static<typeof JoinBody>;

export const ConfirmationBody = wire.closed({ password });
export const Confirmed = wire.closed({});

/** Options and responses are those of WebAuthn Level 3 §5.1.8 to §5.1.10, in JSON. */
export const PasskeyOptions = Type.Unsafe<object>(Type.Object({}, { additionalProperties: true }));

/** Longer than any text of a response: the server requests no attestation. */
const PASSKEY_TEXT_MAX = 8_192;
const passkeyText = Type.String({ maxLength: PASSKEY_TEXT_MAX });
const CREDENTIAL_ID_MAX = 1_400;
const credentialId = Type.String({ pattern: `^[A-Za-z0-9_-]{1,${CREDENTIAL_ID_MAX}}$` });

export const PasskeySignature = Type.Object({
  id: credentialId,
  rawId: credentialId,
  type: Type.Literal("public-key"),
  response: Type.Object({ clientDataJSON: passkeyText, authenticatorData: passkeyText, signature: passkeyText }),
  clientExtensionResults: Type.Object({}),
});

const transports = Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 }));

export const NewPasskeyBody = wire.closed({
  name: wire.label,
  response: Type.Object({
    id: credentialId,
    rawId: credentialId,
    type: Type.Literal("public-key"),
    response: Type.Object({ clientDataJSON: passkeyText, attestationObject: passkeyText, transports }),
    clientExtensionResults: Type.Object({}),
  }),
});
export const PasskeyAdded = wire.closed({});
export const PasskeyRemoved = Type.Object({ id: Type.String(), removed: Type.Literal(true) });

export const passkeyShown = ({ id, name, createdAt, lastUsedAt }: Passkey): Account["passkeys"][number] => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export const NewPasswordBody = wire.closed({ password: newPassword });
export const PasswordChanged = Type.Object({ endedSessions: Type.Integer() });

export const Account = Type.Object({
  name: Type.String(),
  email: wire.nullable(Type.String()),
  hasPassword: Type.Boolean(),
  passkeys: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      createdAt: wire.timestamp,
      lastUsedAt: wire.nullable(wire.timestamp),
    }),
  ),
});
export type Account = Static<typeof Account>;

export const Sessions = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: Type.String(),
      startedAt: wire.timestamp,
      /** Accurate to about a minute. */
      usedAt: wire.timestamp,
      address: wire.nullable(Type.String()),
      agent: wire.nullable(Type.String({ description: "the browser's User-Agent, shortened" })),
      isThisOne: Type.Boolean(),
    }),
  ),
});
export type Sessions = Static<typeof Sessions>;

/** @param own id of the caller's session */
export const sessionListed = (
  { id, startedAt, usedAt, address, agent }: ListedSession,
  own: string,
): Sessions["sessions"][number] => ({
  id,
  startedAt: startedAt.toISOString(),
  usedAt: usedAt.toISOString(),
  address,
  agent,
  isThisOne: id === own,
});

export const SessionsEnded = Type.Object({ ended: Type.Integer() });

/** More merchants than anyone would select by hand. */
const MERCHANTS_MAX = 100;
const merchantIds = Type.Array(Type.String({ pattern: `^[!-~]{1,${wire.ID_LENGTH_MAX}}$` }), {
  minItems: 1,
  maxItems: MERCHANTS_MAX,
  uniqueItems: true,
  description: `1 to ${MERCHANTS_MAX} merchants`,
});

const rights = { role: wire.oneOf(USER_ROLES), merchantIds: Type.Optional(wire.nullable(merchantIds)) };

/**
 * Without `merchantIds`, or with null, the user is not limited to merchants. With `email`, the link is sent there, in
 * the language.
 */
export const InviteBody = wire.closed({
  name: wire.label,
  ...rights,
  email: Type.Optional(wire.email),
  language: Type.Optional(wire.oneOf(LANGUAGES)),
});
export const ChangeUserBody = wire.closed(rights);

/** The link is never shown again. */
export const InvitationCreated = Type.Object({ id: Type.String(), url: Type.String(), expiresAt: wire.timestamp });
/** `url` is null if the link was sent by mail. */
export const UserInvited = Type.Object({
  id: Type.String(),
  url: wire.nullable(Type.String()),
  expiresAt: wire.timestamp,
});
export type UserInvited = Static<typeof UserInvited>;
export type InvitationCreated = Static<typeof InvitationCreated>;

export const UserChanged = Type.Object({ id: Type.String() });
export const UserRemoved = Type.Object({ id: Type.String(), removed: Type.Literal(true) });

export const Users = Type.Object({
  users: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: wire.nullable(Type.String()),
      role: wire.oneOf(USER_ROLES),
      merchantIds: wire.nullable(Type.Array(Type.String())),
      createdAt: wire.timestamp,
      /** Null until the invitation is accepted. */
      joinedAt: wire.nullable(wire.timestamp),
      inviteExpiresAt: wire.nullable(wire.timestamp),
      /** Live sessions. */
      sessions: Type.Integer(),
      /** Whether the caller may change and remove the user. */
      isManaged: Type.Boolean(),
    }),
  ),
});
export type Users = Static<typeof Users>;

export const userShown = (user: User, isManaged: boolean): Users["users"][number] => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  merchantIds: user.merchantIds && [...user.merchantIds],
  createdAt: user.createdAt.toISOString(),
  joinedAt: user.joinedAt?.toISOString() ?? null,
  inviteExpiresAt: user.inviteExpiresAt?.toISOString() ?? null,
  sessions: user.sessions,
  isManaged,
});
