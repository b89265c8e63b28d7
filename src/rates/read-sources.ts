// Reads all sources concurrently: the feeds of a chain in one call, and each URL once.
import type { PriceFeeds } from "../operations/ports/chain/price-feeds.ts";
import { withTimeout } from "../operations/timing/with-timeout.ts";
import type { FeedSource, HttpSource, Source } from "./config.ts";
import { readFeeds } from "./feed-source.ts";
import { fetchAnswer, readAnswer } from "./http-source.ts";
import { faultReading, type Reading } from "./reading.ts";
import { readStatic } from "./static-source.ts";

/** Half the time limit for options, so that a silent source does not delay the options of other chains. */
const TIMEOUT_MS = 1_500;

export interface SourcePorts {
  /** Keyed by CAIP-2. */
  readonly feeds: ReadonlyMap<string, PriceFeeds>;
  nowMs(): number;
}

/** Never rejects: a failure becomes the source's reading. */
export async function readSources(
  sources: readonly Source[],
  ports: SourcePorts,
): Promise<ReadonlyMap<Source, Reading>> {
  const feeds = grouped(
    sources.filter((source) => source.type === "feed"),
    ({ chain }) => chain,
  );
  const addresses = grouped(
    sources.filter((source) => source.type === "http"),
    addressOf,
  );
  const fixed = sources.filter((source) => source.type === "static");
  const parts = await Promise.all([
    ...feeds.map((group) => readGroup(group, () => readFeedsOf(group, ports))),
    ...addresses.map((group) => readGroup(group, () => readAddress(group, ports))),
    ...fixed.map((source) => readGroup([source], async () => [readStatic(source)])),
  ]);
  return new Map(parts.flat());
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

const addressOf = ({ url, headers }: HttpSource): string => JSON.stringify([url, headers]);

async function readGroup(
  group: readonly Source[],
  read: () => Promise<readonly Reading[]>,
): Promise<[Source, Reading][]> {
  let readings: readonly Reading[];
  try {
    readings = await read();
  } catch (error) {
    const failed = faultReading("unreachable", error instanceof Error ? error.message : String(error));
    return group.map((source) => [source, failed]);
  }
  return group.map((source, index) => [source, readings[index] ?? faultReading("unreachable", "was not read")]);
}

async function readFeedsOf(group: readonly FeedSource[], { feeds, nowMs }: SourcePorts): Promise<readonly Reading[]> {
  const chain = feeds.get(group[0]?.chain ?? "");
  if (!chain) return group.map(() => faultReading("unreachable", "is on a chain that is not served here"));
  return inTime(readFeeds(chain, group, toSeconds(nowMs())));
}

async function readAddress(group: readonly HttpSource[], { nowMs }: SourcePorts): Promise<readonly Reading[]> {
  const [first] = group;
  if (!first) return [];
  const answer = await fetchAnswer(first, TIMEOUT_MS);
  return group.map((source) => readAnswer(source, answer, toSeconds(nowMs())));
}

const toSeconds = (ms: number): number => Math.floor(ms / 1_000);

/** The work itself continues after the limit, until its own limits end it. */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, TIMEOUT_MS, () => {
    throw new Error(`took longer than ${TIMEOUT_MS / 1_000} s`);
  });
