// This process's regular look at the database, from the start to the end of the service.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { createHeartbeat, type Heartbeat } from "../operations/monitoring/heartbeat.ts";
import type { Log } from "../operations/ports/log.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import { type ComparedParts, fingerprintsOf } from "../settings/fingerprints.ts";
import type { Store } from "../store/store.ts";
import { VERSION } from "../version.ts";
import { startLoop } from "../workers/loop.ts";

/** A level-50 line and readiness follow a full disk within this time; each beat costs a commit. */
const BEAT_MS = 10_000;

interface HeartbeatOptions extends Omit<ComparedParts, "version" | "rates"> {
  readonly rates?: ComparedParts["rates"];
  readonly log: Log;
  /** This machine's clock, in milliseconds. */
  readonly wallMs?: () => number;
  /** In place of the database's clock. */
  readonly nowMs?: () => number;
}

export interface RunningHeartbeat extends Heartbeat {
  close(): Promise<void>;
}

/** Looks once before it returns, so that the first request has the database's time. @throws database errors */
export async function startHeartbeat(
  { config, role, secretKey, chains, rates = null, log, wallMs = () => Date.now(), nowMs }: HeartbeatOptions,
  { processes }: Pick<Store, "processes">,
): Promise<RunningHeartbeat> {
  const key = await processes.fingerprintKey();
  const settings = fingerprintsOf({ config, role, version: VERSION, secretKey, chains, rates }, key);
  const heartbeat = createHeartbeat({
    reports: processes,
    report: { id: randomUUID(), host: hostname(), pid: process.pid, role, settings, version: VERSION },
    log,
    throttle: createLogThrottle(),
    wallMs,
    steadyMs: () => performance.now(),
  });
  await heartbeat.beat();
  const loop = startLoop({
    name: "heartbeat",
    intervalMs: BEAT_MS,
    log,
    run: () => heartbeat.beat().then(() => false),
  });
  return {
    ...heartbeat,
    ...(nowMs && { nowMs }),
    async close() {
      await loop.stop();
      await heartbeat.leave().catch(() => {}); // its report ends by itself
    },
  };
}
