// Finds what needs attention in a few small reads.
import { useQuery } from "@tanstack/react-query";
import { hasAnyTreasury, readAssets } from "../../api/assets.ts";
import { serverNowMs } from "../../api/connection.ts";
import { listExceptions } from "../../api/exceptions.ts";
import { merchants } from "../../api/merchants.ts";
import { payments } from "../../api/payments.ts";
import { listRefunds } from "../../api/refunds/refunds.ts";

/** Longer than chains take, short enough that a buyer may still be waiting. */
export const STUCK_AFTER_MIN = 10;
/** Each one costs a read. */
export const MERCHANTS_LOOKED_AT = 10;
/** Maximum page size, and so the largest exact count. */
const COUNTED_MAX = 100;
/** Merchants rarely change. */
const FRESH_MS = 5 * 60_000;

interface Attention {
  readonly exceptions: number;
  /** They wait for a signature, or for an address to be accepted. */
  readonly refunds: number;
  readonly stuck: readonly unknown[];
  readonly unpayable: readonly { readonly id: string; readonly name: string }[];
}

const NONE: Attention = { exceptions: 0, refunds: 0, stuck: [], unpayable: [] };

export function useAttention() {
  const money = useQuery({
    queryKey: ["payments", "attention"],
    queryFn: ({ signal }) => moneyToLookAt(signal),
  });
  const unpayable = useQuery({
    queryKey: ["merchants", "attention"],
    queryFn: ({ signal }) => unpayableMerchants(signal),
    staleTime: FRESH_MS,
  });
  return {
    ...NONE,
    ...money.data,
    unpayable: unpayable.data ?? [],
    error: money.error ?? unpayable.error,
    isPending: money.isPending || unpayable.isPending,
    retry: () => void Promise.all([money.refetch(), unpayable.refetch()]),
  };
}

async function moneyToLookAt(signal: AbortSignal): Promise<Omit<Attention, "unpayable">> {
  const before = new Date(serverNowMs() - STUCK_AFTER_MIN * 60_000).toISOString();
  const [exceptions, refunds, stuck] = await Promise.all([
    listExceptions({ status: "open", limit: COUNTED_MAX }, signal),
    listRefunds({ status: ["requires_action", "requires_address"], limit: COUNTED_MAX }, signal),
    payments.listPage({ status: ["processing"], endTs: before, limit: COUNTED_MAX }, { signal }),
  ]);
  return {
    exceptions: exceptions.data.length,
    refunds: refunds.data.filter(({ status, claim }) => status === "requires_action" || claim !== undefined).length,
    stuck: stuck.data,
  };
}

/** Merchants without any destination, unless the operator's treasury takes their payments. */
async function unpayableMerchants(signal: AbortSignal): Promise<Attention["unpayable"]> {
  const { assets } = await readAssets(signal);
  if (hasAnyTreasury(assets)) return [];
  const { merchants: newest } = await merchants.listPage({ status: "active", limit: MERCHANTS_LOOKED_AT }, { signal });
  const looked = await Promise.all(
    newest.map(async (merchant) => ({ merchant, ...(await merchants.settlements.list(merchant.id, { signal })) })),
  );
  return looked.filter(({ crypto }) => crypto.length === 0).map(({ merchant }) => merchant);
}
