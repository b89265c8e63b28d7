// How Citus executed each statement of this process on a database: the number of its tasks, as auto_explain reports it.
import pg from "pg";
import { vi } from "vitest";

export interface Execution {
  /** The statement's name; of an unnamed one, its text. */
  readonly statement: string;
  /** 0: it used no distributed table. */
  readonly tasks: number;
  /** Parts that Citus executed before, whose results it copied to the workers. */
  readonly subplans: number;
}

const SETTINGS = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice",
  "auto_explain.log_nested_statements": "on",
};

interface Plan {
  readonly "Distributed Query"?: {
    readonly Subplans?: readonly unknown[];
    readonly Job?: { readonly "Task Count": number };
  };
  readonly Plans?: readonly Plan[];
}

/** Applies to connections that are opened later. @returns what was executed so far, each way once */
export async function watchTasks(databaseUrl: string): Promise<{
  readonly executions: ReadonlyMap<string, Execution>;
  stop(): Promise<void>;
}> {
  const { port, pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const set = (change: (setting: string, value: string) => string) => alter(databaseUrl, change);
  await set((setting, value) => `alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`);
  const nameOf = new Map<string, string>();
  const executions = new Map<string, Execution>();
  const { connect, query } = pg.Client.prototype;
  const isWatched = (client: pg.Client): boolean => client.port === Number(port) && client.database === name;
  const connecting = vi.spyOn(pg.Client.prototype, "connect").mockImplementation(function (this: pg.Client, ...given) {
    if (isWatched(this)) this.on("notice", ({ message }) => report(message ?? ""));
    return Reflect.apply(connect, this, given);
  });
  const querying = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given) {
    const [config] = given as unknown as [{ name?: string; text?: string } | string];
    if (typeof config === "object" && config.name && config.text) nameOf.set(config.text, config.name);
    return Reflect.apply(query, this, given) as never;
  });
  function report(message: string): void {
    if (!/^duration: .*plan:/.test(message)) return;
    const { "Query Text": text, Plan: plan } = JSON.parse(message.slice(message.indexOf("{"))) as {
      "Query Text": string;
      Plan: Plan;
    };
    if (text === "") return; // a part of a statement, by Citus itself
    const statement = nameOf.get(text) ?? text.replaceAll(/\s+/g, " ").trim();
    const { tasks, subplans } = costOf(plan);
    executions.set(`${statement} ${tasks} ${subplans}`, { statement, tasks, subplans });
  }
  return {
    executions,
    async stop() {
      connecting.mockRestore();
      querying.mockRestore();
      await set((setting) => `alter database ${name} reset ${setting}`);
    },
  };
}

async function alter(databaseUrl: string, change: (setting: string, value: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const [setting, value] of Object.entries(SETTINGS)) await client.query(change(setting, value));
  await client.end();
}

function costOf({ "Distributed Query": distributed, Plans = [] }: Plan): { tasks: number; subplans: number } {
  const inner = Plans.map(costOf);
  return {
    tasks: Math.max(distributed?.Job?.["Task Count"] ?? 0, ...inner.map(({ tasks }) => tasks)),
    subplans: (distributed?.Subplans?.length ?? 0) + inner.reduce((sum, { subplans }) => sum + subplans, 0),
  };
}
