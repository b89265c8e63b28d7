// Moves payments that ended long ago to other servers (store/moved).
import type { Log } from "../operations/log.ts";
import type { PaymentMover } from "../operations/ports/moves.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Payments move weeks after their end, so minutes do not matter. */
const MOVE_INTERVAL_MS = 10 * 60_000;

export const startMovesWorker = (mover: PaymentMover, log: Log): Loop =>
  startLoop({ name: "moves", intervalMs: MOVE_INTERVAL_MS, log, run: () => mover.moveSome() });
