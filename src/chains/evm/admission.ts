// Keeps payments off a chain until it has shown that it is what its configuration says. A chain that does not answer at the
// start is asked again when it is needed.
import { ChainUnavailableError } from "./errors.ts";
import type { ChainProblem } from "./problem.ts";

export interface Admission {
  check(): Promise<readonly ChainProblem[]>;
  /** Why the chain must not be used now, or null. */
  refusal(): Promise<ChainUnavailableError | null>;
  /** @throws ChainUnavailableError where the chain must not be used now */
  pass(): Promise<void>;
}

/** After a check that failed, the next one is made at the earliest so much later. */
const RECHECK_MS_MIN = 2_000;

export function admission(chain: string, look: () => Promise<readonly ChainProblem[]>): Admission {
  let isAdmitted = false;
  let last: Promise<readonly ChainProblem[]> | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;

  async function check(): Promise<readonly ChainProblem[]> {
    const problems = await look();
    if (problems.every(({ kind }) => kind === "warning")) isAdmitted = true;
    return problems;
  }

  async function refusal(): Promise<ChainUnavailableError | null> {
    if (isAdmitted) return null;
    if (!last || performance.now() - lastMs > RECHECK_MS_MIN) {
      lastMs = performance.now();
      last = check();
    }
    const [first] = (await last).filter(({ kind }) => kind !== "warning");
    return isAdmitted ? null : new ChainUnavailableError(chain, `has not passed its check: ${first?.message}`);
  }

  async function pass(): Promise<void> {
    const error = await refusal();
    if (error) throw error;
  }

  return { check, refusal, pass };
}
