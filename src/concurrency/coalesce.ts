// Coalesces single requests into calls of many: while calls are in flight, new requests wait for the next one.

export interface Coalescing<Item, Result> {
  /** Makes one call. Returns one result for each item, in order; a result may itself resolve later or reject. */
  run(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** Maximum number of items in one call. */
  readonly itemsMax: number;
  /** Maximum number of calls at a time. */
  readonly inFlightMax: number;
  /** Maximum number of waiting items; one more is refused with QueueFullError. Unlimited by default. */
  readonly waitingMax?: number;
  /** Milliseconds after which a waiting item is rejected with QueueTimeoutError. Unlimited by default. */
  readonly waitingMsMax?: number;
  /** Milliseconds a call waits for further items. By default it starts once pending events are handled. */
  readonly lingerMs?: number;
  /** An item's weight, where the weight of one call is limited to `weightMax`. */
  readonly weightOf?: (item: Item) => number;
  readonly weightMax?: number;
  /** Items with a key in common never share a call, and wait for the end of an overdue one. */
  readonly keysOf?: (item: Item) => readonly string[];
  /** Calls that may be lost make room for others. By default they don't. */
  readonly overdue?: Overdue;
}

interface Overdue {
  /** Milliseconds without a result after which a call is overdue. */
  readonly afterMs: number;
  /** Beyond this number of overdue calls, overdue calls count as in flight as well. */
  readonly atOnceMax: number;
}

export class QueueFullError extends Error {
  constructor(waitingMax: number) {
    super(`more than ${waitingMax} requests are waiting`);
    this.name = "QueueFullError";
  }
}

export class QueueTimeoutError extends Error {
  constructor(waitingMsMax: number) {
    super(`the request waited longer than ${waitingMsMax} ms`);
    this.name = "QueueTimeoutError";
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly sinceMs: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

/** @returns requests one item; rejects with the error of `run`, QueueFullError or QueueTimeoutError */
export function coalesce<Item, Result>(options: Coalescing<Item, Result>): (item: Item) => Promise<Result> {
  const { waitingMax = Number.POSITIVE_INFINITY, waitingMsMax = Number.POSITIVE_INFINITY, lingerMs } = options;
  const { afterMs, atOnceMax } = options.overdue ?? { afterMs: null, atOnceMax: 0 };
  let waiting: Waiting<Item, Result>[] = [];
  const overdue = new Set<readonly Waiting<Item, Result>[]>();
  let running = 0;
  let isDue = false;

  function arrange(): void {
    const inFlight = running - Math.min(overdue.size, atOnceMax);
    if (isDue || waiting.length === 0 || inFlight >= options.inFlightMax) return;
    isDue = true;
    if (lingerMs === undefined) setImmediate(start);
    else setTimeout(start, waiting.length >= options.itemsMax ? 0 : lingerMs);
  }

  function start(): void {
    isDue = false;
    const [batch, left] = take(options, rejectExpired(), overdue);
    waiting = left;
    if (batch.length === 0) return;
    running += 1;
    const timer = afterMs === null ? undefined : setTimeout(giveWay, afterMs, batch).unref();
    void call(options, batch).finally(() => {
      clearTimeout(timer);
      running -= 1;
      overdue.delete(batch);
      arrange();
    });
    arrange();
  }

  function giveWay(batch: readonly Waiting<Item, Result>[]): void {
    overdue.add(batch);
    arrange();
  }

  function rejectExpired(): Waiting<Item, Result>[] {
    const oldestMs = performance.now() - waitingMsMax;
    const fresh = waiting.findIndex(({ sinceMs }) => sinceMs >= oldestMs);
    const count = fresh === -1 ? waiting.length : fresh;
    for (const entry of waiting.slice(0, count)) entry.reject(new QueueTimeoutError(waitingMsMax));
    return waiting.slice(count);
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length >= waitingMax) return reject(new QueueFullError(waitingMax));
      waiting.push({ item, sinceMs: performance.now(), resolve, reject });
      arrange();
    });
}

async function call<Item, Result>(
  { run }: Coalescing<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index];
      if (result === undefined) reject(new TypeError("a call returned fewer results than it was given items"));
      else resolve(result);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** The next call's items, and the rest. Takes at least one free item, however heavy it is. */
function take<Item, Result>(
  { itemsMax, weightOf, weightMax = Number.POSITIVE_INFINITY, keysOf }: Coalescing<Item, Result>,
  waiting: readonly Waiting<Item, Result>[],
  overdue: Iterable<readonly Waiting<Item, Result>[]>,
): [batch: Waiting<Item, Result>[], left: Waiting<Item, Result>[]] {
  const keys = new Set<string>(); // keys of the batch, and of items left behind, which keep their order
  if (keysOf) for (const batch of overdue) for (const { item } of batch) for (const key of keysOf(item)) keys.add(key);
  const [batch, left]: [Waiting<Item, Result>[], Waiting<Item, Result>[]] = [[], []];
  let weight = 0;
  for (const [index, entry] of waiting.entries()) {
    weight += weightOf?.(entry.item) ?? 0;
    const isFull = batch.length >= itemsMax || (batch.length > 0 && weight > weightMax);
    if (isFull) return [batch, [...left, ...waiting.slice(index)]];
    const own = keysOf?.(entry.item) ?? [];
    const isTaken = own.some((key) => keys.has(key));
    for (const key of own) keys.add(key);
    (isTaken ? left : batch).push(entry);
  }
  return [batch, left];
}
