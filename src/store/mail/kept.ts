// Old messages are deleted, and addresses are sealed with a new key.
import type { SealedText } from "../../payment/sealed-text.ts";
import type { Queryable } from "../database/database.ts";

/** Rows deleted per sweep; the next sweep takes the rest. */
const SWEEP_MAX = 1_000;

const FORGET = [
  // Nothing waits for longer than that; without a worker that sends mail, nothing else ends it.
  `update mails set state = 'given_up', ended_at = now(), note = 'too old', lease = null, key_id = null, content = null
    where id in (select id from mails where state = 'waiting' and created_at < now() - interval '3 days'
                  order by created_at limit ${SWEEP_MAX} for update skip locked)`,
  // The limits count a day; a receipt goes to an address once a month.
  `delete from mails where id in (select id from mails where created_at < now() - interval '30 days'
                                   order by created_at limit ${SWEEP_MAX} for update skip locked)`,
  `delete from mail_news where id in (select id from mail_news where due_at < now() - interval '2 days'
                                       order by due_at limit ${SWEEP_MAX} for update skip locked)`,
  `delete from refused_addresses where hash in (select hash from refused_addresses
                                                 where refused_at < now() - interval '30 days' limit ${SWEEP_MAX})`,
];

export interface StoredMailSecret {
  readonly mailId: string;
  readonly secret: SealedText;
}

export interface KeptMailStore {
  /** Deletes old messages, at most a page. */
  forgetOld(): Promise<{ readonly hasMore: boolean }>;
  /** The ids of the keys that seal any address. */
  keyIds(): Promise<readonly string[]>;
  /** At most `limit` messages whose address another key seals. */
  sealedByOthers(keyId: string, limit: number): Promise<readonly StoredMailSecret[]>;
  /** Skips a message that has ended since it was read. */
  reseal(mailId: string, secret: SealedText): Promise<void>;
  /** Ends a message whose address cannot be read. */
  abandon(mailId: string): Promise<void>;
}

export const createKeptMailStore = (db: Queryable): KeptMailStore => ({
  async forgetOld() {
    let hasMore = false;
    for (const [index, text] of FORGET.entries()) {
      const { rowCount } = await db.query({ name: `forget_mail_${index}`, text });
      hasMore ||= rowCount === SWEEP_MAX;
    }
    return { hasMore };
  },

  async keyIds() {
    const { rows } = await db.query<{ key_id: string }>({
      text: "select distinct key_id from mails where key_id is not null order by key_id",
    });
    return rows.map(({ key_id }) => key_id);
  },

  async sealedByOthers(keyId, limit) {
    const { rows } = await db.query<{ id: string; key_id: string; content: Buffer }>({
      text: "select id, key_id, content from mails where key_id <> $1 order by id limit $2",
      values: [keyId, limit],
    });
    return rows.map(({ id, key_id, content }) => ({ mailId: id, secret: { keyId: key_id, content } }));
  },

  async reseal(mailId, { keyId, content }) {
    await db.query({
      text: "update mails set key_id = $2, content = $3 where id = $1 and state = 'waiting'",
      values: [mailId, keyId, content],
    });
  },

  async abandon(mailId) {
    await db.query({
      text: `update mails set state = 'given_up', ended_at = now(), note = 'the stored address was altered',
                    key_id = null, content = null where id = $1 and state = 'waiting'`,
      values: [mailId],
    });
  },
});
