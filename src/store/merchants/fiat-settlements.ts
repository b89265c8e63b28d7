// Merchants' destinations at banks, which only the operator configures.
import type { FiatSettlement } from "../../merchant/merchant.ts";
import { auditLine, BY_OPERATOR } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";

export interface FiatSettlementStore {
  /** Oldest first. */
  listFiat(partnerId: string, merchantId: string): Promise<readonly FiatSettlement[]>;
  /** Adds a destination to any partner's merchant, for the operator. False if there is no such merchant. */
  insertFiat(merchantId: string, settlement: FiatSettlement): Promise<boolean>;
  /** False if there is no such destination. */
  removeFiat(id: string): Promise<boolean>;
}

const FACTS = "jsonb_build_object('bankType', bank_type, 'status', status)";

export const createFiatSettlementStore = (db: Queryable): FiatSettlementStore => ({
  async listFiat(partnerId, merchantId) {
    const { rows } = await db.query<{ id: string; status: FiatSettlement["status"]; bank_type: string }>({
      name: "fiat_settlements_of_merchant",
      text: `select id, status, bank_type from fiat_settlements where merchant_id = $1 and partner_id = $2
              order by created_at, id`,
      values: [merchantId, partnerId],
    });
    return rows.map(({ id, status, bank_type }) => ({ id, status, bankType: bank_type }));
  },

  async insertFiat(merchantId, { id, status, bankType }) {
    const { rowCount } = await db.query({
      text: `with added as (
               insert into fiat_settlements (id, partner_id, merchant_id, status, bank_type)
               select $2, partner_id, id, $3, $4 from merchants where id = $1 and deleted_at is null returning *
             ) ${auditLine("fiat_settlement_created", "settlement", "added", BY_OPERATOR, { after: FACTS })}`,
      values: [merchantId, id, status, bankType],
    });
    return rowCount === 1;
  },

  async removeFiat(id) {
    const { rowCount } = await db.query({
      text: `with deleted as (delete from fiat_settlements where id = $1 returning *)
             ${auditLine("fiat_settlement_deleted", "settlement", "deleted", BY_OPERATOR, { before: FACTS })}`,
      values: [id],
    });
    return rowCount === 1;
  },
});
