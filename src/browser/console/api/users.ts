// The partner's users, and the user's own account and sessions. Changes that `useConfirmedKey` guards take a key, which
// is empty for a user.
import { useQuery } from "@tanstack/react-query";
import type { Static } from "typebox";
import { segment } from "../../../client/call.ts";
import type { MailWishesBody, MailWishesShown } from "../../../contract/console/mail-wishes.ts";
import type {
  Account,
  ChangeUserBody,
  InvitationCreated,
  InviteBody,
  Sessions,
  SessionsEnded,
  UserInvited,
  Users,
} from "../../../contract/console/users.ts";
import { request, requestOnceWithKey, requestWithKey } from "./connection.ts";

export type Passkey = Account["passkeys"][number];
export type UserRecord = Users["users"][number];
export type SessionRecord = Sessions["sessions"][number];
export type Invitation = InvitationCreated;
type Ended = Static<typeof SessionsEnded>;

const PATH = "/users";
const userPath = (id: string): string => `${PATH}/${segment(id)}`;

export const listUsers = (signal?: AbortSignal) => request<Users>({ method: "GET", path: PATH, signal });

export const inviteUser = (apiKey: string, body: Static<typeof InviteBody>) =>
  requestOnceWithKey(apiKey)<UserInvited>({ method: "POST", path: PATH, body });

export const changeUser = (apiKey: string, id: string, body: Static<typeof ChangeUserBody>) =>
  requestWithKey(apiKey)<{ readonly id: string }>({ method: "PATCH", path: userPath(id), body });

export const renewInvitation = (apiKey: string, id: string) =>
  requestOnceWithKey(apiKey)<Invitation>({ method: "POST", path: `${userPath(id)}/invitation`, body: {} });

export const removeUser = (apiKey: string, id: string) =>
  requestWithKey(apiKey)<{ readonly removed: true }>({ method: "DELETE", path: userPath(id) });

export const endUserSessions = (id: string) => request<Ended>({ method: "DELETE", path: `${userPath(id)}/sessions` });

/** The user's own. @param isEnabled false for callers who are no user */
export const useAccount = (isEnabled = true) =>
  useQuery({
    queryKey: ["account"],
    queryFn: ({ signal }) => request<Account>({ method: "GET", path: "/account", signal }),
    enabled: isEnabled,
  });

export const changePassword = (password: string) =>
  requestOnceWithKey("")<{ readonly endedSessions: number }>({
    method: "PUT",
    path: "/account/password",
    body: { password },
  });

/** The mail that the user wants. @param isEnabled false for callers who are no user */
export const useMailWishes = (isEnabled = true) =>
  useQuery({
    queryKey: ["mail-wishes"],
    queryFn: ({ signal }) => request<MailWishesShown>({ method: "GET", path: "/account/mail", signal }),
    enabled: isEnabled,
  });

export const changeMailWishes = (body: MailWishesBody) =>
  request<MailWishesShown>({ method: "PUT", path: "/account/mail", body });

export const listSessions = (signal?: AbortSignal) => request<Sessions>({ method: "GET", path: "/sessions", signal });

export const endSession = (id: string) => request<Ended>({ method: "DELETE", path: `/sessions/${segment(id)}` });

export const endOtherSessions = () => request<Ended>({ method: "DELETE", path: "/sessions" });
