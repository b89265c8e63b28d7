// Payments that are relayed alone, because code of their payer can waste the gas.
import { getAddress } from "viem";
import type { LoneStore } from "../../operations/ports/relay.ts";
import type { Database } from "../database.ts";
import { AUTHORIZATION_COLUMNS, AUTHORIZATION_TABLES, type QueuedRow, toAuthorization } from "./authorizations.ts";
import { fits, GAS_WASTED, IS_LONE } from "./risk.ts";
import { STRIKES } from "./strikes.ts";

const IS_DUE = "c.chain = $1 and c.relay_state = 'queued' and c.relay_after <= now()";

const HOLD_FIRST_MS = 1_000;
const HOLD_MAX_MS = 30_000;

export const createLoneStore = (db: Database): LoneStore => ({
  async queuedPayers(chain, most) {
    const { rows } = await db.query<{ payer: string }>({
      name: "queued_payers",
      text: `select c.payer from confirmations c where ${IS_DUE} and not c.payer_code
              group by c.payer order by min(c.relay_after), c.payer limit $2`,
      values: [chain, most],
    });
    return rows.map(({ payer }) => getAddress(payer));
  },

  async notePayerCode(chain, payers) {
    await db.write({
      name: "note_payer_code",
      text: `update confirmations c set payer_code = true
              where c.chain = $1 and c.relay_state = 'queued' and c.payer = any($2) and not c.payer_code`,
      values: [chain, payers],
    });
  },

  async lonePayments(chain, most) {
    const { rows } = await db.query<QueuedRow>({
      name: "lone_payments",
      text: `select ${AUTHORIZATION_COLUMNS} from ${AUTHORIZATION_TABLES} left join ${STRIKES}
              where ${IS_DUE} and c.lone_gas is null and ${IS_LONE}
              order by coalesce(s.strikes, 0), c.relay_after, c.payment_id limit $2`,
      values: [chain, most],
    });
    return rows.map((row) => ({ paymentId: row.payment_id, authorization: toAuthorization(row) }));
  },

  async noteLoneGas(paymentId, gas) {
    await db.write({
      name: "note_lone_gas",
      text: "update confirmations set lone_gas = $2 where payment_id = $1 and relay_state = 'queued'",
      values: [paymentId, gas],
    });
  },

  async holdQueued(paymentId) {
    await db.write({
      name: "hold_queued",
      text: `update confirmations
                set relay_state = 'held', relay_attempts = relay_attempts + 1,
                    relay_after = now() + least(${HOLD_FIRST_MS} * 2 ^ least(relay_attempts, 30), ${HOLD_MAX_MS})
                                          * interval '1 millisecond'
              where payment_id = $1 and relay_state = 'queued'`,
      values: [paymentId],
    });
  },

  async quarantine(paymentId, reason) {
    await db.write({
      name: "quarantine_queued",
      text: `update confirmations set relay_state = 'quarantined', relay_note = $2
              where payment_id = $1 and relay_state = 'queued'`,
      values: [paymentId, reason],
    });
  },

  async gasWasted(chain, gasMax) {
    const { rows } = await db.query<{ gas: bigint; waiting: number }>({
      name: "gas_wasted",
      text: `select wasted.gas::bigint as gas,
                    (select count(*)::integer from confirmations c
                      where ${IS_DUE} and c.lone_gas is not null and not (${fits("wasted.gas", "$2")})) as waiting
               from (select ${GAS_WASTED} as gas) wasted`,
      values: [chain, gasMax],
    });
    return { gas: rows[0]?.gas ?? 0n, waiting: rows[0]?.waiting ?? 0 };
  },
});
