// Blocks payments on a chain until the chain matches its configuration. A chain that is unreachable at startup is
// checked again on demand.
import { ChainUnavailableError } from "./errors.ts";
import type { ChainProblem } from "./problem.ts";

export interface Admission {
  check(): Promise<readonly ChainProblem[]>;
  /** The reason why the chain must not be used yet, or null. */
  refusal(): Promise<ChainUnavailableError | null>;
  /** @throws ChainUnavailableError if the chain must not be used yet */
  pass(): Promise<void>;
}

/** Minimum delay between a failed check and the next one. */
const RECHECK_MS_MIN = 2_000;

export function admission(chain: string, runCheck: () => Promise<readonly ChainProblem[]>): Admission {
  let isAdmitted = false;
  let last: Promise<readonly ChainProblem[]> | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;

  async function check(): Promise<readonly ChainProblem[]> {
    const problems = await runCheck();
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
