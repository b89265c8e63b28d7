// SQL of what lies on a deposit address by the books.

/**
 * SQL of whether the deposit or recovery `e` is of this address: payments may have the same one on two chains.
 * @param address SQL of a query that has no alias `known`
 */
export const isOfAddress = (e: string, address: string): string =>
  `${e}.terms_hash in (select known.terms_hash from deposit_addresses known where known.payer = ${address})`;

/** SQL of whether the transfer `e` is a sweep of this address. The terms have another hash on each chain. */
export const isSweepOf = (e: string, address: string): string => `${e}.payer = ${address} and ${e}.method = 'deposit'`;

/** SQL of what names the money, and up to which block. */
interface Place {
  readonly chain: string;
  readonly address: string;
  readonly token: string;
  readonly upTo: string;
}

/** Deposits, less sweeps and recoveries, up to and including a block. */
export function bookedAt({ chain, address, token, upTo }: Place): string {
  const sumOf = (table: string, isOf: typeof isOfAddress): string => `
    coalesce((select sum(e.amount) from ${table} e
               where e.chain = ${chain} and ${isOf("e", address)} and e.token = ${token}
                 and e.block_number <= ${upTo} and e.orphaned_at is null), 0)`;
  const passedOn = `${sumOf("transfers", isSweepOf)} - ${sumOf("recoveries", isOfAddress)}`;
  return `(${sumOf("deposits", isOfAddress)} - ${passedOn})`;
}
