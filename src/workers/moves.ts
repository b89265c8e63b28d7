// Moves payments that ended long ago to other servers (store/moved).
import type { Log } from "../operations/ports/log.ts";
import type { PaymentMover } from "../operations/ports/moves.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Payments move weeks after their end. Each run looks at all old payments that had to stay. */
const MOVE_INTERVAL_MS = 60 * 60_000;

export const startMovesWorker = (mover: PaymentMover, log: Log): Loop =>
  startLoop({ name: "moves", intervalMs: MOVE_INTERVAL_MS, log, run: () => mover.moveSome() });
