// Merchants and their settlement destinations.
import type { CryptoSettlement, Merchant, MerchantStatus } from "../merchant/merchant.ts";
import type { Queryable } from "./database.ts";

interface MerchantRow {
  id: string;
  partner_id: string;
  name: string;
  email: string | null;
  status: MerchantStatus;
  icon_url: string | null;
  created_at: Date;
}

const COLUMNS = "id, partner_id, name, email, status, icon_url, created_at";

export function createMerchantStore(db: Queryable) {
  return {
    async insert(merchant: Omit<Merchant, "createdAt" | "status">): Promise<Merchant> {
      const { rows } = await db.query<MerchantRow>({
        name: "insert_merchant",
        text: `insert into merchants (id, partner_id, name, email, icon_url) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
        values: [merchant.id, merchant.partnerId, merchant.name, merchant.email, merchant.iconUrl],
      });
      const [row] = rows;
      if (!row) throw new Error("the insert of a merchant returned no row");
      return toMerchant(row);
    },

    /** Null where it is unknown, deleted or another partner's. */
    async find(partnerId: string, merchantId: string): Promise<Merchant | null> {
      const { rows } = await db.query<MerchantRow>({
        name: "merchant",
        text: `select ${COLUMNS} from merchants where id = $1 and partner_id = $2 and deleted_at is null`,
        values: [merchantId, partnerId],
      });
      return rows[0] ? toMerchant(rows[0]) : null;
    },

    /** Null where there is no such merchant. The operator's own doing, so of any partner. */
    async setStatus(merchantId: string, status: MerchantStatus): Promise<Merchant | null> {
      const { rows } = await db.query<MerchantRow>({
        text: `update merchants set status = $2 where id = $1 and deleted_at is null returning ${COLUMNS}`,
        values: [merchantId, status],
      });
      return rows[0] ? toMerchant(rows[0]) : null;
    },
  };
}

const toMerchant = (row: MerchantRow): Merchant => ({
  id: row.id,
  partnerId: row.partner_id,
  name: row.name,
  email: row.email,
  status: row.status,
  iconUrl: row.icon_url,
  createdAt: row.created_at,
});

export function createSettlementStore(db: Queryable) {
  return {
    async list(partnerId: string, merchantId: string): Promise<readonly CryptoSettlement[]> {
      const { rows } = await db.query<{ id: string; asset: string; destination: string }>({
        name: "settlements_of_merchant",
        text: `select id, asset, destination from crypto_settlements where merchant_id = $1 and partner_id = $2
                order by created_at, id`,
        values: [merchantId, partnerId],
      });
      return rows;
    },

    /** CAIP-10 destinations by CAIP-19 asset. */
    async ofMerchant(partnerId: string, merchantId: string): Promise<ReadonlyMap<string, string>> {
      const settlements = await this.list(partnerId, merchantId);
      return new Map(settlements.map(({ asset, destination }) => [asset, destination]));
    },

    /** Inserts all or, where one of the assets is taken, none. */
    async insert(
      owner: { readonly partnerId: string; readonly merchantId: string },
      settlements: readonly CryptoSettlement[],
    ): Promise<{ readonly taken: readonly string[] } | "merchant_not_found"> {
      // The merchant's row is locked, so that of two requests at once the second sees the first's assets.
      const { rowCount } = await db.query({
        name: "lock_merchant",
        text: "select 1 from merchants where id = $1 and partner_id = $2 and deleted_at is null for update",
        values: [owner.merchantId, owner.partnerId],
      });
      if (rowCount === 0) return "merchant_not_found";
      const { rows: taken } = await db.query<{ asset: string }>({
        name: "taken_assets",
        text: "select asset from crypto_settlements where merchant_id = $1 and partner_id = $2 and asset = any($3)",
        values: [owner.merchantId, owner.partnerId, settlements.map(({ asset }) => asset)],
      });
      if (taken.length > 0) return { taken: taken.map(({ asset }) => asset) };
      await db.query({
        name: "insert_settlements",
        text: `insert into crypto_settlements (id, partner_id, merchant_id, asset, destination)
               select id, $1, $2, asset, destination from unnest($3::text[], $4::text[], $5::text[]) as s(id, asset, destination)`,
        values: [
          owner.partnerId,
          owner.merchantId,
          settlements.map(({ id }) => id),
          settlements.map(({ asset }) => asset),
          settlements.map(({ destination }) => destination),
        ],
      });
      return { taken: [] };
    },
  };
}
