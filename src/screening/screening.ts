// Which accounts may not pay, by all sources that were configured. What is not known is not clean.
import type { AccountId } from "../money/caip.ts";
import type { Screening } from "../operations/screen-accounts.ts";
import { withTimeout } from "../operations/timing/with-timeout.ts";

/** One source: for each account, in order, whether it is refused. Throws where it cannot say. */
export type ScreeningPart = (accounts: readonly AccountId[]) => Promise<readonly boolean[]>;

/** As long as a chain gets for its options, for a wallet waits for both; a source that takes longer does not work. */
const ANSWER_MS_MAX = 3_000;

/**
 * Asks all sources at once. An account that one of them refuses is refused, whatever becomes of the others.
 * @param answerMsMax milliseconds after which a source counts as one that cannot say
 */
export const createScreening = (parts: readonly ScreeningPart[], answerMsMax = ANSWER_MS_MAX): Screening => ({
  async refused(accounts) {
    const answers = await Promise.allSettled(parts.map((part) => inTime(part(accounts), answerMsMax)));
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

const inTime = <T>(answer: Promise<T>, mostMs: number): Promise<T> =>
  withTimeout(answer, mostMs, () => {
    throw new Error(`a screening source did not answer within ${mostMs} ms`);
  });
