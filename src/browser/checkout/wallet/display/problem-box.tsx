// Shows a problem and the next step. The element is always present, so that screen readers announce its changes.
import { filled } from "../../../../pages/messages/message.ts";
import type { Problem } from "../../../wallet/problem.ts";
import type { Flow, Shown } from "../flow/flow.ts";
import { networkOf } from "./asset.ts";

/** Not errors: styled less prominently. */
const NOTES: readonly Problem[] = ["priceUpdated", "priceExpired", "refused", "buyerDataMissing"];

interface ProblemBoxProps {
  readonly flow: Flow;
  readonly shown: Shown;
}

export function ProblemBox({ flow, shown: { view, problem: found } }: ProblemBoxProps) {
  const { problems } = flow.context.data.messages.wallet;
  const chosen = view.at === "options" ? view.chosen : null;
  // The view without options says it below its own heading.
  const problem = found === "accountRefused" && view.at === "options" && !chosen ? null : found;
  const network = chosen ? networkOf(chosen) : "";
  const isNote = problem !== null && NOTES.includes(problem);
  return (
    <div class="wallet-problem" role="status" data-kind={isNote ? "note" : "problem"} data-problem={problem}>
      {problem && <p>{filled(problems[problem], { network })}</p>}
    </div>
  );
}
