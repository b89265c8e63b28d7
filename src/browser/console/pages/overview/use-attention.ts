// Finds what needs attention in a few small reads.
import { useQuery } from "@tanstack/react-query";
import { serverNowMs } from "../../api/connection.ts";
import { listExceptions } from "../../api/exceptions.ts";
import { merchants } from "../../api/merchants.ts";
import { payments } from "../../api/payments.ts";
import { listRefunds } from "../../api/refunds/refunds.ts";
import { unpayableOf } from "../merchants/payable.ts";

/** Longer than chains take, short enough that a buyer may still be waiting. */
export const STUCK_AFTER_MIN = 10;
/** Each one costs a read. */
const MERCHANTS_LOOKED_AT = 10;
/** Maximum page size, and so the largest exact count. */
const COUNTED_MAX = 100;
/** Merchants rarely change. */
const FRESH_MS = 5 * 60_000;

interface Money {
  readonly exceptions: number;
  /** They wait for a signature, or for an address to be accepted. */
  readonly refunds: number;
  readonly stuck: readonly unknown[];
}

interface Merchants {
  readonly unpayable: readonly { readonly id: string; readonly name: string }[];
  /** How many of the newest can be paid. */
  readonly payable: number;
}

const NONE: Money & Merchants = { exceptions: 0, refunds: 0, stuck: [], unpayable: [], payable: 0 };

export function useAttention() {
  const money = useQuery({
    queryKey: ["payments", "attention"],
    queryFn: ({ signal }) => moneyToLookAt(signal),
  });
  const looked = useLookedAt();
  return {
    ...NONE,
    ...money.data,
    ...looked.data,
    error: [money, looked].find(({ isLoadingError }) => isLoadingError)?.error ?? null,
    isPending: money.isPending || looked.isPending,
    retry: () => void Promise.all([money.refetch(), looked.refetch()]),
  };
}

/** The newest merchants, and which of them can be paid. */
export const useLookedAt = () =>
  useQuery({
    queryKey: ["merchants", "attention"],
    queryFn: ({ signal }) => lookAtMerchants(signal),
    staleTime: FRESH_MS,
  });

async function moneyToLookAt(signal: AbortSignal): Promise<Money> {
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

async function lookAtMerchants(signal: AbortSignal): Promise<Merchants> {
  const { merchants: newest } = await merchants.listPage({ status: "active", limit: MERCHANTS_LOOKED_AT }, { signal });
  const unpayable = await unpayableOf(newest, signal);
  return { unpayable, payable: newest.length - unpayable.length };
}
