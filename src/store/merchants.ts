// Merchants. A deleted one is hidden; its row stays, because its payments do.
import type { Merchant, MerchantFilter, MerchantStatus } from "../merchant/merchant.ts";
import type { Queryable } from "./database.ts";

interface MerchantRow {
  id: string;
  partner_id: string;
  name: string;
  email: string | null;
  status: MerchantStatus;
  logo: Buffer | null;
  created_at: Date;
}

const COLUMNS = "id, partner_id, name, email, status, logo, created_at";

interface MerchantChanges {
  /** Undefined: as it is; so are the others. */
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** Hash of the new one; null takes it away. */
  readonly logo: string | null | undefined;
}

/** What a list shows; $1 partner, $2 status, $3 pattern. Two texts, because only one of them can use the search's index. */
const LISTED = "partner_id = $1 and deleted_at is null and ($2::text is null or status = $2) and $3::text is null";
const FOUND = `partner_id = $1 and deleted_at is null and ($2::text is null or status = $2)
               and (name ilike $3 or id ilike $3)`;

export function createMerchantStore(db: Queryable) {
  return {
    async insert(merchant: Omit<Merchant, "createdAt" | "status">): Promise<Merchant> {
      const { rows } = await db.query<MerchantRow>({
        name: "insert_merchant",
        text: `insert into merchants (id, partner_id, name, email, logo) values ($1, $2, $3, $4, decode($5, 'hex'))
               returning ${COLUMNS}`,
        values: [merchant.id, merchant.partnerId, merchant.name, merchant.email, merchant.logo],
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

    /**
     * Newest first.
     * @param after the last one of the page before: its `createdAt` as ISO 8601 and its id; null: from the beginning
     */
    async list(
      partnerId: string,
      { status, search }: MerchantFilter,
      after: readonly [createdAt: string, id: string] | null,
      limit: number,
    ): Promise<readonly Merchant[]> {
      const { rows } = await db.query<MerchantRow>({
        name: search === null ? "merchants_page" : "merchants_found",
        text: `select ${COLUMNS} from merchants where ${search === null ? LISTED : FOUND} and (created_at, id) < ($4::timestamptz, $5)
                order by created_at desc, id desc limit $6`,
        values: [partnerId, status, patternOf(search), after?.[0] ?? "infinity", after?.[1] ?? "", limit],
      });
      return rows.map(toMerchant);
    },

    /** All that a list would show on its pages. */
    async count(partnerId: string, { status, search }: MerchantFilter): Promise<number> {
      const { rows } = await db.query<{ count: number }>({
        name: search === null ? "merchants_count" : "merchants_found_count",
        text: `select count(*)::int as count from merchants where ${search === null ? LISTED : FOUND}`,
        values: [partnerId, status, patternOf(search)],
      });
      return rows[0]?.count ?? 0;
    },

    /** Null where it is unknown, deleted or another partner's. */
    async update(partnerId: string, merchantId: string, changes: MerchantChanges): Promise<Merchant | null> {
      const { rows } = await db.query<MerchantRow>({
        name: "update_merchant",
        text: `update merchants set name = coalesce($3, name), email = coalesce($4, email),
                      logo = case when $5 then decode($6, 'hex') else logo end
                where id = $1 and partner_id = $2 and deleted_at is null returning ${COLUMNS}`,
        values: [merchantId, partnerId, changes.name, changes.email, changes.logo !== undefined, changes.logo],
      });
      return rows[0] ? toMerchant(rows[0]) : null;
    },

    /** False where it is unknown or another partner's; deleting it again changes nothing. */
    async remove(partnerId: string, merchantId: string): Promise<boolean> {
      const { rowCount } = await db.query({
        name: "delete_merchant",
        text: "update merchants set deleted_at = coalesce(deleted_at, now()) where id = $1 and partner_id = $2",
        values: [merchantId, partnerId],
      });
      return rowCount === 1;
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

/** A pattern for `ilike` that matches the text itself anywhere. */
const patternOf = (text: string | null): string | null =>
  text === null ? null : `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const toMerchant = (row: MerchantRow): Merchant => ({
  id: row.id,
  partnerId: row.partner_id,
  name: row.name,
  email: row.email,
  status: row.status,
  logo: row.logo?.toString("hex") ?? null,
  createdAt: row.created_at,
});
