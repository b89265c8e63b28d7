// Payments that are relayed alone, because code of their payer can waste the gas.
import { getAddress } from "viem";
import type { IsolatedStore } from "../../operations/ports/relaying/relay.ts";
import type { Database, Queryable } from "../database/database.ts";
import { CAME } from "../payments/deposits-in-time.ts";
import { AUTHORIZATION_COLUMNS, AUTHORIZATION_TABLES, type QueuedRow } from "./authorizations.ts";
import { IS_DUE, readQueue } from "./queue.ts";
import { GAS_WASTED, PAYER } from "./risk.ts";
import { quarantine, toSigned } from "./take.ts";

export const createIsolatedStore = (db: Database, writes: Queryable): IsolatedStore => ({
  async queuedPayers(chain, most) {
    const { rows } = await db.query<{ payer: string }>({
      name: "queued_payers",
      text: `select ${PAYER} as payer from confirmations c where ${IS_DUE} and not c.payer_code and not ${CAME}
              group by 1 order by min(c.relay_after), 1 limit $2`,
      values: [chain, most],
    });
    return rows.map(({ payer }) => getAddress(payer));
  },

  async notePayerCode(chain, payers) {
    await db.write({
      name: "note_payer_code",
      text: `update confirmations c set payer_code = true
              where c.chain = $1 and c.relay_state = 'queued' and ${PAYER} = any($2) and not c.payer_code`,
      values: [chain, payers],
    });
  },

  queuedWithoutGas: (chain, which) => readQueue(db, chain, "withoutGas", which),

  async signed(paymentIds) {
    const { rows } = await db.query<QueuedRow>({
      name: "signed_payments",
      text: `select ${AUTHORIZATION_COLUMNS} from ${AUTHORIZATION_TABLES}
              where c.payment_id = any($1) and c.relay_state = 'queued'`,
      values: [paymentIds],
    });
    return rows.map(toSigned);
  },

  async noteIsolatedGas(paymentId, gas) {
    await db.write({
      name: "note_isolated_gas",
      text: "update confirmations set lone_gas = $2 where payment_id = $1 and relay_state = 'queued'",
      values: [paymentId, gas],
    });
  },

  async holdQueued(paymentId, delayMs) {
    await db.write({
      name: "hold_queued",
      text: `update confirmations
                set relay_state = 'held', relay_attempts = relay_attempts + 1,
                    relay_after = now() + $2 * interval '1 millisecond'
              where payment_id = $1 and relay_state = 'queued'`,
      values: [paymentId, delayMs],
    });
  },

  quarantine: (payment) => quarantine(writes, [payment]),

  async gasWasted(chain) {
    const { rows } = await db.query<{ gas: bigint }>({
      name: "gas_wasted",
      text: `select ${GAS_WASTED}::bigint as gas`,
      values: [chain],
    });
    return rows[0]?.gas ?? 0n;
  },

  async queuedAbove(chain, gas) {
    const { rows } = await db.query<{ payments: number }>({
      name: "queued_above",
      text: `select count(*)::integer as payments from confirmations c where ${IS_DUE} and c.lone_gas > $2`,
      values: [chain, gas],
    });
    return rows[0]?.payments ?? 0;
  },
});
