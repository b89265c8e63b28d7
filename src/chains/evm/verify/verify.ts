// Verifies authorisations by asking the chain: only the token and the code at the payer's address can judge a
// signature. Concurrent confirms share one RPC request.

import { type Hex, size } from "viem";
import { coalesce, QueueFullError, QueueTimeoutError } from "../../../concurrency/coalesce.ts";
import type { Authorization, Verdict } from "../../../operations/ports/chain/payment-chain.ts";
import { withTimeout } from "../../../operations/timing/with-timeout.ts";
import { termsHash } from "../../../payment/terms.ts";
import { unavailable } from "../nodes/errors.ts";
import type { Simulation } from "./simulation.ts";

/** About 8 million gas; nodes allow 30 million or more for an eth_call. */
const ITEMS_PER_CALL_MAX = 100;
/** Nodes accept bodies of a few megabytes. */
const SIGNATURE_BYTES_PER_CALL_MAX = 131_072;
/** A call is in flight while the next is assembled. */
const CALLS_IN_FLIGHT_MAX = 2;
const EXPLANATIONS_IN_FLIGHT_MAX = 8;
/** Several seconds of work for a healthy chain; a longer queue means that the chain is not keeping up. */
const WAITING_MAX = 5_000;
const LINGER_MS = 3;
/** Two attempts of an RPC request; beyond that the verdict is "unknown". */
const VERIFY_MS_MAX = 10_000;

/** A rejected authorisation, with earlier ones of the same payer and token, which may have spent the money. */
interface Question {
  readonly authorization: Authorization;
  readonly before: readonly Authorization[];
}

/** @returns the chain's `verify`; it never throws, and returns "unknown" if the chain gives no verdict */
export function verifier(simulation: Simulation, chain: string): (authorization: Authorization) => Promise<Verdict> {
  const ask = askTogether(simulation, chain);
  /** Pending verdicts by terms hash, then by signature. */
  const pending = new Map<Hex, Map<Hex, Promise<Verdict>>>();

  return async (authorization) => {
    const { signature, option } = authorization;
    const hash = termsHash(option.terms);
    const siblings = pending.get(hash) ?? new Map<Hex, Promise<Verdict>>();
    const same = siblings.get(signature);
    if (same) return same;
    const asking = siblings.size === 0 ? ask.together(authorization) : ask.alone({ authorization, before: [] });
    const verdict = inTime(asking, chain);
    pending.set(hash, siblings.set(signature, verdict));
    try {
      return await verdict;
    } finally {
      siblings.delete(signature);
      if (siblings.size === 0) pending.delete(hash);
    }
  };
}

interface Asking {
  /** Verifies in a shared call, in which all terms must differ: the second use of a nonce would fail. */
  together(authorization: Authorization): Promise<Verdict>;
  /** Verifies in a separate call, which also finds the reason for a rejection. */
  alone(question: Question): Promise<Verdict>;
}

function askTogether(simulation: Simulation, chain: string): Asking {
  const limits = { waitingMax: WAITING_MAX, waitingMsMax: VERIFY_MS_MAX };
  const explain = coalesce<Question, Verdict>({
    ...limits,
    itemsMax: 1,
    inFlightMax: EXPLANATIONS_IN_FLIGHT_MAX,
    lingerMs: 0,
    run: (questions) =>
      Promise.all(questions.map(({ authorization, before }) => simulation.explain(authorization, before))),
  });
  const alone = (question: Question): Promise<Verdict> => explain(question).catch((error) => unknown(chain, error));

  const simulate = coalesce<Authorization, Verdict>({
    ...limits,
    itemsMax: ITEMS_PER_CALL_MAX,
    inFlightMax: CALLS_IN_FLIGHT_MAX,
    lingerMs: LINGER_MS,
    weightOf: ({ signature }) => size(signature),
    weightMax: SIGNATURE_BYTES_PER_CALL_MAX,
    run: async (authorizations) => {
      const balances = await simulation.run(authorizations);
      return authorizations.map((authorization, index): Verdict | Promise<Verdict> => {
        const balance = balances[index] ?? null;
        if (balance === null) return alone({ authorization, before: rivals(authorizations, index) });
        return { type: "payable", balance };
      });
    },
  });
  return { alone, together: (authorization) => simulate(authorization).catch((error) => unknown(chain, error)) };
}

function rivals(authorizations: readonly Authorization[], index: number): Authorization[] {
  const terms = authorizations[index]?.option.terms;
  return authorizations
    .slice(0, index)
    .filter(({ option }) => option.terms.payer === terms?.payer && option.terms.token === terms.token);
}

function unknown(chain: string, error: unknown): Verdict {
  const isOurs = error instanceof QueueFullError || error instanceof QueueTimeoutError;
  return { type: "unknown", message: isOurs ? `${chain}: ${error.message}` : unavailable(chain, error).message };
}

const inTime = (asking: Promise<Verdict>, chain: string): Promise<Verdict> =>
  withTimeout(asking, VERIFY_MS_MAX, () => ({
    type: "unknown",
    message: `${chain}: no response within ${VERIFY_MS_MAX} ms`,
  }));
