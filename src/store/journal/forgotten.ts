// What the journal has and the database lacks: the changes that a restore has forgotten.
import type { JournalEntry } from "../../merchant/journal-entry.ts";
import type { ForgottenStore } from "../../operations/redo-forgotten.ts";
import type { Queryable } from "../database.ts";

// An id alone is not enough: a restored database may have used it again. All changes of a destination are one kind. A
// revocation only ever shortens a key's life, so a later one does not replace it.
const FORGOTTEN = `
  select j.id,
         j.action <> 'key_revoked' and exists (
           select from audit_log a
            where a.subject_type = j.subject_type and a.subject_id = j.subject_id and a.created_at > j.at
              and (a.action = j.action or j.subject_type = 'settlement')) as is_superseded
    from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[])
           as j(id, at, subject_type, subject_id, action)
   where not exists (select from audit_log a where a.id = j.id and a.created_at = j.at)
     and not exists (select from restored_entries r where r.id = j.id and r.at = j.at)`;

const PUT_BACK = `
  with entry as (
    insert into audit_log (id, partner_id, merchant_id, actor, via, action, subject_type, subject_id, before, after,
                           created_at)
    overriding system value values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $2)
        on conflict do nothing
  )
  insert into restored_entries (id, at, outcome) values ($1, $2, $12) on conflict do nothing`;

export const createForgottenStore = (db: Queryable): ForgottenStore => ({
  async find(entries) {
    const { rows } = await db.query<{ id: bigint; is_superseded: boolean }>({
      text: FORGOTTEN,
      values: [
        entries.map(({ id }) => id),
        entries.map(({ at }) => at),
        entries.map(({ subjectType }) => subjectType),
        entries.map(({ subjectId }) => subjectId),
        entries.map(({ action }) => action),
      ],
    });
    const found = new Map(rows.map((row) => [row.id, row.is_superseded]));
    return entries.flatMap((entry) => {
      const isSuperseded = found.get(entry.id);
      return isSuperseded === undefined ? [] : [{ ...entry, isSuperseded }];
    });
  },

  async putBack(entry: JournalEntry, outcome) {
    const { id, at, partnerId, merchantId, actor, via, action, subjectType, subjectId, before, after } = entry;
    await db.query({
      text: PUT_BACK,
      values: [id, at, partnerId, merchantId, actor, via, action, subjectType, subjectId, before, after, outcome],
    });
  },
});
