// A partner's rules for requiring buyer data, which its test twin shares. They are read with each payment
// (payment-row.ts), so a change applies at once and costs no extra round trip.
import type { BuyerDataRules } from "../../payment/buyer-data-rules.ts";
import { auditLine, BY_OPERATOR } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";

/** The rules joined to a payment; all null without rules. */
export interface RulesColumns {
  buyer_data_amounts: Readonly<Record<string, string>> | null;
  buyer_data_chains: string[];
  buyer_data_assets: string[];
  buyer_data_terms_url: string | null;
}

/** Selected from a row of buyer_data_rules aliased `d`. */
export const RULES_COLUMNS =
  "d.amounts as buyer_data_amounts, d.chains as buyer_data_chains, d.assets as buyer_data_assets, d.terms_url as buyer_data_terms_url";

/** Joins a partner's rules, which its test twin shares. @param partnerId SQL of the partner's id */
export const rulesOf = (partnerId: string): string =>
  `left join buyer_data_rules d on d.partner_id = live_partner(${partnerId})`;

export const toRules = (row: RulesColumns): BuyerDataRules | null =>
  row.buyer_data_amounts && {
    from: new Map(Object.entries(row.buyer_data_amounts).map(([currency, value]) => [currency, BigInt(value)])),
    chains: row.buyer_data_chains,
    assets: row.buyer_data_assets,
    termsUrl: row.buyer_data_terms_url,
  };

export interface BuyerDataRulesStore {
  /** Undefined if there is no such partner, null if it has no rules. */
  find(partnerId: string): Promise<BuyerDataRules | null | undefined>;
  /** Replaces the rules; null removes them. False if there is no such partner. */
  set(partnerId: string, rules: BuyerDataRules | null): Promise<boolean>;
  /** Whether any partner has rules. */
  areThere(): Promise<boolean>;
}

export function createBuyerDataRulesStore(db: Queryable): BuyerDataRulesStore {
  return {
    async find(partnerId) {
      const { rows } = await db.query<RulesColumns>({
        text: `select ${RULES_COLUMNS} from partners p left join buyer_data_rules d on d.partner_id = p.id
                where p.id = $1 and p.live_id is null`,
        values: [partnerId],
      });
      return rows[0] && toRules(rows[0]);
    },

    async set(partnerId, rules) {
      if ((await this.find(partnerId)) === undefined) return false;
      if (!rules) {
        await db.query({
          text: `with deleted as (
                   delete from buyer_data_rules where partner_id = $1
                   returning partner_id as id, partner_id, null::text as merchant_id
                 ) ${auditLine("buyer_data_rules_changed", "partner", "deleted", BY_OPERATOR)}`,
          values: [partnerId],
        });
        return true;
      }
      const amounts = Object.fromEntries([...rules.from].map(([currency, value]) => [currency, value.toString()]));
      await db.query({
        text: `with rules as (
                 insert into buyer_data_rules (partner_id, amounts, chains, assets, terms_url)
                 values ($1, $2, $3, $4, $5)
                 on conflict (partner_id) do update
                    set amounts = $2, chains = $3, assets = $4, terms_url = $5
                 returning *, partner_id as id, null::text as merchant_id
               ) ${auditLine("buyer_data_rules_changed", "partner", "rules", BY_OPERATOR, {
                 after:
                   "jsonb_build_object('amounts', amounts, 'chains', chains, 'assets', assets, 'termsUrl', terms_url)",
               })}`,
        values: [partnerId, JSON.stringify(amounts), rules.chains, rules.assets, rules.termsUrl],
      });
      return true;
    },

    async areThere() {
      const { rowCount } = await db.query({ text: "select 1 from buyer_data_rules limit 1" });
      return rowCount === 1;
    },
  };
}
