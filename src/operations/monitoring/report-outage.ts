// Logs outages that fail requests, of which thousands may come in a minute: when one begins, at growing intervals while
// it lasts, and when it is over.
import { Outage } from "../errors/outage.ts";
import type { Log } from "../ports/log.ts";
import type { LogThrottle } from "../timing/log-throttle.ts";

export interface OutagePorts {
  readonly log: Log;
  /** The process's throttle. Its calm keeps a source that fails at times from writing a line each time. */
  readonly throttle: LogThrottle;
}

interface OutageLines {
  readonly level: "warn" | "error";
  readonly key: string;
  readonly fields: object;
  readonly began: string;
  readonly ended: string;
}

/** Settles as `work` does, and logs its failures under `key`. */
export async function reportingOutages<T>(
  { log, throttle }: OutagePorts,
  { level, key, fields, began, ended }: OutageLines,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work();
    throttle.recovered(key, () => log.info(fields, ended));
    return result;
  } catch (error) {
    throttle.warn(key, (times) => log[level]({ ...fields, times, err: error }, began), subjectOf(error));
    throw error;
  }
}

/** @param effect the consequence of a missing chain, as one text per caller */
export function askChain<T>(
  ports: OutagePorts,
  { id }: { readonly id: string },
  effect: string,
  ask: () => Promise<T>,
): Promise<T> {
  const [began, ended] = [`the chain does not respond: ${effect}`, `the chain responds again (it was: ${effect})`];
  return reportingOutages(ports, { level: "warn", key: `${id} ${effect}`, fields: { chain: id }, began, ended }, ask);
}

/** A fault of the code is logged beside an outage. */
const subjectOf = (error: unknown): string => {
  if (error instanceof Outage) return error.subject;
  return error instanceof Error ? error.name : typeof error;
};
