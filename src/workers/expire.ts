// Expires payments that nobody reads; reading a payment expires it as well.
import type { Log } from "../operations/log.ts";
import { type Loop, startLoop } from "./loop.ts";

const EXPIRE_INTERVAL_MS = 1_000;

export const startExpireWorker = (payments: { expireDue(): Promise<{ readonly hasMore: boolean }> }, log: Log): Loop =>
  startLoop({
    name: "expire",
    intervalMs: EXPIRE_INTERVAL_MS,
    log,
    run: async () => (await payments.expireDue()).hasMore,
  });
