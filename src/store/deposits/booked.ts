// SQL of what lies on a deposit address by the books.

/** SQL of what names the money, and up to which block. */
interface Place {
  readonly chain: string;
  /** The hash of the address's terms. */
  readonly terms: string;
  readonly token: string;
  readonly upTo: string;
}

/** Deposits, less sweeps and recoveries, up to and including a block. */
export function bookedAt({ chain, terms, token, upTo }: Place): string {
  const sumOf = (table: string, condition = ""): string => `
    coalesce((select sum(e.amount) from ${table} e
               where e.chain = ${chain} and e.terms_hash = ${terms} and e.token = ${token}
                 and e.block_number <= ${upTo} and e.orphaned_at is null ${condition}), 0)`;
  return `(${sumOf("deposits")} - ${sumOf("transfers", "and e.method = 'deposit'")} - ${sumOf("recoveries")})`;
}
