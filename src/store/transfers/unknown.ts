// Stores transfers of ours whose payment the database lacks (operations/books/unknown-transfers.ts).
import { getAddress } from "viem";
import type { BooksStore } from "../../operations/ports/books.ts";
import type { Database } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";

const ACCOUNTS = `
  select address, true as is_relayer from relayers where chain = $1
   union
  select value, false from fee_policies, jsonb_each_text(receivers) where key in ($1, '*')`;

const RECORD = `
  insert into unknown_transfers (chain, tx_hash, log_index, block_number, payment_key, asset, payer, amount,
                                 destination, fee, evidence, merchant_id)
  select $1, t.* from unnest($2::bytea[], $3::integer[], $4::bigint[], $5::bytea[], $6::text[], $7::text[],
                             $8::numeric[], $9::text[], $10::numeric[], $11::text[], $12::text[]) as t
      on conflict do nothing`;

export const createUnknownTransfers = (
  db: Database,
): Pick<BooksStore, "accounts" | "unknownBetween" | "recordUnknown"> => ({
  async accounts(chain) {
    const { rows } = await db.query<{ address: string; is_relayer: boolean }>({ text: ACCOUNTS, values: [chain] });
    const of = (isRelayer: boolean) =>
      rows.filter(({ is_relayer }) => is_relayer === isRelayer).map(({ address }) => getAddress(address));
    return { relayers: of(true), feeReceivers: of(false) };
  },

  async unknownBetween(chain, from, to) {
    const { rows } = await db.query<{ tx_hash: Buffer; log_index: number }>({
      text: "select tx_hash, log_index from unknown_transfers where chain = $1 and block_number between $2 and $3",
      values: [chain, from, to],
    });
    return rows.map(({ tx_hash, log_index }) => ({ txHash: toHex(tx_hash), logIndex: log_index }));
  },

  async recordUnknown(chain, transfers) {
    const { rowCount } = await db.query({
      text: RECORD,
      values: [
        chain,
        transfers.map(({ txHash }) => toBytes(txHash)),
        transfers.map(({ logIndex }) => logIndex),
        transfers.map(({ blockNumber }) => blockNumber),
        transfers.map(({ paymentKey }) => toBytes(paymentKey)),
        transfers.map(({ asset }) => asset),
        transfers.map(({ payer }) => payer),
        transfers.map(({ amount }) => amount),
        transfers.map(({ destination }) => destination),
        transfers.map(({ fee }) => fee),
        transfers.map(({ evidence }) => evidence),
        transfers.map(({ merchantId }) => merchantId),
      ],
    });
    return rowCount ?? 0;
  },
});
