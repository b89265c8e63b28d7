// The last blocks of each followed chain.
import type { Block, BlockName } from "../../operations/ports/chain/chain-reader.ts";
import { DEPTH_MAX } from "../../payment/transfers/finality.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";

/**
 * Blocks kept below the newest one: more than any policy requires, because a payment is given up by the time of a block
 * that deep, and more than any reorg of a supported chain. The margin covers gaps between kept blocks.
 */
const BLOCKS_KEPT = DEPTH_MAX + 1_024;

interface BlockRow {
  number: bigint;
  hash: Buffer;
  parent_hash: Buffer;
  time_s: bigint;
}

const toBlock = (row: BlockRow): Block => ({
  number: row.number,
  hash: toHex(row.hash),
  parentHash: toHex(row.parent_hash),
  timeS: Number(row.time_s),
});

export async function newestBlock(db: Queryable, chain: string): Promise<Block | null> {
  const { rows } = await db.query<BlockRow>({
    name: "newest_block",
    text: "select number, hash, parent_hash, time_s from chain_blocks where chain = $1 order by number desc limit 1",
    values: [chain],
  });
  return rows[0] ? toBlock(rows[0]) : null;
}

/** Whether the block was ingested, and no reorg has removed it since. */
export async function hasBlock(db: Queryable, chain: string, { number, hash }: BlockName): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "has_block",
    text: "select from chain_blocks where chain = $1 and number = $2 and hash = $3",
    values: [chain, number, toBytes(hash)],
  });
  return rowCount === 1;
}

/** Stores blocks, and deletes blocks that were no longer needed before them. */
export async function insertBlocks(tx: Queryable, chain: string, blocks: readonly Block[]): Promise<void> {
  await tx.query({
    name: "insert_blocks",
    text: `with forgotten as (delete from chain_blocks where chain = $1 and number < $6)
           insert into chain_blocks (chain, number, hash, parent_hash, time_s)
           select $1, * from unnest($2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[])`,
    values: [
      chain,
      blocks.map(({ number }) => number),
      blocks.map(({ hash }) => toBytes(hash)),
      blocks.map(({ parentHash }) => toBytes(parentHash)),
      blocks.map(({ timeS }) => timeS),
      (blocks.at(-1)?.number ?? 0n) - BigInt(BLOCKS_KEPT),
    ],
  });
}

/** Blocks below this one, newest first. */
export async function blocksBelow(
  db: Queryable,
  chain: string,
  number: bigint,
  most: number,
): Promise<readonly Block[]> {
  const { rows } = await db.query<BlockRow>({
    name: "blocks_below",
    text: `select number, hash, parent_hash, time_s from chain_blocks where chain = $1 and number < $2
            order by number desc limit $3`,
    values: [chain, number, most],
  });
  return rows.map(toBlock);
}

/** Records the block after which transfers are stored. It only ever moves back. */
export async function recordBegin(tx: Queryable, chain: string, block: Block): Promise<void> {
  await tx.query({
    name: "record_begin",
    text: `insert into followed_chains (chain, first_block) values ($1, $2)
           on conflict (chain) do update set first_block = least(followed_chains.first_block, excluded.first_block)`,
    values: [chain, block.number],
  });
}

/** Makes `block` the newest block, even if it was not stored. */
export async function goBackTo(tx: Queryable, chain: string, block: Block): Promise<void> {
  await recordBegin(tx, chain, block);
  await tx.query({
    name: "forget_blocks",
    text: "delete from chain_blocks where chain = $1 and number >= $2",
    values: [chain, block.number],
  });
  await insertBlocks(tx, chain, [block]);
}
