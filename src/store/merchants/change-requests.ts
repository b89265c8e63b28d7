// Changes that wait for a second person. Each step writes its line in the audit log in the same transaction; only
// closing a request as outdated writes none, because nothing was decided.
import { newId } from "../../ids.ts";
import type { Actor } from "../../merchant/audit.ts";
import {
  APPROVERS,
  CHANGE_REQUEST_LIFE_S,
  type ChangeRequest,
  OPEN_OF_PERSON_MAX,
  OPEN_REQUESTS_MAX,
  type RequestedChange,
} from "../../merchant/change-request.ts";
import type { UserRole } from "../../merchant/user.ts";
import type { ChangeRequestPorts, DecisionOutcome } from "../../operations/merchants/change-requests.ts";
import { auditLine } from "../audit/audit.ts";
import { lockWork } from "../database/advisory-lock.ts";
import type { Database, Queryable } from "../database/database.ts";
import { APPROVES, setSecondPerson } from "../people/second-person.ts";
import { createMerchantStore } from "./merchants.ts";
import { createSettlementStore } from "./settlements.ts";

type Port = ChangeRequestPorts["changeRequests"];

export interface ChangeRequestStore extends Port {
  /**
   * Requests that can still be decided, newest first, without requests of deleted merchants.
   * @param merchantIds null: requests of all merchants and of the partner
   */
  list(partnerId: string, merchantIds: readonly string[] | null): Promise<readonly ChangeRequest[]>;
  /** Makes every partner's open requests expire now, for the operator. @returns how many */
  expireAll(): Promise<number>;
}

/** Closed requests are kept for this long, so that a late decision gets the reason why it is too late. */
const KEPT = "interval '30 days'";
const LISTED_MAX = 200;

const FACTS = "change || jsonb_build_object('askedBy', asked_by)";

const ASK = `
  with asked as (
    insert into change_requests (id, partner_id, merchant_id, change, asked_by, expires_at)
    values ($1, $2, $3, $4::jsonb, $5, now() + interval '${CHANGE_REQUEST_LIFE_S} seconds') returning *
  ), audit as (${auditLine("change_asked", "change_request", "asked", { actor: "$6", via: "$7" }, { after: "change" })})
  select id from asked`;

/** A deleted merchant has no open requests. */
const OPEN = `
  change_requests r left join merchants m on m.id = r.merchant_id and m.partner_id = r.partner_id
   where r.partner_id = $1 and r.status = 'open' and r.expires_at > now() and m.deleted_at is null`;

/** An open request (`r`) that an approval would find outdated. Never stored, so it includes the latest changes. */
const OUTDATED = `
  not exists (select from users u where u.id = r.asked_by and u.partner_id = r.partner_id and ${APPROVES}
                 and (u.merchant_ids is null or r.merchant_id = any(u.merchant_ids)))
  or case r.change ->> 'type'
       when 'add' then exists (
         select from crypto_settlements s, jsonb_array_elements(r.change -> 'settlements') as added
          where s.merchant_id = r.merchant_id and s.partner_id = r.partner_id and s.asset = added ->> 'asset')
       when 'delete_merchant' then false
       when 'single_person' then exists (
         select from partners p where p.id = r.partner_id and not p.needs_second_person)
       else not exists (
         select from crypto_settlements s
          where s.id = r.change ->> 'settlementId' and s.partner_id = r.partner_id and s.merchant_id = r.merchant_id
            and s.destination = r.change ->> 'before')
     end`;

const SAME_OPEN = `
  select count(*) filter (where r.merchant_id is not distinct from $2)::integer as of_merchant,
         count(*) filter (where r.asked_by = $4)::integer as of_user,
         min(r.id) filter (where r.merchant_id is not distinct from $2 and r.change = $3::jsonb and r.asked_by = $4)
           as same
    from ${OPEN}`;

const LOCKED = `
  select r.id, r.merchant_id, r.change, r.asked_by, r.status, r.expires_at <= clock_timestamp() as is_expired
    from change_requests r
   where r.id = $1 and r.partner_id = $2 and ($3::text[] is null or r.merchant_id = any($3)) for update`;

/** Locks the users, so that none loses a right while it is used. */
const PEOPLE = `
  select id, role, merchant_ids from users
   where partner_id = $1 and id = any($2) and joined_at is not null and removed_at is null order by id for share`;

interface RequestRow {
  id: string;
  merchant_id: string | null;
  change: RequestedChange;
  asked_by: string;
}

interface ListedRow extends RequestRow {
  merchant: string | null;
  asker: string | null;
  asked_at: Date;
  expires_at: Date;
  is_outdated: boolean;
}

interface LockedRow extends RequestRow {
  status: "open" | "approved" | "rejected" | "withdrawn" | "outdated";
  is_expired: boolean;
}

/** The request, and the users who may ask for it and approve it. */
interface Locked {
  readonly row: LockedRow;
  readonly approvers: ReadonlySet<string>;
}

export const createChangeRequestStore = (db: Database): ChangeRequestStore => ({
  async list(partnerId, merchantIds) {
    const { rows } = await db.query<ListedRow>({
      name: "change_requests",
      text: `select r.id, r.merchant_id, m.name as merchant, r.change, r.asked_by, r.asked_at, r.expires_at,
                    (select u.name from users u where u.id = r.asked_by and u.partner_id = r.partner_id) as asker,
                    (${OUTDATED}) as is_outdated
               from ${OPEN} and ($2::text[] is null or r.merchant_id = any($2))
              order by r.asked_at desc, r.id desc limit ${LISTED_MAX}`,
      values: [partnerId, merchantIds],
    });
    return rows.map(toRequest);
  },

  async expireAll() {
    const { rowCount } = await db.query({
      text: "update change_requests set expires_at = now() where status = 'open' and expires_at > now()",
    });
    return rowCount ?? 0;
  },

  ask: (place, change, by) => db.transaction((tx) => ask(tx, place, change, by)),

  reject: (place, by) =>
    decided(db, place, async (tx, { row, approvers }) => {
      if (!approvers.has(place.userId)) return { outcome: "not_allowed" };
      await close(tx, place, row, "rejected", by);
      return { outcome: "done" };
    }),

  withdraw: (place, by) =>
    decided(db, place, async (tx, { row }) => {
      if (row.asked_by !== place.userId) return { outcome: "not_allowed" };
      await close(tx, place, row, "withdrawn", by);
      return { outcome: "done" };
    }),

  approve: (place, by, apply) =>
    decided(db, place, async (tx, { row, approvers }) => {
      if (row.asked_by === place.userId || !approvers.has(place.userId)) return { outcome: "not_allowed" };
      const { partnerId } = place;
      const { change, merchant_id: merchantId } = row;
      if (merchantId !== null && !(await lockMerchant(tx, partnerId, merchantId))) return outdated(tx, place, row);
      if (!approvers.has(row.asked_by)) return outdated(tx, place, row);
      if (change.type !== "single_person") {
        const owner = { partnerId, merchantId: merchantId ?? "", ...by };
        const approved = { settlements: createSettlementStore(tx, true), merchants: createMerchantStore(tx, true) };
        if (!(await apply(change, owner, approved))) return outdated(tx, place, row);
      } else if (!(await setSecondPerson(tx, partnerId, false, by))) {
        return outdated(tx, place, row);
      }
      await close(tx, place, row, "approved", by);
      return { outcome: "done" };
    }),
});

const ask = async (
  tx: Queryable,
  { partnerId, merchantId, userId }: Parameters<Port["ask"]>[0],
  change: RequestedChange,
  { actor, via }: Actor,
): ReturnType<Port["ask"]> => {
  // One request of this user, and one of this merchant, at a time, so that the limits hold.
  await lockWork(tx, "asks", userId);
  if (merchantId === null) {
    await tx.query({ text: "select from partners where id = $1 for no key update", values: [partnerId] });
  } else if (!(await lockMerchant(tx, partnerId, merchantId))) return { outcome: "merchant_not_found" };
  await tx.query({
    name: "forget_change_requests",
    text: `delete from change_requests
            where partner_id = $1 and merchant_id is not distinct from $2 and expires_at < now() - ${KEPT}`,
    values: [partnerId, merchantId],
  });
  const { rows: found } = await tx.query<{ of_merchant: number; of_user: number; same: string | null }>({
    name: "same_change_request",
    text: SAME_OPEN,
    values: [partnerId, merchantId, change, userId],
  });
  const { same = null, of_merchant: ofMerchant = 0, of_user: ofUser = 0 } = found[0] ?? {};
  if (same !== null) return { outcome: "asked", id: same };
  if (ofMerchant >= OPEN_REQUESTS_MAX) return { outcome: "too_many", of: "merchant" };
  if (ofUser >= OPEN_OF_PERSON_MAX) return { outcome: "too_many", of: "user" };
  const id = newId("changeRequest");
  const values = [id, partnerId, merchantId, change, userId, actor, via];
  await tx.query({ name: "ask_for_change", text: ASK, values });
  return { outcome: "asked", id };
};

/** Locks an open request and runs `decide`. Among concurrent decisions, the first one counts. */
const decided = (
  db: Database,
  { partnerId, requestId, userId, merchantIds }: Parameters<Port["reject"]>[0],
  decide: (tx: Queryable, locked: Locked) => Promise<DecisionOutcome>,
): Promise<DecisionOutcome> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.query<LockedRow>({
      name: "lock_change_request",
      text: LOCKED,
      values: [requestId, partnerId, merchantIds],
    });
    const [row] = rows;
    if (!row) return { outcome: "not_found" };
    if (row.status !== "open") return { outcome: "closed", status: row.status };
    if (row.is_expired) return { outcome: "closed", status: "expired" };
    return decide(tx, { row, approvers: await approversOf(tx, partnerId, row, [userId, row.asked_by]) });
  });

async function approversOf(
  tx: Queryable,
  partnerId: string,
  { merchant_id: merchantId }: LockedRow,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string; role: UserRole; merchant_ids: string[] | null }>({
    name: "lock_approvers",
    text: PEOPLE,
    values: [partnerId, userIds],
  });
  return new Set(
    rows
      .filter(({ role }) => APPROVERS.includes(role))
      .filter(({ merchant_ids: own }) => own === null || (merchantId !== null && own.includes(merchantId)))
      .map(({ id }) => id),
  );
}

async function lockMerchant(tx: Queryable, partnerId: string, merchantId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: "lock_merchant",
    text: "select 1 from merchants where id = $1 and partner_id = $2 and deleted_at is null for no key update",
    values: [merchantId, partnerId],
  });
  return rowCount === 1;
}

const ACTIONS = { approved: "change_approved", rejected: "change_rejected", withdrawn: "change_withdrawn" } as const;

const CLOSED = `update change_requests set status = $3, decided_by = $4
                 where id = $1 and partner_id = $2 returning *`;

async function close(
  tx: Queryable,
  { partnerId, userId }: { readonly partnerId: string; readonly userId: string },
  { id }: LockedRow,
  status: keyof typeof ACTIONS,
  { actor, via }: Actor,
): Promise<void> {
  const line = auditLine(ACTIONS[status], "change_request", "closed", { actor: "$5", via: "$6" }, { after: FACTS });
  await tx.query({
    name: `change_request_${status}`,
    text: `with closed as (${CLOSED}), audit as (${line}) select 1`,
    values: [id, partnerId, status, userId, actor, via],
  });
}

async function outdated(
  tx: Queryable,
  { partnerId, userId }: { readonly partnerId: string; readonly userId: string },
  { id }: LockedRow,
): Promise<DecisionOutcome> {
  const values = [id, partnerId, "outdated", userId];
  await tx.query({ name: "change_request_outdated", text: CLOSED, values });
  return { outcome: "closed", status: "outdated" };
}

const toRequest = (row: ListedRow): ChangeRequest => ({
  id: row.id,
  merchantId: row.merchant_id,
  merchantName: row.merchant,
  change: row.change,
  askedBy: { id: row.asked_by, name: row.asker },
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  isOutdated: row.is_outdated,
});
