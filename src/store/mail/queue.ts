// The queue of messages. A process leases a message while it sends it; if the process dies, the lease ends and another
// one sends it again, with the same Message-ID.
import { randomUUID } from "node:crypto";
import { NOTICE_KINDS, NOTIFIED_ROLES, type NoticeKind } from "../../mail/kinds.ts";
import type { UserRole } from "../../merchant/user.ts";
import type { DueMail, InvitationItem, MailQueue, NoticeItem } from "../../operations/ports/mail/queue.ts";
import type { Database } from "../database/database.ts";
import { collectNews } from "./news.ts";

/** Longer than an attempt (outbound/smtp.ts). */
const LEASE_S = 120;
/** A restart of all workers takes less. Afterwards, what happens is not written down. */
const ON_FOR = "interval '1 day'";

/** Notices to an address in a day, of all partners: somebody else may have named it as theirs. */
const TO_ADDRESS_MAX = 30;

const IS_FREE = "(m.leased_until is null or m.leased_until < now())";

/** A user (`u`) may still be told. */
const IS_WANTED = `u.removed_at is null and u.joined_at is not null and u.email is not null
  and m.kind <> all(u.mail_off)
  and case m.kind ${Object.entries(NOTIFIED_ROLES)
    .map(([kind, roles]) => `when '${kind}' then u.role in (${roles.map((role) => `'${role}'`).join(", ")})`)
    .join(" ")} end`;

const TAKE = `
  with chosen as (
    select m.id from mails m where m.state = 'waiting' and m.next_attempt_at <= now() and ${IS_FREE}
     order by m.next_attempt_at limit $2 for no key update skip locked
  ), judged as (
    select c.id,
           case m.kind when 'receipt' then null
                       when 'invitation' then case when u.invite_hash is null then 'the invitation has ended' end
                       else case when not (${IS_WANTED}) then 'the user does not want it' end end as unwanted
      from chosen c join mails m on m.id = c.id
      left join users u on u.id = m.user_id and u.partner_id = m.user_partner_id
  ), dropped as (
    update mails m set state = 'given_up', ended_at = now(), note = j.unwanted, key_id = null, content = null
      from judged j where m.id = j.id and j.unwanted is not null
  ), taken as (
    update mails m set lease = $1, leased_until = now() + interval '${LEASE_S} s'
      from judged j where m.id = j.id and j.unwanted is null
    returning m.*
  )
  select t.id, t.partner_id, p.name as partner_name, t.kind, t.language, t.attempts, t.created_at, t.user_id,
         t.payment_id, t.items, t.count, t.key_id, t.content, u.role, u.email, u.language as user_language
    from taken t join partners p on p.id = t.partner_id
    left join users u on u.id = t.user_id and u.partner_id = t.user_partner_id`;

/** A process whose lease has ended changes nothing: another one has the message. */
const OWN = "id = $1 and lease = $2 and state = 'waiting'";
const ENDED = "ended_at = now(), attempts = attempts + 1, lease = null, key_id = null, content = null";
const SENT = `
  update mails set state = 'sent', note = null, address_hash = coalesce(address_hash, $3), ${ENDED} where ${OWN}`;
const LATER = `
  update mails set attempts = attempts + 1, next_attempt_at = now() + $3 * interval '1 second', note = left($4, 500),
         lease = null, leased_until = null where ${OWN}`;
const GIVE_UP = `
  with ended as (
    update mails set state = 'given_up', note = left($3, 500), ${ENDED} where ${OWN}
  )
  insert into refused_addresses (hash) select $4::bytea where $4::bytea is not null
  on conflict (hash) do update set refused_at = now()`;

interface Row {
  readonly id: string;
  readonly partner_id: string;
  readonly partner_name: string;
  readonly kind: DueMail["kind"];
  readonly language: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly user_id: string | null;
  readonly payment_id: string | null;
  readonly items: readonly unknown[];
  readonly count: number;
  readonly key_id: string | null;
  readonly content: Buffer | null;
  readonly role: UserRole | null;
  readonly email: string | null;
  readonly user_language: string | null;
}

export function createMailQueue(db: Database): MailQueue {
  /** The name of this process in leases. */
  const lease = randomUUID();
  return {
    async announce() {
      await db.query({ name: "announce_mail", text: `update mail_service set on_until = now() + ${ON_FOR}` });
    },

    collect: () => collectNews(db),

    async take(limit) {
      const { rows } = await db.query<Row>({ name: "take_mails", text: TAKE, values: [lease, limit] });
      return rows.map(toDue);
    },

    async isRefused(addressHash) {
      const { rowCount } = await db.query({
        name: "is_address_refused",
        text: "select from refused_addresses where hash = $1",
        values: [addressHash],
      });
      return rowCount === 1;
    },

    async hasEnough(addressHash) {
      const { rows } = await db.query<{ notices: number }>({
        name: "notices_of_address",
        text: `select count(*)::integer as notices from mails
                where address_hash = $1 and kind = any($2) and created_at > now() - interval '1 day'`,
        values: [addressHash, NOTICE_KINDS],
      });
      return (rows[0]?.notices ?? 0) >= TO_ADDRESS_MAX;
    },

    async sent(id, addressHash) {
      await db.query({ name: "mail_sent", text: SENT, values: [id, lease, addressHash] });
    },

    async later(id, retryInS, note) {
      await db.query({ name: "mail_later", text: LATER, values: [id, lease, retryInS, note] });
    },

    async giveUp(id, note, refused) {
      await db.query({ name: "give_up_mail", text: GIVE_UP, values: [id, lease, note, refused] });
    },
  };
}

function toDue(row: Row): DueMail {
  const { id, kind, attempts, key_id: keyId, content } = row;
  const head = {
    id,
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    language: row.user_language ?? row.language,
    attempts,
    createdAt: row.created_at,
  };
  if (kind === "receipt" || kind === "invitation") {
    if (keyId === null || !content) throw new TypeError(`the message ${id} waits without an address`);
    const secret = { keyId, content };
    if (kind === "receipt") return { ...head, kind, paymentId: row.payment_id ?? "", secret };
    return { ...head, kind, item: row.items[0] as InvitationItem, secret };
  }
  const { user_id: userId, role, email } = row;
  if (userId === null || role === null || email === null) throw new TypeError(`the notice ${id} is for nobody`);
  const items = row.items as readonly NoticeItem[];
  return { ...head, kind: kind satisfies NoticeKind, userId, role, email, items, count: row.count };
}
