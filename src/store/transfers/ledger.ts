// The ledger of a chain: followed blocks and the router's transfers in them. One process at a time writes it.
import { lowestPaymentId } from "../../ids.ts";
import type { Book, Ledger, RewritableBook } from "../../operations/ports/ledger.ts";
import { lockWork } from "../database/advisory-lock.ts";
import type { Database, Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { depositsBehind } from "../deposits/behind.ts";
import { depositBooks } from "../deposits/compared.ts";
import {
  confirmDeposited,
  declineRefused,
  filledAddresses,
  hasNewDeposits,
  holdSweeps,
  holdSwept,
  requeueSweeps,
  settleDeposits,
} from "../deposits/confirm.ts";
import { ingestDeposits, orphanDepositsAbove } from "../deposits/ingest.ts";
import { depositSenders, storeScreened } from "../deposits/screen.ts";
import { ownAddresses, watchedAddresses } from "../deposits/watched.ts";
import { blocksBelow, goBackTo, insertBlocks, newestBlock, recordBegin } from "./blocks.ts";
import { credit, postpone, setState } from "./credit.ts";
import { insertTransfers } from "./ingest.ts";
import { confirmHandedOut, rememberIntent } from "./intents.ts";
import { leavePlacesAbove, settleMoved } from "./moved-exceptions.ts";
import { newestPayments, ownPayments } from "./own-payments.ts";
import { quotedPayments, unconfirmed } from "./quoted-payments.ts";
import { reopenConfirmed, reopenEnded, reopenParked } from "./reopen.ts";
import { reportExceptions, resolveExceptions } from "./report-exceptions.ts";
import { forgetAbove, orphanAbove, reopenConfirmations, unmineBatchesAbove } from "./roll-back.ts";
import { waitingTransfers } from "./waiting.ts";

const DAY_MS = 86_400_000;

export function createLedger(db: Database): Ledger {
  /** The last payment whose parked transfers were checked, by chain. A new process starts at the first. */
  const checkedUpTo = new Map<string, string>();
  return {
    ...depositSenders(db),
    ...depositBooks(db),

    newestBlock: (chain) => newestBlock(db, chain),

    blocksBelow: (chain, number, most) => blocksBelow(db, chain, number, most),

    async ownKeys(paymentKeys) {
      const { rows } = await db.query<{ payment_key: Buffer }>({
        name: "own_payment_keys",
        text: `with ${ownPayments("$1::bytea[]", "$2::text")}, other as (
                 select unnest($1::bytea[]) as payment_key except select payment_key from own)
               select payment_key from own union all
               select payment_key from other
                where exists (select from payments p where p.payment_key = other.payment_key and p.creator = 'x402')`,
        values: [paymentKeys.map(toBytes), newestPayments()],
      });
      return new Set(rows.map(({ payment_key }) => toHex(payment_key)));
    },

    watchedAddresses: (routers, sinceS, most) => watchedAddresses(db, routers, sinceS, most),

    ownAddresses: (routers, addresses) => ownAddresses(db, routers, addresses),

    async notRelayed(txHashes) {
      const { rows } = await db.query<{ hash: Buffer }>({
        name: "not_relayed",
        text: `select distinct h.hash from unnest($1::bytea[]) as h(hash)
                where not exists (select from relay_transactions r where r.hash = h.hash)`,
        values: [txHashes.map(toBytes)],
      });
      return new Set(rows.map(({ hash }) => toHex(hash)));
    },

    depositsBehind: (chain, sweeps) => depositsBehind(db, chain, sweeps),

    async hasTransfer(chain, termsHash) {
      const { rows } = await db.query<{ has: boolean }>({
        name: "has_transfer",
        text: `select exists (select from transfers
                where chain = $1 and terms_hash = $2 and orphaned_at is null) as has`,
        values: [chain, toBytes(termsHash)],
      });
      return rows[0]?.has ?? false;
    },

    unconfirmed: (chain, events) => unconfirmed(db, chain, events),

    async oldestPayableS(chain) {
      const { rows: now } = await db.query<{ ms: number }>({
        text: "select (extract(epoch from now()) * 1000)::double precision as ms",
      });
      const { rows } = await db.query<{ since_s: bigint | null }>({
        name: "oldest_payable_payment",
        text: `select floor(extract(epoch from least(
                   (select min(created_at) from payments
                     where status in ('requires_action', 'processing') and creator <> 'refund'),
                   (select min(created_at) from refunds where asset like $1 || '/%'
                       and status in ('requires_address', 'requires_action', 'processing')),
                   (select min(p.created_at) from intents i join payments p on p.id = i.payment_id where i.chain = $1),
                   (select min(created_at) from deposit_addresses where chain = $1 and watched_until > now()),
                   (select created_at from payments where id >= $2 order by id limit 1)
                 )))::bigint as since_s`,
        values: [chain, lowestPaymentId(Math.floor(now[0]?.ms ?? 0) - DAY_MS)],
      });
      const sinceS = rows[0]?.since_s ?? null;
      return sinceS === null ? null : Number(sinceS);
    },

    at: (chain, after, work) =>
      db.transaction(async (tx) => {
        await lockWork(tx, "follows", chain);
        const newest = await newestBlock(tx, chain);
        return newest?.hash === after?.hash ? work(bookIn(tx, chain, checkedUpTo)) : null;
      }),

    rewrite: (chain, work) =>
      db.transaction(async (tx) => {
        await lockWork(tx, "follows", chain);
        return work(rewritableBookIn(tx, chain));
      }),
  };
}

const bookIn = (tx: Queryable, chain: string, checkedUpTo: Map<string, string>): Book => ({
  beginAt: (block) => recordBegin(tx, chain, block),
  async ingest(blocks, transfers) {
    await insertBlocks(tx, chain, blocks);
    await insertTransfers(tx, chain, transfers);
    await holdSwept(tx, chain, transfers);
  },
  ingestDeposits: (deposits, recoveries) => ingestDeposits(tx, chain, deposits, recoveries),
  screened: (deposits) => storeScreened(tx, chain, deposits),
  hasNewDeposits: () => hasNewDeposits(tx, chain),
  declineRefused: () => declineRefused(tx, chain),
  filledAddresses: () => filledAddresses(tx, chain),
  confirmDeposited: (filled) => confirmDeposited(tx, filled),
  requeueSweeps: () => requeueSweeps(tx, chain),
  settleDeposits: (least, but) => settleDeposits(tx, chain, least, but),
  reopenParked: (transfers) => reopenParked(tx, chain, transfers),
  reopenConfirmed: () => reopenConfirmed(tx, chain),
  async reopenEnded() {
    checkedUpTo.set(chain, await reopenEnded(tx, chain, checkedUpTo.get(chain) ?? ""));
  },
  resolve: (transfers) => resolveExceptions(tx, chain, transfers),
  waiting: (head, treasury) => waitingTransfers(tx, chain, head, treasury),
  postpone: (transfers) => postpone(tx, transfers),
  quotedPayments: (transfers, treasury) => quotedPayments(tx, transfers, treasury),
  remember: (paymentId, partnerId, intent) => rememberIntent(tx, paymentId, partnerId, intent),
  confirmHandedOut: (transfers) => confirmHandedOut(tx, transfers),
  mark: (transfers, state) => setState(tx, transfers, state),
  async credit(transfers) {
    const credited = await credit(tx, transfers);
    await settleMoved(tx, chain, credited);
    return credited.length;
  },
  report: (exceptions) => reportExceptions(tx, chain, exceptions),
});

const rewritableBookIn = (tx: Queryable, chain: string): RewritableBook => ({
  async forgetAbove(number) {
    await leavePlacesAbove(tx, chain, number);
    return forgetAbove(tx, chain, number);
  },
  orphanAbove: (number) => orphanAbove(tx, chain, number),
  orphanDepositsAbove: (number) => orphanDepositsAbove(tx, chain, number),
  holdSweeps: () => holdSweeps(tx, chain),
  unmineBatchesAbove: (number) => unmineBatchesAbove(tx, chain, number),
  reopenConfirmations: (transfers) => reopenConfirmations(tx, transfers),
  goBackTo: (block) => goBackTo(tx, chain, block),
  report: (exceptions) => reportExceptions(tx, chain, exceptions),
});
