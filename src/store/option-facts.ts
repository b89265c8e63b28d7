// What the database says about an option that a buyer fetches or confirms.
import type { CheckOptionPorts } from "../operations/check-option.ts";
import type { Queryable } from "./database.ts";
import { toBytes } from "./hex.ts";

// A settlement's events name its destination before the change; before its creation there was none.
const FACTS = `
  select (select destination from crypto_settlements where merchant_id = $1 and partner_id = $2 and asset = $3) as now,
         array(select data ->> 'before' from merchant_events
                where merchant_id = $1 and partner_id = $2 and type like 'settlement%' and data ->> 'asset' = $3
                  and created_at > now() - $4 * interval '1 second') as former,
         exists (select from intents where terms_hash = $5 and payment_id = $6) as is_handed_out`;

interface FactsRow {
  readonly now: string | null;
  readonly former: readonly (string | null)[];
  readonly is_handed_out: boolean;
}

/** @param graceS seconds for which options to a former destination stay valid */
export const createOptionFacts = (db: Queryable, graceS: number): CheckOptionPorts["optionFacts"] => ({
  async of({ id, partnerId, merchantId }, asset, sentTerms) {
    const { rows } = await db.query<FactsRow>({
      name: "option_facts",
      text: FACTS,
      values: [merchantId, partnerId, asset, graceS, sentTerms && toBytes(sentTerms), id],
    });
    const [row] = rows;
    if (!row) throw new Error("the facts of an option returned no row");
    return { destinations: [row.now, ...row.former], isHandedOut: row.is_handed_out };
  },
});
