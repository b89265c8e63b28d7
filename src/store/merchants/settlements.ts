// Merchants' destinations. Each change writes its event and its line in the audit log in the same statement.
import type { CryptoSettlement } from "../../merchant/merchant.ts";
import type { ListOptionsPorts } from "../../operations/gateway/list-options.ts";
import type { ChangeSettlementPorts } from "../../operations/merchants/change-settlement.ts";
import type { CreateSettlementsPorts } from "../../operations/merchants/create-settlements.ts";
import type { RemoveSettlementPorts } from "../../operations/merchants/remove-settlement.ts";
import type { CheckTransferPorts } from "../../operations/x402/check-transfer.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { eventLine } from "../events/partner-events.ts";
import { isRequired, mayChange } from "../people/second-person.ts";
import { createFiatSettlementStore, type FiatSettlementStore } from "./fiat-settlements.ts";
import { createPayees } from "./payees.ts";

interface SettlementRow {
  id: string;
  asset: string;
  destination: string;
}

interface DestinationPlace extends CryptoSettlement {
  readonly partnerId: string;
  readonly merchantId: string;
}

/** A change of a destination, from the audit log. */
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

type PartnersSettlements = CreateSettlementsPorts["settlements"] &
  ChangeSettlementPorts["settlements"] &
  RemoveSettlementPorts["settlements"] &
  ListOptionsPorts["destinations"] &
  CheckTransferPorts["destinations"];

export interface SettlementStore extends PartnersSettlements, FiatSettlementStore {
  /** Oldest first. */
  list(partnerId: string, merchantId: string): Promise<readonly CryptoSettlement[]>;
  /** The destinations of every partner's merchants, without deleted merchants, for the operator. */
  listAll(): Promise<readonly DestinationPlace[]>;
  /** Every change of a merchant's destinations, oldest first, for the operator; null if there is no such merchant. */
  log(merchantId: string): Promise<readonly DestinationChange[] | null>;
}

/**
 * The CTEs that record a change: its line in the audit log and its event. They read the row, actor and values from
 * `change`.
 */
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
  ), shown as (
    ${eventLine(
      `settlement.${action}`,
      "change",
      "jsonb_build_object('id', id, 'asset', asset, 'destination', destination)",
    )}
  )`;

const INSERT = `
  with allowed as (${mayChange({ partner: "$1", via: "$7", isApproved: "$8" })}), added as (
    insert into crypto_settlements (id, partner_id, merchant_id, asset, destination)
    select id, $1, $2, asset, destination from unnest($3::text[], $4::text[], $5::text[]) as s(id, asset, destination)
     where exists (select from allowed)
    returning *
  ), change as (
    select *, $6::text as actor, $7::text as via, null::jsonb as before,
           jsonb_build_object('asset', asset, 'destination', destination) as after from added
  ), ${record("created")}
  select id from allowed`;

// The row is locked first, so the second of two concurrent changes logs the first's `after` as its `before`.
const CHANGE = `
  with allowed as (${mayChange({ partner: "$2", via: "$6", isApproved: "$7" })}), old as (
    select * from crypto_settlements
     where id = $1 and partner_id = $2 and merchant_id = $3 and exists (select from allowed) for update
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
  with allowed as (${mayChange({ partner: "$2", via: "$5", isApproved: "$6" })}), deleted as (
    delete from crypto_settlements
     where id = $1 and partner_id = $2 and merchant_id = $3 and exists (select from allowed)
       and exists (select from merchants where id = $3 and partner_id = $2 and deleted_at is null)
    returning *
  ), change as (
    select *, $4::text as actor, $5::text as via, jsonb_build_object('asset', asset, 'destination', destination) as before,
           null::jsonb as after from deleted
  ), ${record("deleted")}
  select id from deleted`;

/** @param isApproved a second person has approved the changes that are made through this store */
export const createSettlementStore = (db: Queryable, isApproved = false): SettlementStore => ({
  ...settlementReads(db),
  ...settlementWrites(db, isApproved),
  ...createFiatSettlementStore(db),
});

type Reads = "list" | "listAll" | "ofMerchant" | "payee" | "find" | "needsSecondPerson" | "log";

const settlementReads = (db: Queryable): Pick<SettlementStore, Reads> => ({
  list: (partnerId, merchantId) => listSettlements(db, partnerId, merchantId),

  async listAll() {
    const { rows } = await db.query<DestinationPlace>({
      text: `select s.id, s.partner_id as "partnerId", s.merchant_id as "merchantId", s.asset, s.destination
               from crypto_settlements s
               join merchants m on m.id = s.merchant_id and m.partner_id = s.partner_id and m.deleted_at is null
              order by s.partner_id, s.merchant_id, s.asset`,
    });
    return rows;
  },

  async ofMerchant(partnerId, merchantId) {
    const settlements = await listSettlements(db, partnerId, merchantId);
    return new Map(settlements.map(({ asset, destination }) => [asset, destination]));
  },

  payee: createPayees(db),

  async find(partnerId, merchantId, id) {
    const { rows } = await db.query<SettlementRow>({
      name: "settlement",
      text: `select s.id, s.asset, s.destination from crypto_settlements s
               join merchants m on m.id = s.merchant_id and m.partner_id = s.partner_id and m.deleted_at is null
              where s.id = $1 and s.partner_id = $2 and s.merchant_id = $3`,
      values: [id, partnerId, merchantId],
    });
    return rows[0] ?? null;
  },

  needsSecondPerson: async (partnerId) => (await isRequired(db, partnerId)) ?? false,

  async log(merchantId) {
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
});

async function listSettlements(
  db: Queryable,
  partnerId: string,
  merchantId: string,
): Promise<readonly CryptoSettlement[]> {
  const { rows } = await db.query<SettlementRow>({
    name: "settlements_of_merchant",
    text: `select id, asset, destination from crypto_settlements where merchant_id = $1 and partner_id = $2
            order by created_at, id`,
    values: [merchantId, partnerId],
  });
  return rows;
}

type Writes = "insert" | "change" | "remove";

const settlementWrites = (db: Queryable, isApproved: boolean): Pick<SettlementStore, Writes> => ({
  async insert({ partnerId, merchantId, actor, via }, settlements) {
    // The merchant's row is locked, so the second of two concurrent requests sees the first's assets.
    const { rowCount } = await db.query({
      name: "lock_merchant",
      text: "select 1 from merchants where id = $1 and partner_id = $2 and deleted_at is null for no key update",
      values: [merchantId, partnerId],
    });
    if (rowCount === 0) return { outcome: "merchant_not_found" };
    const assets = settlements.map(({ asset }) => asset);
    const { rows: taken } = await db.query<{ asset: string }>({
      name: "taken_assets",
      text: "select asset from crypto_settlements where merchant_id = $1 and partner_id = $2 and asset = any($3)",
      values: [merchantId, partnerId, assets],
    });
    if (taken.length > 0) return { outcome: "assets_taken", assets: taken.map(({ asset }) => asset) };
    const ids = settlements.map(({ id }) => id);
    const destinations = settlements.map(({ destination }) => destination);
    const { rowCount: isInserted } = await db.query({
      name: "insert_settlements",
      text: INSERT,
      values: [partnerId, merchantId, ids, assets, destinations, actor, via, isApproved],
    });
    return { outcome: isInserted === 1 ? "inserted" : "merchant_not_found" };
  },

  /** Setting the same destination again changes and records nothing. */
  async change({ partnerId, merchantId, actor, via }, id, destination) {
    const { rows } = await db.query<SettlementRow>({
      name: "change_settlement",
      text: CHANGE,
      values: [id, partnerId, merchantId, destination, actor, via, isApproved],
    });
    return rows[0] ?? null;
  },

  async remove({ partnerId, merchantId, actor, via }, id) {
    const { rowCount } = await db.query({
      name: "delete_settlement",
      text: DELETE,
      values: [id, partnerId, merchantId, actor, via, isApproved],
    });
    return rowCount === 1;
  },
});
