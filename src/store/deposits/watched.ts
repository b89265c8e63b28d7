// The deposit addresses that the watcher looks for. The chain is no part of an address: each chain with the same router
// watches it, because money may be sent there by mistake.
import { type Address, getAddress } from "viem";
import type { Queryable } from "../database/database.ts";

/** Null if there are more than `most`. @param sinceS only those that are watched in blocks after this (Unix seconds) */
export async function watchedAddresses(
  db: Queryable,
  routers: readonly Address[],
  sinceS: number,
  most: number,
): Promise<readonly Address[] | null> {
  const { rows } = await db.query<{ payer: string }>({
    name: "watched_addresses",
    text: "select payer from deposit_addresses where router = any($1) and watched_until > to_timestamp($2) limit $3 + 1",
    values: [routers, sinceS, most],
  });
  return rows.length > most ? null : [...new Set(rows.map(({ payer }) => getAddress(payer)))];
}

export async function ownAddresses(
  db: Queryable,
  routers: readonly Address[],
  addresses: readonly Address[],
): Promise<ReadonlySet<Address>> {
  const { rows } = await db.query<{ payer: string }>({
    name: "own_addresses",
    text: "select distinct payer from deposit_addresses where payer = any($1) and router = any($2)",
    values: [addresses, routers],
  });
  return new Set(rows.map(({ payer }) => getAddress(payer)));
}
