// The relayer's queue, accounts, batches and stored transactions.
import { getAddress } from "viem";
import type { RelayStore } from "../../operations/ports/relaying/relay.ts";
import type { Database, Queryable } from "../database/database.ts";
import {
  abandonRefused,
  markSent,
  noteRefusal,
  releaseBatch,
  releaseLeftovers,
  restartAt,
  silentTransactions,
  stalledRelayers,
} from "./batches.ts";
import { createIsolatedStore } from "./isolated.ts";
import { insertTransaction, takeTurn } from "./take.ts";

export function createRelayStore(db: Database): RelayStore {
  const writes: Queryable = { query: db.write };
  return {
    ...createIsolatedStore(db, writes),

    async registerRelayer(chain, relayer, nonce) {
      await db.write({
        text: `insert into relayers (chain, address, next_nonce) values ($1, $2, $3)
               on conflict (chain, address) do update
                  set next_nonce = greatest(relayers.next_nonce, excluded.next_nonce)`,
        values: [chain, relayer, nonce],
      });
    },

    async hasQueued(chain) {
      const { rows } = await db.query<{ has: boolean }>({
        name: "has_queued",
        text: `select exists (select from confirmations where chain = $1 and relay_state = 'queued' and relay_after <= now()) as has`,
        values: [chain],
      });
      return rows[0]?.has ?? false;
    },

    async gasOfDay(chain, relayers) {
      const { rows } = await db.query<{ relayer: string; gas: bigint }>({
        name: "gas_of_day",
        text: `select relayer, sum(gas_limit) as gas from relay_batches
                where chain = $1 and relayer = any($2) and created_at > now() - interval '1 day' group by relayer`,
        values: [chain, relayers],
      });
      return new Map(rows.map(({ relayer, gas }) => [getAddress(relayer), gas]));
    },

    takeTurn: (chain, work) => takeTurn(db, chain, work),
    storeReplacement: (transaction) => insertTransaction(writes, transaction),
    silentTransactions: (...of) => silentTransactions(db, ...of),
    markSent: (hash) => markSent(writes, hash),
    noteRefusal: (batchId, reason) => noteRefusal(writes, batchId, reason),
    releaseBatch: (...of) => releaseBatch(writes, ...of),
    abandonRefused: (batchId) => abandonRefused(writes, batchId),
    releaseLeftovers: (...of) => releaseLeftovers(writes, ...of),
    stalledRelayers: (...of) => stalledRelayers(db, ...of),
    restartAt: (...of) => restartAt(db, ...of),
  };
}
