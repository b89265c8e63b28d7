// Partners' fee policies. Policies are only ever added.
import { keepNewest } from "../../concurrency/keep-newest.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import type { Database } from "../database/database.ts";

export interface FeePolicyRow {
  fee_policy_id: bigint | null;
  fee_ppm: number;
  fee_fixed: Readonly<Record<string, string>>;
  fee_minimum: Readonly<Record<string, string>>;
  fee_receivers: Readonly<Record<string, string>>;
}

/** The columns of a row of `fee_policies` aliased `f`. */
export const FEE_POLICY_COLUMNS =
  "f.id as fee_policy_id, f.ppm as fee_ppm, f.fixed as fee_fixed, f.minimum as fee_minimum, f.receivers as fee_receivers";

/** Joins a partner's policy, which its test twin shares. @param partnerId SQL of the partner's id */
export const newestFeePolicy = (partnerId: string): string =>
  `left join lateral (
     select * from fee_policies where partner_id = live_partner(${partnerId}) order by id desc limit 1) f on true`;

/** Joins the policy under which the payment `p` was created. */
export const FEE_POLICY_OF_PAYMENT =
  "left join fee_policies f on f.id = p.fee_policy_id and f.partner_id = live_partner(p.partner_id)";

/** A policy before it is stored. */
export type NewFeePolicy = Omit<FeePolicy, "id">;

export interface StoredFeePolicy {
  readonly policy: FeePolicy;
  readonly since: Date;
}

/** Cached policies: far more than an installation uses at once. Beyond this, the oldest is evicted. */
const KEPT_MAX = 10_000;

export interface FeePolicyStore {
  /** Cached in memory, because a policy never changes. */
  find(id: bigint): Promise<FeePolicy>;
  /** The partner's policies, newest first; null if there is no such partner. */
  history(partnerId: string): Promise<readonly StoredFeePolicy[] | null>;
  /**
   * Replaces the partner's policy from now on.
   * @param replacedId the policy that the new one was made from; null: the partner had none
   * @returns null, with nothing written, if it is no longer the partner's newest policy
   */
  append(partnerId: string, replacedId: bigint | null, policy: NewFeePolicy): Promise<StoredFeePolicy | null>;
}

type StoredRow = FeePolicyRow & { readonly since: Date };

const APPEND = `
  with f as (
    insert into fee_policies (partner_id, ppm, fixed, minimum, receivers)
    select id, $3, $4, $5, $6 from partners
     where id = $1 and live_id is null
       and $2::bigint is not distinct from (select max(id) from fee_policies where partner_id = $1)
    returning *
  ), audit as (
    insert into audit_log (partner_id, actor, via, action, subject_type, subject_id, after)
    select partner_id, 'operator', 'cli', 'fees_changed', 'partner', partner_id,
           jsonb_build_object('ppm', ppm, 'fixed', fixed, 'minimum', minimum, 'receivers', receivers) from f
  )
  select ${FEE_POLICY_COLUMNS}, f.created_at as since from f`;

export function createFeePolicyStore(db: Database): FeePolicyStore {
  const kept = new Map<bigint, FeePolicy>();

  return {
    async find(id) {
      const known = kept.get(id);
      if (known) return known;
      const { rows } = await db.query<FeePolicyRow>({
        name: "fee_policy",
        text: `select ${FEE_POLICY_COLUMNS} from fee_policies f where f.id = $1`,
        values: [id],
      });
      const policy = rows[0] && toFeePolicy(rows[0]);
      if (!policy) throw new Error(`unknown fee policy ${id}`);
      kept.set(id, policy);
      keepNewest(kept, KEPT_MAX);
      return policy;
    },

    async history(partnerId) {
      const { rows } = await db.query<StoredRow>({
        text: `select ${FEE_POLICY_COLUMNS}, f.created_at as since
                 from partners p left join fee_policies f on f.partner_id = p.id
                where p.id = $1 and p.live_id is null order by f.id desc`,
        values: [partnerId],
      });
      if (rows.length === 0) return null;
      return rows.flatMap(toStored);
    },

    append: (partnerId, replacedId, policy) =>
      db.transaction(async (tx) => {
        // Changes of one partner's fees take turns. Each checks in a later statement, which sees the earlier changes.
        await tx.query({ text: "select from partners where id = $1 for no key update", values: [partnerId] });
        const { ppm, fixed, minimum, receivers } = policy;
        const { rows } = await tx.query<StoredRow>({
          text: APPEND,
          values: [partnerId, replacedId, ppm, toJson(fixed), toJson(minimum), toJson(receivers)],
        });
        return rows.flatMap(toStored)[0] ?? null;
      }),
  };
}

function toStored(row: StoredRow): readonly StoredFeePolicy[] {
  const policy = toFeePolicy(row);
  return policy ? [{ policy, since: row.since }] : [];
}

/** Null if the row has none. */
export function toFeePolicy(row: FeePolicyRow): FeePolicy | null {
  if (row.fee_policy_id === null) return null;
  return {
    id: row.fee_policy_id,
    ppm: BigInt(row.fee_ppm),
    fixed: amounts(row.fee_fixed),
    minimum: amounts(row.fee_minimum),
    receivers: new Map(Object.entries(row.fee_receivers)),
  };
}

const amounts = (json: Readonly<Record<string, string>>): Map<string, bigint> =>
  new Map(Object.entries(json).map(([currency, value]) => [currency, BigInt(value)]));

const toJson = (map: ReadonlyMap<string, bigint | string>): string =>
  JSON.stringify(Object.fromEntries([...map].map(([key, value]) => [key, value.toString()])));
