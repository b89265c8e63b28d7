// Which merchants can be paid.
import { useQueries } from "@tanstack/react-query";
import { hasAnyTreasury, readAssets, useAssets } from "../../api/assets.ts";
import { type Merchant, merchants } from "../../api/merchants.ts";

/** Merchants rarely change. */
const FRESH_MS = 5 * 60_000;

/** The merchants without any destination, unless the operator's treasury takes their payments. Each costs a read. */
export async function unpayableOf<Some extends { readonly id: string }>(
  some: readonly Some[],
  signal: AbortSignal,
): Promise<readonly Some[]> {
  const { assets } = await readAssets(signal);
  if (hasAnyTreasury(assets)) return [];
  const looked = await Promise.all(
    some.map(async (merchant) => ({ merchant, ...(await merchants.settlements.list(merchant.id, { signal })) })),
  );
  return looked.filter(({ crypto }) => crypto.length === 0).map(({ merchant }) => merchant);
}

/** The ids of the unpayable ones among those of these pages. A page has none until they are known. */
export function useUnpayable(pages: readonly (readonly string[])[]): ReadonlySet<string> {
  const found = useQueries({
    queries: pages.map((ids) => ({
      queryKey: ["merchants", "unpayable", ids],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        unpayableOf(
          ids.map((id) => ({ id })),
          signal,
        ),
      enabled: ids.length > 0,
      staleTime: FRESH_MS,
    })),
  });
  return new Set(found.flatMap(({ data = [] }) => data.map(({ id }) => id)));
}

/** Whether this merchant, with its destinations, can't be paid. */
export function useIsUnpayable({ settlements }: Pick<Merchant, "settlements">): boolean {
  const { data: assets } = useAssets();
  return assets !== undefined && settlements.crypto.length === 0 && !hasAnyTreasury(assets);
}
