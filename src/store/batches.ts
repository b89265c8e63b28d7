// Puts what is asked for at the same time into one call: while calls are in flight, what comes in waits for the next
// one.

export interface Batching<Item, Result> {
  /** One outcome for each item, in order; what it rejects with is every item's outcome. */
  run(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result>[]>;
  /** Most items of one call. */
  readonly itemsMax: number;
  /** Most calls at once. */
  readonly atOnceMax: number;
  /** Items of the same name are never in one call; null: it may be with any. */
  nameOf(item: Item): string | null;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** @returns a function that resolves or rejects with the item's own outcome */
export function batched<Item, Result>(batching: Batching<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let isDue = false;

  // After the requests that have arrived already, and before anything is waited for.
  function arrange(): void {
    if (isDue || waiting.length === 0 || inFlight >= batching.atOnceMax) return;
    isDue = true;
    setImmediate(start);
  }

  function start(): void {
    isDue = false;
    const [batch, left] = take(batching, waiting);
    waiting = left;
    inFlight += 1;
    void answer(batching, batch).finally(() => {
      inFlight -= 1;
      arrange();
    });
    arrange();
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      arrange();
    });
}

function take<Item, Result>(
  { itemsMax, nameOf }: Batching<Item, Result>,
  waiting: readonly Waiting<Item, Result>[],
): [batch: Waiting<Item, Result>[], left: Waiting<Item, Result>[]] {
  const names = new Set<string>();
  const [batch, left]: [Waiting<Item, Result>[], Waiting<Item, Result>[]] = [[], []];
  for (const entry of waiting) {
    const name = nameOf(entry.item);
    const isFit = batch.length < itemsMax && (name === null || !names.has(name));
    if (isFit && name !== null) names.add(name);
    (isFit ? batch : left).push(entry);
  }
  return [batch, left];
}

async function answer<Item, Result>(
  { run }: Batching<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const outcomes = await run(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === "fulfilled") resolve(outcome.value);
      else reject(outcome?.reason ?? new TypeError("a call answered fewer items than it was asked"));
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
