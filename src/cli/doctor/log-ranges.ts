// The doctor's check of how many blocks of logs the RPC URLs return at once: after a pause, a worker needs many.
import type { LogRangeReport } from "../../chains/evm/chain.ts";

interface LogRangeFinding {
  readonly part: string;
  readonly state: "warning" | "problem";
  readonly message: string;
}

export function logRangeFindings(part: string, reports: readonly LogRangeReport[]): LogRangeFinding[] {
  const hasLogs = reports.some(({ served }) => served > 0);
  return reports.flatMap(({ label, wanted, served, failure }): LogRangeFinding[] => {
    if (served === wanted) return [];
    if (served === 0) {
      const message = `${label} returns not even one block of logs: ${failure}. Use an RPC URL that does.`;
      return [{ part, state: hasLogs ? "warning" : "problem", message }];
    }
    const blocks = served === 1 ? "only 1 block" : `at most ${served} blocks`;
    const what = `${label} returns ${blocks} of logs at once: ${failure}`;
    const remedy = "After a pause, a worker catches up slowly. Use an RPC URL or a plan with larger ranges.";
    return [{ part, state: "warning", message: `${what}. ${remedy}` }];
  });
}
