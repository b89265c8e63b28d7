// The kinds of mail.
import { APPROVERS } from "../merchant/change-request.ts";
import type { UserRole } from "../merchant/user.ts";

/** Notices to users, each with a switch of the user's. */
export const NOTICE_KINDS = ["exceptions", "approvals", "webhooks"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The receipt goes to a buyer who asked for it, and the invitation to somebody who is no user yet. */
export type MailKind = NoticeKind | "receipt" | "invitation";

/** The users who can act on a notice. */
export const NOTIFIED_ROLES: Readonly<Record<NoticeKind, readonly UserRole[]>> = {
  exceptions: ["owner", "manager"],
  approvals: APPROVERS,
  webhooks: ["owner", "manager"],
};

/** The notices of a user. @param isLimited whether the user is limited to some merchants */
export const noticeKindsOf = (role: UserRole, isLimited: boolean): readonly NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => NOTIFIED_ROLES[kind].includes(role) && !(isLimited && kind === "webhooks"));
