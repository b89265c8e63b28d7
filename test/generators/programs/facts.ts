export interface Facts {
  readonly baseUrl: string;
  readonly headers: Record<string, string>;
  /** Open. A program awaits its status, lists payments, and cancels it. A response that is not held says it is open. */
  readonly paymentId: string;
  readonly cancel: () => Promise<void>;
  readonly since: string;
}

export interface Seen {
  readonly references: readonly string[];
  readonly merchants: number;
  readonly status: string;
}

/** Two open payments are two pages, the smaller amount first. */
export const filtersOf = ({ since }: Facts) => ({
  status: ["requires_action" as const, "processing" as const],
  startTs: since,
  sortBy: "amount" as const,
  sortDir: "asc" as const,
  limit: 1,
});
