// The doctor's check of what the processes share: a database that takes writes, and settings that are the same.
import { disagreementsOf, placesOf } from "../../operations/monitoring/disagreements.ts";
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

/** The server's words. */
const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);
