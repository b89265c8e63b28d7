// What users want to be told by mail, and in which language.
import type { NoticeKind } from "../../mail/kinds.ts";
import type { MailWishes } from "../../operations/ports/mail/queue.ts";
import type { Queryable } from "../database/database.ts";

export interface MailWishStore {
  /** Null if there is no such user. */
  mailWishes(partnerId: string, userId: string): Promise<MailWishes | null>;
  setMailWishes(partnerId: string, userId: string, wishes: MailWishes): Promise<void>;
  /** Switches a kind off, by the link in a message. False if there is no such user. */
  endNotices(userId: string, kind: NoticeKind): Promise<boolean>;
}

export const createMailWishStore = (db: Queryable): MailWishStore => ({
  async mailWishes(partnerId, userId) {
    const { rows } = await db.query<{ language: string | null; mail_off: NoticeKind[] }>({
      name: "mail_wishes",
      text: "select language, mail_off from users where id = $1 and partner_id = $2 and removed_at is null",
      values: [userId, partnerId],
    });
    return rows[0] ? { language: rows[0].language, off: rows[0].mail_off } : null;
  },

  async setMailWishes(partnerId, userId, { language, off }) {
    await db.query({
      name: "set_mail_wishes",
      text: "update users set language = $3, mail_off = $4 where id = $1 and partner_id = $2 and removed_at is null",
      values: [userId, partnerId, language, off],
    });
  },

  async endNotices(userId, kind) {
    const { rowCount } = await db.query({
      name: "end_mail",
      text: `update users set mail_off = case when $2 = any(mail_off) then mail_off else mail_off || $2::text end
              where id = $1 and removed_at is null`,
      values: [userId, kind],
    });
    return (rowCount ?? 0) > 0;
  },
});
