// Expires payments whose time has run out. Readers do not wait for it (they expire what they read); it is for those that
// nobody reads.

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
