// What went wrong and what to do. The element is always present, so that screen readers announce its changes.
import type { Flow } from "./flow.ts";
import type { Problem } from "./problem.ts";

/** Not errors: styled less prominently. */
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
