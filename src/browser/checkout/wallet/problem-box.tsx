// What went wrong and what to do. The element is always there, so that a screen reader says what comes into it.
import type { Flow } from "./flow.ts";
import type { Problem } from "./problem.ts";

/** Nothing went wrong: said, but not as loud. */
const NOTES: readonly Problem[] = ["priceUpdated", "priceExpired", "refused", "buyerDataMissing"];

export function ProblemBox({ flow, problem }: { readonly flow: Flow; readonly problem: Problem | null }) {
  const { problems } = flow.context.data.messages.wallet;
  const isNote = problem !== null && NOTES.includes(problem);
  return (
    <div class="wallet-problem" role="status" data-kind={isNote ? "note" : "problem"}>
      {problem && <p>{problems[problem]}</p>}
    </div>
  );
}
