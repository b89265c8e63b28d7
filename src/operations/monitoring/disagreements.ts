// Which processes have other settings than the rest.
import type { ProcessReport } from "../ports/monitoring/processes.ts";

export interface Disagreement {
  readonly setting: string;
  /** The processes in the minority; all of them if there is none. */
  readonly processes: readonly Pick<ProcessReport, "host" | "pid" | "role">[];
}

/** A setting that a process does not report plays no part in it. */
export function disagreementsOf(reports: readonly ProcessReport[]): readonly Disagreement[] {
  const settings = [...new Set(reports.flatMap((report) => Object.keys(report.settings)))].sort();
  return settings.flatMap((setting) => {
    const groups = new Map<string, ProcessReport[]>();
    for (const report of reports) {
      const value = report.settings[setting];
      if (value !== undefined) groups.set(value, [...(groups.get(value) ?? []), report]);
    }
    if (groups.size < 2) return [];
    const bySize = [...groups.values()].sort((a, b) => b.length - a.length);
    const isTied = bySize[0]?.length === bySize[1]?.length;
    const processes = bySize.slice(isTied ? 0 : 1).flat();
    return [{ setting, processes: processes.map(({ host, pid, role }) => ({ host, pid, role })) }];
  });
}

/** The places, for a person: `pay-1 (api, process 4711)`. */
export const placesOf = ({ processes }: Disagreement): string =>
  processes.map(({ host, pid, role }) => `${host} (${role}, process ${pid})`).join(", ");
