// Whether a second person must approve a partner's changes of destinations. While that is required, the people who may
// approve are frozen: one person could otherwise become two.
import { type Actor, ON_COMMAND_LINE } from "../../merchant/audit.ts";
import { APPROVERS } from "../../merchant/change-request.ts";
import { auditLine } from "../audit/audit.ts";
import type { Database, Queryable } from "../database/database.ts";

const APPROVER = `in (${APPROVERS.map((role) => `'${role}'`).join(", ")})`;

/** An SQL condition on a row of `users` (`u`): the user may request changes, and approve other people's. */
export const APPROVES = `u.role ${APPROVER} and u.joined_at is not null and u.removed_at is null`;

/**
 * A CTE with a row if a user may get a role. Only the operator may add approvers while a second person is required. The
 * CTE locks the partner's row, so that the requirement cannot change until the transaction ends.
 */
export const mayGain = ({ role, partner, via }: Readonly<Record<"role" | "partner" | "via", string>>): string => `
  select p.id from partners p
   where p.id = ${partner} and (not p.needs_second_person or ${role}::text not ${APPROVER} or ${via}::text = 'cli')
     for share`;

/**
 * A CTE with a row if the change may be made: by the operator, with an approval, or because no second person is
 * required. The lock makes a change that is under way and the requirement wait for each other.
 */
export const mayChange = ({ partner, via, isApproved }: Record<"partner" | "via" | "isApproved", string>): string => `
  select p.id from partners p
   where p.id = ${partner} and (not p.needs_second_person or ${isApproved}::boolean or ${via}::text = 'cli') for share`;

const SET = `
  with old as (
    select id, needs_second_person as former from partners
     where id = $1 and needs_second_person <> $2 for no key update
  ), changed as (
    update partners p set needs_second_person = $2 from old where p.id = old.id
    returning p.id, p.id as partner_id, null::text as merchant_id, old.former
  ), audit as (${auditLine(
    "second_person_changed",
    "partner",
    "changed",
    { actor: "$3", via: "$4" },
    {
      before: "jsonb_build_object('needsSecondPerson', former)",
      after: "jsonb_build_object('needsSecondPerson', $2::boolean)",
    },
  )})
  select 1 from changed`;

/** @returns false if the requirement does not change, or there is no such partner */
export async function setSecondPerson(
  db: Queryable,
  partnerId: string,
  isRequired: boolean,
  { actor, via }: Actor,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "set_second_person",
    text: SET,
    values: [partnerId, isRequired, actor, via],
  });
  return rowCount === 1;
}

export interface SecondPersonStore {
  /** Null if there is no such partner. */
  isRequired(partnerId: string): Promise<boolean | null>;
  /** Users who may approve changes of this merchant; null: of every merchant. */
  countApprovers(partnerId: string, merchantId: string | null): Promise<number>;
  /**
   * Requires a second person. If the requirement is new, this also ends approvers' open invitations and password links,
   * because their creator could become the second person.
   */
  require(partnerId: string, by: Actor): Promise<"required" | "too_few_people">;
  /** Changes the requirement for the operator, without a second person. Returns false like `setSecondPerson`. */
  set(partnerId: string, isRequired: boolean): Promise<boolean>;
  /**
   * Ends the links of every partner's approvers, for the operator: after a restore, used and replaced links work again.
   * @returns how many
   */
  endAllLinks(): Promise<number>;
}

const PEOPLE_MIN = 2;

export const createSecondPersonStore = (db: Database): SecondPersonStore => ({
  isRequired: (partnerId) => isRequired(db, partnerId),
  countApprovers: (partnerId, merchantId) => countApprovers(db, partnerId, merchantId),

  require: (partnerId, by) =>
    db.transaction(async (tx) => {
      await tx.query({ text: "select from partners where id = $1 for no key update", values: [partnerId] });
      if ((await countApprovers(tx, partnerId, null)) < PEOPLE_MIN) return "too_few_people";
      if (await setSecondPerson(tx, partnerId, true, by)) await endLinks(tx, partnerId, by);
      return "required";
    }),

  set: (partnerId, isRequired) => setSecondPerson(db, partnerId, isRequired, ON_COMMAND_LINE),

  endAllLinks: () => endLinks(db, null, ON_COMMAND_LINE),
});

// The end of an expired link changes nothing, so it is not logged.
const END_LINKS = `
  with links as (
    select id, partner_id, invite_expires_at > now() as was_open from users
     where ($1::text is null or partner_id = $1) and role ${APPROVER} and invite_hash is not null for no key update
  ), ended as (
    update users u set invite_hash = null, invite_expires_at = null from links l
     where u.id = l.id and u.partner_id = l.partner_id
    returning u.id, u.partner_id, null::text as merchant_id, l.was_open
  ), audit as (${auditLine("sessions_ended", "user", "ended where was_open", { actor: "$2", via: "$3" }, { after: "jsonb_build_object('links', 1)" })})
  select 1 from ended where was_open`;

/** @param partnerId null: every partner's */
async function endLinks(db: Queryable, partnerId: string | null, { actor, via }: Actor): Promise<number> {
  const { rowCount } = await db.query({
    name: "end_links_of_approvers",
    text: END_LINKS,
    values: [partnerId, actor, via],
  });
  return rowCount ?? 0;
}

export async function isRequired(db: Queryable, partnerId: string): Promise<boolean | null> {
  const { rows } = await db.query<{ needs_second_person: boolean }>({
    name: "needs_second_person",
    text: "select needs_second_person from partners where id = $1",
    values: [partnerId],
  });
  return rows[0]?.needs_second_person ?? null;
}

async function countApprovers(db: Queryable, partnerId: string, merchantId: string | null): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: "count_approvers",
    text: `select count(*)::integer as count from users u
            where u.partner_id = $1 and (u.merchant_ids is null or $2 = any(u.merchant_ids)) and ${APPROVES}`,
    values: [partnerId, merchantId],
  });
  return rows[0]?.count ?? 0;
}
