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
