// Where a merchant's money goes. Each change writes its event and its line in the audit log in the same statement.
import type { CryptoSettlement, FiatSettlement, MerchantActor } from "../merchant/merchant.ts";
import { auditLine, BY_OPERATOR } from "./audit.ts";
import type { Queryable } from "./database.ts";

interface SettlementRow {
  id: string;
  asset: string;
  destination: string;
}

/** A line of the audit log. */
interface DestinationChange {
  /** ISO 8601. */
  readonly at: string;
  /** The id of the API key, or `operator`. */
  readonly actor: string;
  readonly action: string;
  readonly settlementId: string;
  readonly asset: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The two records of a change, as parts of its statement. They read it from `change`: the row, who, before and after. */
const record = (action: "created" | "changed" | "deleted"): string => `
  audit as (${auditLine(
    `settlement_${action}`,
    "settlement",
    "change",
    { actor: "actor", via: "via" },
    { before: "before", after: "after" },
  )}), event as (
    insert into merchant_events (partner_id, merchant_id, type, data)
    select partner_id, merchant_id, 'settlement_${action}',
           jsonb_build_object('settlementId', id, 'asset', asset, 'before', before ->> 'destination',
                              'after', after ->> 'destination')
      from change
  )`;

const FIAT_FACTS = "jsonb_build_object('bankType', bank_type, 'status', status)";

const INSERT = `
  with added as (
    insert into crypto_settlements (id, partner_id, merchant_id, asset, destination)
    select id, $1, $2, asset, destination from unnest($3::text[], $4::text[], $5::text[]) as s(id, asset, destination)
    returning *
  ), change as (
    select *, $6::text as actor, $7::text as via, null::jsonb as before,
           jsonb_build_object('asset', asset, 'destination', destination) as after from added
  ), ${record("created")}
  select`;

// The row is locked before it is changed, so that of two changes at once the second's `before` is the first's `after`.
const CHANGE = `
  with old as (
    select * from crypto_settlements where id = $1 and partner_id = $2 and merchant_id = $3 for update
  ), changed as (
    update crypto_settlements s set destination = $4 from old
     where s.id = old.id and s.partner_id = old.partner_id and old.destination <> $4
    returning s.*, old.destination as old_destination
  ), change as (
    select *, $5::text as actor, $6::text as via, jsonb_build_object('asset', asset, 'destination', old_destination) as before,
           jsonb_build_object('asset', asset, 'destination', destination) as after from changed
  ), ${record("changed")}
  select id, asset, $4::text as destination from old`;

const DELETE = `
  with deleted as (
    delete from crypto_settlements
     where id = $1 and partner_id = $2 and merchant_id = $3
       and exists (select from merchants where id = $3 and partner_id = $2 and deleted_at is null)
    returning *
  ), change as (
    select *, $4::text as actor, $5::text as via, jsonb_build_object('asset', asset, 'destination', destination) as before,
           null::jsonb as after from deleted
  ), ${record("deleted")}
  select id from deleted`;

export function createSettlementStore(db: Queryable) {
  return {
    async list(partnerId: string, merchantId: string): Promise<readonly CryptoSettlement[]> {
      const { rows } = await db.query<SettlementRow>({
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

    async find(partnerId: string, merchantId: string, id: string): Promise<CryptoSettlement | null> {
      const { rows } = await db.query<SettlementRow>({
        name: "settlement",
        text: `select s.id, s.asset, s.destination from crypto_settlements s
                 join merchants m on m.id = s.merchant_id and m.partner_id = s.partner_id and m.deleted_at is null
                where s.id = $1 and s.partner_id = $2 and s.merchant_id = $3`,
        values: [id, partnerId, merchantId],
      });
      return rows[0] ?? null;
    },

    /** Inserts all or, where one of the assets is taken, none. */
    async insert(
      { partnerId, merchantId, actor, via }: MerchantActor,
      settlements: readonly CryptoSettlement[],
    ): Promise<{ readonly taken: readonly string[] } | "merchant_not_found"> {
      // The merchant's row is locked, so that of two requests at once the second sees the first's assets.
      const { rowCount } = await db.query({
        name: "lock_merchant",
        text: "select 1 from merchants where id = $1 and partner_id = $2 and deleted_at is null for update",
        values: [merchantId, partnerId],
      });
      if (rowCount === 0) return "merchant_not_found";
      const { rows: taken } = await db.query<{ asset: string }>({
        name: "taken_assets",
        text: "select asset from crypto_settlements where merchant_id = $1 and partner_id = $2 and asset = any($3)",
        values: [merchantId, partnerId, settlements.map(({ asset }) => asset)],
      });
      if (taken.length > 0) return { taken: taken.map(({ asset }) => asset) };
      await db.query({
        name: "insert_settlements",
        text: INSERT,
        values: [
          partnerId,
          merchantId,
          settlements.map(({ id }) => id),
          settlements.map(({ asset }) => asset),
          settlements.map(({ destination }) => destination),
          actor,
          via,
        ],
      });
      return { taken: [] };
    },

    /** Null where there is no such settlement. The same destination again changes and records nothing. */
    async change(
      { partnerId, merchantId, actor, via }: MerchantActor,
      id: string,
      destination: string,
    ): Promise<CryptoSettlement | null> {
      const { rows } = await db.query<SettlementRow>({
        name: "change_settlement",
        text: CHANGE,
        values: [id, partnerId, merchantId, destination, actor, via],
      });
      return rows[0] ?? null;
    },

    /** False where it or its merchant is unknown, deleted or another partner's. */
    async remove({ partnerId, merchantId, actor, via }: MerchantActor, id: string): Promise<boolean> {
      const { rowCount } = await db.query({
        name: "delete_settlement",
        text: DELETE,
        values: [id, partnerId, merchantId, actor, via],
      });
      return rowCount === 1;
    },

    /** Every change of a merchant's destinations, oldest first; null where there is no such merchant. For the operator, so of any partner's. */
    async log(merchantId: string): Promise<readonly DestinationChange[] | null> {
      const { rows } = await db.query<Omit<DestinationChange, "at"> & { at: Date }>({
        text: `select created_at as at, actor, action, subject_id as "settlementId",
                      coalesce(after, before) ->> 'asset' as asset, before ->> 'destination' as before,
                      after ->> 'destination' as after
                 from audit_log where merchant_id = $1 and action like 'settlement%' order by id`,
        values: [merchantId],
      });
      if (rows.length === 0) {
        const { rowCount } = await db.query({ text: "select from merchants where id = $1", values: [merchantId] });
        if (rowCount === 0) return null;
      }
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },

    async listFiat(partnerId: string, merchantId: string): Promise<readonly FiatSettlement[]> {
      const { rows } = await db.query<{ id: string; status: FiatSettlement["status"]; bank_type: string }>({
        name: "fiat_settlements_of_merchant",
        text: `select id, status, bank_type from fiat_settlements where merchant_id = $1 and partner_id = $2
                order by created_at, id`,
        values: [merchantId, partnerId],
      });
      return rows.map(({ id, status, bank_type }) => ({ id, status, bankType: bank_type }));
    },

    /** The operator's own doing, so of any partner's merchant. False where there is no such merchant. */
    async insertFiat(merchantId: string, { id, status, bankType }: FiatSettlement): Promise<boolean> {
      const { rowCount } = await db.query({
        text: `with added as (
                 insert into fiat_settlements (id, partner_id, merchant_id, status, bank_type)
                 select $2, partner_id, id, $3, $4 from merchants where id = $1 and deleted_at is null returning *
               ) ${auditLine("fiat_settlement_created", "settlement", "added", BY_OPERATOR, { after: FIAT_FACTS })}`,
        values: [merchantId, id, status, bankType],
      });
      return rowCount === 1;
    },

    /** False where there is no such destination. */
    async removeFiat(id: string): Promise<boolean> {
      const { rowCount } = await db.query({
        text: `with deleted as (delete from fiat_settlements where id = $1 returning *)
               ${auditLine("fiat_settlement_deleted", "settlement", "deleted", BY_OPERATOR, { before: FIAT_FACTS })}`,
        values: [id],
      });
      return rowCount === 1;
    },
  };
}
