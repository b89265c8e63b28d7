// The doctor's check of the processes: that both kinds run, on a database that takes writes, with the same settings.
import { disagreementsOf, placesOf } from "../../operations/monitoring/disagreements.ts";
import type { ProcessReport } from "../../operations/ports/monitoring/processes.ts";
import { openStore } from "../../store/store.ts";

interface ProcessFinding {
  readonly part: string;
  readonly state: "problem" | "warning";
  readonly message: string;
}

export async function checkProcesses(databaseUrl: string): Promise<readonly ProcessFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const refusal = await store.processes.proveWrite();
    const { processes } = await store.processes.look();
    return [
      ...(refusal === null
        ? []
        : [
            {
              part: "database",
              state: "problem" as const,
              message: `takes no writes, so nothing can be paid or settle (${causeOf(refusal.error)}): check its disk and its log`,
            },
          ]),
      ...missingRoles(processes),
      ...disagreementsOf(processes).map((each) => ({
        part: "processes",
        state: "problem" as const,
        message: `they differ in ${each.setting}: look at ${placesOf(each)}, unless a change is under way`,
      })),
    ];
  } finally {
    await store.close();
  }
}

/** What stops without a process of the role. */
const STOPS = {
  api: "buyers, shops and the console get no response",
  worker: "payments do not complete, and no webhook is sent",
} as const;

const missingRoles = (processes: readonly ProcessReport[]): readonly ProcessFinding[] =>
  (["api", "worker"] as const)
    .filter((wanted) => !processes.some(({ role }) => role === wanted || role === "all"))
    .map((role) => ({
      part: "processes",
      state: "warning",
      message: `no ${role} has reported within the last minute, so ${STOPS[role]}. Start turnpike serve --role ${role}`,
    }));

/** The server's words. */
const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);
