// How mail is sent, for the operator.
import type { MailVitals } from "../../operations/ports/monitoring/vitals.ts";
import type { Queryable } from "../database/database.ts";

// A notice that waits for its time, because the user was told a while ago, is not late.
const MAIL = `
  select count(*)::integer as waiting,
         coalesce(max(extract(epoch from now() - created_at))
           filter (where attempts > 0 or next_attempt_at < now()), 0)::double precision as "oldestS",
         (select count(*)::integer from mails
           where state = 'given_up' and created_at > now() - interval '1 day') as "givenUp"
    from mails where state = 'waiting'`;

export async function readMailVitals(db: Queryable): Promise<MailVitals> {
  const { rows } = await db.query<MailVitals & Record<string, unknown>>({ name: "vitals_mail", text: MAIL });
  return rows[0] ?? { waiting: 0, oldestS: 0, givenUp: 0 };
}
