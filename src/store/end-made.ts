// Revokes a key and ends everything it made, in one transaction. Each end writes the audit line that it always writes.
import type { Actor } from "../merchant/audit.ts";
import type { KeyPlace, MadeByKey, MadeKind } from "../merchant/made-by-key.ts";
import { USER_ROLES } from "../merchant/user.ts";
import { auditLine } from "./audit/audit.ts";
import type { Database, Queryable } from "./database/database.ts";
import { type Found, type FoundKey, findKey, findMade, makersOf, type Thing, toMade } from "./made-by-key.ts";
import { createLinkStore } from "./payment-links/links.ts";
import { apply } from "./payments/apply.ts";
import { cancelLine } from "./payments/payments.ts";
import { createKeyStore } from "./people/keys.ts";
import { createTillStore } from "./people/tills.ts";
import { createUserStore } from "./people/users.ts";
import { createEndpointStore } from "./webhooks/endpoints.ts";

export interface MadeStore {
  /** What would end with the key. Null if there is no such key. */
  find(place: KeyPlace): Promise<MadeByKey | null>;
  /**
   * Revokes the key and ends what it made. Null if there is no such key.
   * @param refuse throws if it must not be done; it is called with what would end
   * @returns what ended
   */
  end(place: KeyPlace, by: Actor, refuse?: (found: MadeByKey) => void): Promise<MadeByKey | null>;
}

export const createMadeStore = (db: Database): MadeStore => ({
  find: (place) =>
    db.snapshot(async (tx) => {
      const found = await findKey(tx, place);
      return found && toMade(await findMade(tx, found));
    }),

  end: (place, by, refuse) =>
    db.transaction(async (tx) => {
      const key = await findKey(tx, place);
      if (!key) return null;
      await stopMaking(tx, key);
      const found = await findMade(tx, key);
      refuse?.(toMade(found));
      await endAll(tx, found, by);
      return toMade(found);
    }),
});

/**
 * Locks the key and all makers among what it made. Each statement that makes something takes a weaker lock on its
 * maker: those under way end first and are found, and later ones find their maker ended.
 */
async function stopMaking(tx: Queryable, key: FoundKey): Promise<void> {
  const { partnerId } = key.key;
  for (const text of LOCKS) await tx.query({ text, values: [partnerId] });
  for (let known = -1; ; ) {
    const makers = await makersOf(tx, key);
    if (makers.length === known) return;
    known = makers.length;
    for (const text of LOCKS_OF_MAKERS) await tx.query({ text, values: [partnerId, makers] });
  }
}

/** In the order in which other transactions take them. */
const LOCKS = [
  "select from partners where id = $1 for no key update",
  "select from change_requests where partner_id = $1 and status = 'open' order by id for update",
  `select from api_keys k where k.partner_id = $1 and k.role = 'partner' and k.revoked_at is null
    order by k.id for no key update`,
  `select from users where partner_id = $1 and role = 'owner' and removed_at is null order by id for no key update`,
] as const;

const LOCKS_OF_MAKERS = ["api_keys", "users", "tills"].map(
  (table) => `select from ${table} where partner_id = $1 and id = any($2) order by id for update`,
);

async function endAll(tx: Queryable, { key, things, paymentIds }: Found, by: Actor): Promise<void> {
  const owner = { partnerId: key.partnerId, merchantIds: null };
  const [keys, users, tills] = [createKeyStore(tx), createUserStore(tx), createTillStore(tx)];
  const [links, endpoints] = [createLinkStore(tx), createEndpointStore(tx)];
  const ends: Record<MadeKind, (thing: Thing) => Promise<unknown>> = {
    keys: ({ id }) => keys.revoke(id, by),
    users: ({ id }) => users.remove({ ...owner, userId: id, managed: USER_ROLES }, by, { mayBeLast: true }),
    tills: ({ id }) => tills.revoke(owner, id, by),
    paymentLinks: ({ id }) => links.remove(key.partnerId, id, by),
    webhookEndpoints: ({ id }) => endpoints.remove(key.partnerId, id, by),
    changeRequests: ({ id }) => run(tx, WITHDRAW, key, id, by),
    userLinks: ({ id, isUsed }) => run(tx, isUsed ? END_ACCOUNT : END_LINK, key, id, by),
    pairings: ({ id, isUsed }) => run(tx, isUsed ? END_PAIRING : END_CODE, key, id, by),
  };
  await keys.revoke(key.id, by);
  for (const thing of things) await ends[thing.kind](thing);
  const items = paymentIds.map((paymentId) => ({ paymentId }));
  await apply(tx, { type: "cancelled", reason: "cancelled_by_merchant" }, items, cancelLine(by));
}

const run = (tx: Queryable, text: string, { partnerId }: MadeByKey["key"], id: string, { actor, via }: Actor) =>
  tx.query({ text, values: [id, partnerId, actor, via] });

const BY = { actor: "$3", via: "$4" } as const;

/** As if the person who asked had withdrawn it; the audit line says who did. */
const WITHDRAW = `
  with closed as (
    update change_requests set status = 'withdrawn', decided_by = asked_by
     where id = $1 and partner_id = $2 and status = 'open' returning *
  ), audit as (${auditLine("change_withdrawn", "change_request", "closed", BY, { after: "change || jsonb_build_object('askedBy', asked_by)" })})
  select 1 from closed`;

const endedLine = (subject: "user" | "till", what: "links" | "sessions"): string =>
  auditLine("sessions_ended", subject, "ended", BY, { after: `jsonb_build_object('${what}', 1)` });

const endUser = (columns: string, what: "links" | "sessions", more = ""): string => `
  with ended as (
    update users set ${columns} invite_hash = null, invite_expires_at = null where id = $1 and partner_id = $2
    returning id, partner_id, null::text as merchant_id
  )${more}, audit as (${endedLine("user", what)})
  select 1 from ended`;

const endTill = (what: "links" | "sessions", more = ""): string => `
  with ended as (
    update tills set pair_hash = null, pair_expires_at = null where id = $1 and partner_id = $2
    returning id, partner_id, merchant_id
  )${more}, audit as (${endedLine("till", what)})
  select 1 from ended`;

const sessionsOf = (column: "user_id" | "till_id"): string => `, sessions as (
    delete from console_sessions s using ended e where s.${column} = e.id and s.partner_id = e.partner_id
  )`;

const END_LINK = endUser("", "links");
const END_CODE = endTill("links");

/** The user stays, but has to join by a new link: the thief may have chosen the password. */
const END_ACCOUNT = endUser(
  "password = null,",
  "sessions",
  `${sessionsOf("user_id")}, passkeys as (
    delete from passkeys p using ended e where p.user_id = e.id and p.partner_id = e.partner_id
  ), password as (${auditLine("password_changed", "user", "ended", BY)})`,
);

const END_PAIRING = endTill("sessions", sessionsOf("till_id"));
