// Waits for a chain as long as a buyer waits for options, and not again for one that has just let a buyer wait in vain.
import { withinTime } from "./within-time.ts";

/** The chain was asked, and has not answered in time; or it still owes the answer to an earlier question. */
export class ChainLateError extends Error {
  constructor(chain: string, timeoutMs: number) {
    super(`${chain}: no answer within ${timeoutMs} ms`);
    this.name = "ChainLateError";
  }
}

interface Chain {
  readonly id: string;
}

/** Chains that were late, each until it has answered a question, and whether it is asked one now. */
const late = new WeakMap<Chain, { isAsked: boolean }>();

/**
 * What `ask` resolves to. One question at a time finds out, in the background, whether a chain that was late answers again.
 * @throws ChainLateError, and what `ask` rejects with
 */
export async function askPatiently<T>(chain: Chain, timeoutMs: number, ask: () => Promise<T>): Promise<T> {
  const owes = late.get(chain);
  if (owes) {
    if (!owes.isAsked) owe(chain, ask());
    throw new ChainLateError(chain.id, timeoutMs);
  }
  const answer = ask();
  return withinTime(answer, timeoutMs, () => {
    owe(chain, answer);
    throw new ChainLateError(chain.id, timeoutMs);
  });
}

function owe(chain: Chain, answer: Promise<unknown>): void {
  const state = { isAsked: true };
  late.set(chain, state);
  answer.then(
    () => late.delete(chain),
    () => {
      state.isAsked = false; // no answer either: the next question tries again
    },
  );
}
