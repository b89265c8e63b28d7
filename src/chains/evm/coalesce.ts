// Puts requests that come at about the same time into one: while calls are in flight, what arrives waits for the next.

export interface Coalescing<Item, Result> {
  /** Answers the items of one call, in order. An answer may itself come later. */
  run(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** Most items of one call. */
  readonly itemsMax: number;
  /** Most calls at once. */
  readonly inFlightMax: number;
  /** Most items that wait; one more is refused with QueueFullError. */
  readonly waitingMax: number;
  /** Milliseconds that the first item of a call waits for others. */
  readonly lingerMs: number;
  /** Weight of an item, where the weight of one call is limited to `weightMax`. */
  readonly weightOf?: (item: Item) => number;
  readonly weightMax?: number;
  /** Milliseconds after which an item that still waits is given up with QueueTimeoutError. */
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
    super(`the chain did not come to it within ${waitingMsMax} ms`);
    this.name = "QueueTimeoutError";
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly sinceMs: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

/** @returns a function that answers one item; it rejects with what `run` rejected with, QueueFullError or
 *   QueueTimeoutError */
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
        if (result === undefined) entry.reject(new TypeError("a call answered fewer items than it was asked"));
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

/** The next call's items, and the rest; always at least one item, however heavy. */
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
