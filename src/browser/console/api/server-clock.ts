// The server's clock decides what has expired. The clock of a tablet at a counter may be hours off.

/** The `Date` header has whole seconds, and each response takes a different time to arrive. */
const JITTER_MS = 2_500;

let offsetMs = 0;

/** Unix milliseconds by the server's clock, within a few seconds. */
export const serverNowMs = (): number => Date.now() + offsetMs;

/** A `fetch` that learns the server's clock from its responses. */
export const fetchWithClock: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  const aheadMs = Date.parse(response.headers.get("date") ?? "") - Date.now();
  // A small correction would make countdowns jump.
  if (Math.abs(aheadMs - offsetMs) > JITTER_MS) offsetMs = aheadMs;
  return response;
};
