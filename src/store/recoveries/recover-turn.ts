// One process's turn at a chain's relayers: stores a batch of recoveries with its nonce and its signed bytes.
import type { RecoveryBatch, RecoveryGas, RecoveryTurn, UnrecoveredKey } from "../../operations/ports/recoveries.ts";
import { lockWork } from "../database/advisory-lock.ts";
import type { Database, Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { insertBatch, readSituation } from "../relaying/take.ts";

export const keyValues = (keys: readonly UnrecoveredKey[]) => [
  keys.map(({ termsHash }) => toBytes(termsHash)),
  keys.map(({ token }) => token),
];

export const takeRecoveryTurn = <T>(
  db: Database,
  chain: string,
  work: (turn: RecoveryTurn) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await lockWork(tx, "relays", chain);
    return work({
      situation: (...of) => readSituation(tx, chain, ...of),
      store: (batch) => storeBatch(tx, chain, batch),
    });
  });

async function storeBatch(tx: Queryable, chain: string, batch: RecoveryBatch): Promise<bigint> {
  const { recoveries, call } = batch;
  const batchId = await insertBatch(tx, chain, { ...batch, paymentIds: [], isIsolated: false });
  await tx.query({
    name: "take_recoveries",
    text: `update unrecovered u set batch_id = $2
             from unnest($3::bytea[], $4::text[]) as taken(terms_hash, token)
            where u.chain = $1 and u.terms_hash = taken.terms_hash and u.token = taken.token`,
    values: [chain, batchId, ...keyValues(recoveries)],
  });
  const gasEach = call.gasLimit / BigInt(recoveries.length);
  const partners = [...new Set(recoveries.map(({ partnerId }) => partnerId))];
  const countOf = (partner: string) => BigInt(recoveries.filter(({ partnerId }) => partnerId === partner).length);
  await tx.query({
    name: "note_recovery_gas",
    text: `insert into recovery_gas (batch_id, chain, partner_id, gas)
           select $1, $2, * from unnest($3::text[], $4::bigint[])`,
    values: [batchId, chain, partners, partners.map((partner) => gasEach * countOf(partner))],
  });
  return batchId;
}

export async function gasOfDay(db: Queryable, chain: string): Promise<RecoveryGas> {
  const { rows } = await db.query<{ partner_id: string; gas: bigint }>({
    name: "recovery_gas_of_day",
    text: `select partner_id, sum(gas)::bigint as gas from recovery_gas
            where chain = $1 and spent_at > now() - interval '1 day' group by partner_id`,
    values: [chain],
  });
  const byPartner = new Map(rows.map(({ partner_id, gas }) => [partner_id, gas]));
  return { all: rows.reduce((sum, { gas }) => sum + gas, 0n), byPartner };
}
