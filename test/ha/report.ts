// The table that the rig prints.

export interface Row {
  readonly fault: string;
  readonly payments: number;
  /** Null: the fault takes nothing over. */
  readonly takeoverS: number | null;
  /** The longest pause between acknowledged writes, of all APIs and of each. */
  readonly writePauseS: number;
  readonly writePausesS: readonly number[];
  readonly paidPauseS: number;
  /** When the first affected process reported that it is not ready. */
  readonly unreadyAfterS: number | null;
  readonly refusals: string;
  readonly lost: number;
  readonly doubles: number;
  readonly differences: number;
}

const seconds = (value: number | null): string => (value === null ? "–" : value.toFixed(1));

export function table(rows: readonly Row[], apis: readonly string[]): string {
  const pauses = ["all", ...apis].map((api) => `writes paused (${api})`);
  const head = ["Fault", "payments", "takeover", ...pauses, "settling paused", "not ready after", "refusals"];
  const lines = [...rows].map((row) => [
    row.fault,
    row.payments,
    seconds(row.takeoverS),
    ...[row.writePauseS, ...row.writePausesS].map(seconds),
    seconds(row.paidPauseS),
    seconds(row.unreadyAfterS),
    row.refusals,
    row.lost,
    row.doubles,
    row.differences,
  ]);
  const all = [
    [...head, "lost", "doubles", "differences"],
    head.map(() => "---").concat("---", "---", "---"),
    ...lines,
  ];
  return all.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
