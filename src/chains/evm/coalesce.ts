// Batches concurrent requests: while calls are in flight, new items queue for the next call.

export interface Coalescing<Item, Result> {
  /** Processes the items of one call; results in order. A result may itself be a promise. */
  run(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** Maximum items per call. */
  readonly itemsMax: number;
  /** Maximum concurrent calls. */
  readonly inFlightMax: number;
  /** Maximum queued items; further ones are rejected with QueueFullError. */
  readonly waitingMax: number;
  /** Milliseconds that the first item of a call waits for others. */
  readonly lingerMs: number;
  /** Weight of an item; the total weight of a call is limited to `weightMax`. */
  readonly weightOf?: (item: Item) => number;
  readonly weightMax?: number;
  /** Milliseconds after which a queued item is rejected with QueueTimeoutError. */
  readonly waitingMsMax: number;
}

export class QueueFullError extends Error {
  constructor(waitingMax: number) {
    super(`more than ${waitingMax} requests are waiting for the chain`);
    this.name = "QueueFullError";
  }
}

export class QueueTimeoutError extends Error {
  constructor(waitingMsMax: number) {
    super(`the request was queued for more than ${waitingMsMax} ms`);
    this.name = "QueueTimeoutError";
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly sinceMs: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

/** @returns a function that processes one item; rejects with the error of `run`, QueueFullError or QueueTimeoutError */
export function coalesce<Item, Result>(options: Coalescing<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let timer: NodeJS.Timeout | null = null;

  function arrange(): void {
    if (timer || waiting.length === 0 || inFlight >= options.inFlightMax) return;
    timer = setTimeout(start, waiting.length >= options.itemsMax ? 0 : options.lingerMs);
  }

  function start(): void {
    timer = null;
    const [batch, left] = take(options, giveUpOld());
    waiting = left;
    if (batch.length === 0) return;
    inFlight += 1;
    void answer(batch).finally(() => {
      inFlight -= 1;
      arrange();
    });
    arrange();
  }

  function giveUpOld(): Waiting<Item, Result>[] {
    const oldest = performance.now() - options.waitingMsMax;
    const fresh = waiting.findIndex(({ sinceMs }) => sinceMs >= oldest);
    const count = fresh === -1 ? waiting.length : fresh;
    for (const entry of waiting.slice(0, count)) entry.reject(new QueueTimeoutError(options.waitingMsMax));
    return waiting.slice(count);
  }

  async function answer(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map(({ item }) => item));
      for (const [index, entry] of batch.entries()) {
        const result = results[index];
        if (result === undefined) entry.reject(new TypeError("a call returned fewer results than items"));
        else entry.resolve(result);
      }
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length >= options.waitingMax) return reject(new QueueFullError(options.waitingMax));
      waiting.push({ item, sinceMs: performance.now(), resolve, reject });
      arrange();
    });
}

/** Splits off the next call's items: always at least one, however heavy. */
function take<Item, Result>(
  { itemsMax, weightOf, weightMax = Number.POSITIVE_INFINITY }: Coalescing<Item, Result>,
  waiting: readonly Waiting<Item, Result>[],
): [batch: Waiting<Item, Result>[], left: Waiting<Item, Result>[]] {
  let weight = 0;
  let count = 0;
  for (const { item } of waiting.slice(0, itemsMax)) {
    weight += weightOf?.(item) ?? 0;
    if (count > 0 && weight > weightMax) break;
    count += 1;
  }
  return [waiting.slice(0, count), waiting.slice(count)];
}
