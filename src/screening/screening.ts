// Combines all configured screening sources. An account whose result is unknown is not cleared.
import type { AccountId } from "../money/caip.ts";
import { Outage } from "../operations/errors/outage.ts";
import type { Screening } from "../operations/gateway/screen-accounts.ts";
import { withTimeout } from "../operations/timing/with-timeout.ts";

/** One source: whether each account is refused, in order. Throws if it cannot tell. */
export type ScreeningPart = (accounts: readonly AccountId[]) => Promise<readonly boolean[]>;

/** ok: none of the accounts is refused. */
export type LookupOutcome = "ok" | "refused" | "failed";

/** Called after each lookup in a source. @param source its place in the setting SCREENING */
export type OnLookup = (source: number, outcome: LookupOutcome, durationS: number) => void;

/** The same limit as a chain's for its options, because a wallet waits for both. */
const ANSWER_MS_MAX = 3_000;

/**
 * Queries all sources concurrently. One refusal suffices, even if other sources fail.
 * @param answerMsMax milliseconds after which a source counts as failed
 */
export const createScreening = (
  parts: readonly ScreeningPart[],
  answerMsMax = ANSWER_MS_MAX,
  onLookup: OnLookup = () => {},
): Screening => ({
  async refused(accounts) {
    const answers = await Promise.allSettled(
      parts.map((part, source) =>
        observed(inTime(part(accounts), answerMsMax), (outcome, durationS) => onLookup(source, outcome, durationS)),
      ),
    );
    const refused = new Set<string>();
    for (const answer of answers) {
      if (answer.status === "rejected") continue; // thrown below, unless the others refuse every account
      for (const [index, account] of accounts.entries()) if (answer.value[index]) refused.add(account.text);
    }
    const failed = answers.find((answer) => answer.status === "rejected");
    if (failed && accounts.some(({ text }) => !refused.has(text))) throw failed.reason;
    return refused;
  },
});

async function observed(
  answer: Promise<readonly boolean[]>,
  see: (outcome: LookupOutcome, durationS: number) => void,
): Promise<readonly boolean[]> {
  const startedMs = performance.now();
  const end = (outcome: LookupOutcome): void => see(outcome, (performance.now() - startedMs) / 1_000);
  try {
    const refused = await answer;
    end(refused.includes(true) ? "refused" : "ok");
    return refused;
  } catch (error) {
    end("failed");
    throw error;
  }
}

const inTime = <T>(answer: Promise<T>, mostMs: number): Promise<T> =>
  withTimeout(answer, mostMs, () => {
    throw new Outage("a screening source", `a screening source did not respond within ${mostMs} ms`);
  });
