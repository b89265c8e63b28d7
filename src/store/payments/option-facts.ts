// Reads the facts about an option that a buyer fetches or confirms.
import type { Hex } from "viem";
import type { CheckOptionPorts, OptionFacts } from "../../operations/gateway/check-option.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { shareStatement } from "../database/shared-statement.ts";

// A settlement's events name its destination before the change, or none before its creation.
const FACTS = `
  select s.destination as now,
         array(select e.data ->> 'before' from merchant_events e
                where e.merchant_id = q.merchant_id and e.partner_id = q.partner_id and e.type like 'settlement%'
                  and e.data ->> 'asset' = q.asset and e.created_at > now() - $6 * interval '1 second') as former,
         exists (select from intents i where i.terms_hash = q.sent_terms and i.payment_id = q.payment_id)
           as is_handed_out
    from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::text[])
           with ordinality as q(merchant_id, partner_id, asset, sent_terms, payment_id, no)
    left join crypto_settlements s
      on s.merchant_id = q.merchant_id and s.partner_id = q.partner_id and s.asset = q.asset
   order by q.no`;

interface FactsRow {
  readonly now: string | null;
  readonly former: readonly (string | null)[];
  readonly is_handed_out: boolean;
}

interface Question {
  readonly payment: PaymentForBuyer;
  readonly asset: string;
  readonly sentTerms: Hex | null;
}

/** @param graceS seconds for which options to a replaced destination stay valid */
export function createOptionFacts(db: Queryable, graceS: number): CheckOptionPorts["optionFacts"] {
  const find = shareStatement<Question, OptionFacts>({
    async together(questions) {
      const { rows } = await db.query<FactsRow>({
        name: "option_facts",
        text: FACTS,
        values: [
          questions.map(({ payment }) => payment.merchantId),
          questions.map(({ payment }) => payment.partnerId),
          questions.map(({ asset }) => asset),
          questions.map(({ sentTerms }) => sentTerms && toBytes(sentTerms)),
          questions.map(({ payment }) => payment.id),
          graceS,
        ],
      });
      return rows.map((row) => ({ destinations: [row.now, ...row.former], isHandedOut: row.is_handed_out }));
    },
  });
  return { of: (payment, asset, sentTerms) => find({ payment, asset, sentTerms }) };
}
