// Reads the metrics of a service in the test's own process.
import type { Logger } from "pino";
import { openLog } from "../../../src/log.ts";

/** A line of the log. Information has level 30. */
export interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly kind?: string;
  readonly err?: { readonly stack?: string };
  readonly metricsUrl?: string;
}

export interface SeenMetrics {
  /** Passed to the service, which logs the port of its metrics (METRICS_PORT=0). */
  readonly log: Logger;
  /** The lines that the service has logged so far. */
  lines(): readonly LogLine[];
  /** The address of a path on that port. */
  urlOf(path: string): URL;
  read(): Promise<string>;
}

export function seenMetrics(): SeenMetrics {
  const written: string[] = [];
  const lines = (): readonly LogLine[] => written.map((line) => JSON.parse(line));
  const urlOf = (path: string): URL => {
    const found = lines().find(({ metricsUrl }) => metricsUrl !== undefined);
    if (!found?.metricsUrl) throw new Error("the service has not logged the port of its metrics");
    return new URL(path, found.metricsUrl);
  };
  return {
    log: openLog("info", { write: (line) => void written.push(line) }),
    lines,
    urlOf,
    read: async () => (await fetch(urlOf("/metrics"))).text(),
  };
}

/** The value of the sample with exactly these labels, in any order. */
export function sampleOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | null {
  const found = samplesOf(text).find(
    (each) => each.name === name && Object.keys(each.labels).length === Object.keys(labels).length && has(each, labels),
  );
  return found?.value ?? null;
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const has = (sample: Sample, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(labels).every(([name, value]) => sample.labels[name] === value);

export const samplesOf = (text: string): Sample[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels = "", value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text])),
    value: Number(value),
  }));
