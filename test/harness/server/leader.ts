// A process that leads chains, or stands by: its session, and its leadership of each.

import { createSession } from "../../../src/store/database/session.ts";
import { createLeaderships, type Leadership } from "../../../src/store/following/leader.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

export interface LeaderProcess {
  of(chain: string): Leadership;
  close(): Promise<void>;
}

export async function startLeader(databaseUrl: string): Promise<LeaderProcess> {
  const session = createSession(databaseUrl, SILENT);
  const leaderships = createLeaderships(session);
  await session.open();
  return { of: leaderships.of, close: () => session.close() };
}
