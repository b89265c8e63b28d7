// Expires payments that nobody reads; reading a payment expires it as well.
import { type Loop, type LoopOptions, startLoop } from "./loop.ts";

const EXPIRE_INTERVAL_MS = 1_000;

export const startExpireWorker = (
  payments: { expireDue(): Promise<{ readonly hasMore: boolean }> },
  log: LoopOptions["log"],
): Loop =>
  startLoop({
    name: "expire",
    intervalMs: EXPIRE_INTERVAL_MS,
    log,
    run: async () => (await payments.expireDue()).hasMore,
  });
