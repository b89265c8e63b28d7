// The operator's report: what was paid, earned and spent in each month, on each chain, for each partner.
import type { ReportedVolume, ReportScope, ReportStore } from "../ports/books.ts";

export interface ReportRow {
  readonly month: string;
  /** CAIP-2. */
  readonly chain: string;
  /** Null: gas of a month in which nothing was relayed. */
  readonly partnerId: string | null;
  readonly assets: readonly ReportedVolume[];
  readonly failed: bigint;
  /** The partner's share of the gas, by its relayed transfers; in the native coin's smallest unit. */
  readonly gas: bigint;
}

/** @param partnerId leaves out the other partners, who count in the shares of the gas */
export async function report(
  store: ReportStore,
  { partnerId, ...scope }: ReportScope & { readonly partnerId: string | null },
): Promise<readonly ReportRow[]> {
  const { volumes, failures, gas } = await store.read(scope);
  const keys = new Map(
    [...volumes, ...failures].map((each) => [[each.month, each.chain, each.partnerId].join(" "), each] as const),
  );
  const rows = [...keys.values()].map(({ month, chain, partnerId: partner }) => {
    const isOf = (each: { month: string; chain: string; partnerId: string }): boolean =>
      each.month === month && each.chain === chain && each.partnerId === partner;
    const assets = volumes.filter(isOf);
    return {
      month,
      chain,
      partnerId: partner as string | null,
      assets,
      failed: failures.find(isOf)?.failed ?? 0n,
      gas: 0n,
      relayed: assets.reduce((sum, { relayed }) => sum + relayed, 0n),
    };
  });
  for (const { month, chain, spent } of gas) {
    const sharing = rows.filter((row) => row.month === month && row.chain === chain && row.relayed > 0n);
    if (sharing.length === 0) {
      rows.push({ month, chain, partnerId: null, assets: [], failed: 0n, gas: spent, relayed: 0n });
    } else share(spent, sharing);
  }
  return rows
    .filter((row) => partnerId === null || row.partnerId === partnerId)
    .sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
    .map(({ relayed: _, ...row }) => row);
}

const orderOf = ({ month, chain, partnerId }: Omit<ReportRow, "assets">): string =>
  [month, chain, partnerId ?? ""].join(" ");

/** In proportion; the last one gets the remainder, so that the shares add up. */
function share(spent: bigint, rows: { gas: bigint; readonly relayed: bigint }[]): void {
  const all = rows.reduce((sum, { relayed }) => sum + relayed, 0n);
  let left = spent;
  for (const [at, row] of rows.entries()) {
    row.gas = at === rows.length - 1 ? left : (spent * row.relayed) / all;
    left -= row.gas;
  }
}
