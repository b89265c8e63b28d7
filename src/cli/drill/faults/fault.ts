// One fault of a drill: strikes the copy while a shop creates payments, measures, and compares with the limits.
import { messageOf } from "../../output/output.ts";
import type { Copy } from "../copy/copy.ts";
import type { Member } from "../copy/processes.ts";
import { firingAlerts } from "../measure/alerts.ts";
import { type Scrape, scrape } from "../measure/scrape.ts";
import { until } from "../measure/until.ts";
import { keepWriting, type RunningShop } from "../measure/writes.ts";

export interface Figure {
  readonly name: string;
  /** Null: it did not happen within the limit. */
  readonly seconds: number | null;
  /** Null: the operator knows how long it may take. */
  readonly limitS: number | null;
}

export interface Outcome {
  readonly fault: string;
  readonly figures: readonly Figure[];
  /** What else was found, as sentences. */
  readonly notes: readonly string[];
  /** Empty: passed. */
  readonly problems: readonly string[];
  /** Null for a fault without a shop. */
  readonly writes: { readonly acknowledged: number; readonly refused: Readonly<Record<string, number>> } | null;
  /** Names of alerts; null if they were not evaluated. */
  readonly alerts: readonly string[] | null;
}

/** What a fault does with the copy. */
export interface Acting {
  readonly copy: Copy;
  readonly shop: RunningShop;
  /**
   * Call it while the fault lasts: alerts are evaluated as if it lasted for 15 minutes.
   * @param showsAll whether the metrics show all of the fault; it waits until they do
   */
  scrape(showsAll?: (samples: Scrape["samples"]) => boolean): Promise<void>;
  /** Waits, and keeps the time as a figure. @returns whether it happened within the limit */
  wait(name: string, limitS: number, isSo: () => boolean | Promise<boolean>): Promise<boolean>;
  note(sentence: string): void;
  problem(sentence: string): void;
}

export interface Fault {
  readonly name: string;
  /** The longest time in which no payment may be created. */
  readonly pauseLimitS: number;
  act(acting: Acting): Promise<void>;
}

/** A fault that could not be taken: the drill goes on, and its report says why. */
export const failed = (fault: string, error: unknown): Outcome => ({
  fault,
  figures: [],
  notes: [],
  problems: [messageOf(error)],
  writes: null,
  alerts: null,
});

/** A process looks at most every 15 s. */
const SHOWN_WITHIN_MS = 60_000;

/** Does it to the copy while a shop creates payments. */
export async function measure(copy: Copy, { name, pauseLimitS, act }: Fault): Promise<Outcome> {
  const [figures, notes, problems]: [Figure[], string[], string[]] = [[], [], []];
  const targets = new Map([...copy.apis, ...copy.workers].map((each) => [each.name, each.metricsUrl]));
  const before = await scrape(targets);
  let during: Scrape | null = null;
  const shop = keepWriting(
    copy.shop,
    copy.apis.map(({ baseUrl }) => baseUrl),
  );
  try {
    await act({
      copy,
      shop,
      async scrape(showsAll = () => true) {
        const take = async () => {
          during = await scrape(targets);
          return showsAll(during.samples);
        };
        await until(take, SHOWN_WITHIN_MS);
      },
      async wait(figure, limitS, isSo) {
        const seconds = await until(isSo, limitS * 1_000);
        figures.push({ name: figure, seconds, limitS });
        if (seconds === null) problems.push(`${figure}: not within ${limitS} s`);
        return seconds !== null;
      },
      note: (sentence) => void notes.push(sentence),
      problem: (sentence) => void problems.push(sentence),
    });
  } catch (error) {
    problems.push(messageOf(error));
  }
  const { acknowledged, refused, longestPauseS } = await shop.stop();
  figures.push({ name: "longest pause between two new payments", seconds: longestPauseS, limitS: pauseLimitS });
  if (longestPauseS > pauseLimitS) problems.push(`no payment could be created for ${longestPauseS.toFixed(1)} s`);
  problems.push(...(await missing(copy, acknowledged)));
  const alerts = during && (await alertsBetween(copy.rules, before, during));
  if (during && alerts === null) notes.push("promtool is not installed, so the alerts were not evaluated.");
  return { fault: name, figures, notes, problems, writes: { acknowledged: acknowledged.length, refused }, alerts };
}

async function missing({ store }: Copy, acknowledged: readonly string[]): Promise<readonly string[]> {
  try {
    let found = 0;
    for (const id of acknowledged) if ((await store.payments.findForBuyer(id)) !== null) found += 1;
    const lost = acknowledged.length - found;
    return lost === 0 ? [] : [`${lost} acknowledged payments are missing`];
  } catch {
    return ["the database could not be asked for the acknowledged payments"];
  }
}

/** Without those that the copy raises anyway, which has relayers without coin. */
async function alertsBetween(rules: string, before: Scrape, during: Scrape): Promise<readonly string[] | null> {
  const anyway = await firingAlerts({ rules, states: [before, before] });
  const firing = await firingAlerts({ rules, states: [before, during] });
  return firing?.filter((each) => !anyway?.includes(each)) ?? null;
}

/** @returns the worker that leads a chain; null while none does */
export async function leaderOf({ store, workers }: Copy, chain: string): Promise<Member | null> {
  const leaders = await store.readLeaders([chain]).catch(() => new Map<string, string>());
  const process = leaders.get(chain) ?? "";
  return workers.find((worker) => process.endsWith(`${worker.pid()}`)) ?? null;
}

/** @returns whether each of the processes is ready */
export const areReady = (members: readonly Member[]): Promise<boolean[]> =>
  Promise.all(members.map((each) => each.isReady()));
