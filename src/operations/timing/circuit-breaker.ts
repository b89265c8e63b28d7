// Fails calls to a chain at once after one has timed out, so that only one buyer waits for a chain that does not
// respond.
import { Outage } from "../errors/outage.ts";
import { withTimeout } from "./with-timeout.ts";

/** The chain has not responded in time, or an earlier call to it has timed out and none has succeeded since. */
export class ChainTimeoutError extends Outage {
  constructor(chain: string, timeoutMs: number) {
    super(chain, `${chain}: no response within ${timeoutMs} ms`);
    this.name = "ChainTimeoutError";
  }
}

interface Chain {
  readonly id: string;
}

/** Chains that have timed out, until a call succeeds, and whether a probe is in flight. */
const openCircuits = new WeakMap<Chain, { isProbing: boolean }>();

/**
 * Resolves to what `call` resolves to. While the circuit is open, one call at a time probes the chain in the
 * background.
 * @throws ChainTimeoutError, and what `call` rejects with
 */
export async function withCircuitBreaker<T>(chain: Chain, timeoutMs: number, call: () => Promise<T>): Promise<T> {
  const circuit = openCircuits.get(chain);
  if (circuit) {
    if (!circuit.isProbing) probe(chain, call());
    throw new ChainTimeoutError(chain.id, timeoutMs);
  }
  const response = call();
  return withTimeout(response, timeoutMs, () => {
    probe(chain, response);
    throw new ChainTimeoutError(chain.id, timeoutMs);
  });
}

/** Opens the circuit, and closes it when `response` resolves. */
function probe(chain: Chain, response: Promise<unknown>): void {
  const circuit = { isProbing: true };
  openCircuits.set(chain, circuit);
  response.then(
    () => openCircuits.delete(chain),
    () => {
      circuit.isProbing = false; // no response either: the next call probes again
    },
  );
}
