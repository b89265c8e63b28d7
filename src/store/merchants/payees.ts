// Finds who gets the money of a transfer to an account. Concurrent requests share one statement.
import type { CheckTransferPorts } from "../../operations/x402/check-transfer.ts";
import { RULES_COLUMNS, type RulesColumns, rulesOf, toRules } from "../buyer-data/buyer-data-rules.ts";
import type { Queryable } from "../database/database.ts";
import { shareStatement } from "../database/shared-statement.ts";

type FindPayee = CheckTransferPorts["destinations"]["payee"];
type Question = readonly [...Parameters<FindPayee>];

interface Row extends RulesColumns {
  readonly id: string | null;
  readonly name: string;
}

/** Ids are visible ASCII. */
const BETWEEN_IDS = "\n";

const PAYEES = `
  select m.id, m.name, ${RULES_COLUMNS}
    from unnest($1::text[], $2::text[], $3::text[], $4::text[])
           with ordinality as g(partner_id, destination, asset, merchant_ids, no)
    left join lateral (
      select m.id, m.name from crypto_settlements s
        join merchants m on m.id = s.merchant_id and m.partner_id = s.partner_id
       where s.partner_id = g.partner_id and s.destination = g.destination and s.asset = g.asset
         and m.deleted_at is null and m.status = 'active'
         and (g.merchant_ids is null or m.id = any(string_to_array(g.merchant_ids, $5)))
       order by m.created_at, m.id limit 1) m on true
    ${rulesOf("g.partner_id")}
   order by g.no`;

export function createPayees(db: Queryable): FindPayee {
  const find = shareStatement<Question, { payee: Awaited<ReturnType<FindPayee>> }>({
    async together(questions) {
      const { rows } = await db.query<Row>({
        name: "payees",
        text: PAYEES,
        values: [
          questions.map(([{ partnerId }]) => partnerId),
          questions.map(([, { destination }]) => destination),
          questions.map(([, { asset }]) => asset),
          questions.map(([{ merchantIds }]) => merchantIds?.join(BETWEEN_IDS)),
          BETWEEN_IDS,
        ],
      });
      return rows.map((row) => ({
        payee: row.id === null ? null : { merchantId: row.id, merchantName: row.name, buyerDataRules: toRules(row) },
      }));
    },
  });
  return async (owner, place) => (await find([owner, place])).payee;
}
