// A backup is restored into a server of the drill's own, brought up to date from the chains, and compared with them.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { databaseHosts } from "../../../settings/database-url.ts";
import { CommandError, messageOf } from "../../output/output.ts";
import { type Cluster, NAME } from "../copy/cluster.ts";
import { runCommand } from "../copy/processes.ts";
import { postgresPrograms, runProgram } from "../copy/programs.ts";
import type { Figure, Outcome } from "./fault.ts";

const RESTORE_JOBS = 2;
const BYTES_PER_MEBIBYTE = 1_048_576;

export interface Backup {
  /** Written by pg_dump --format=custom. */
  readonly file: string;
  /** Whether the drill has just made it. */
  readonly isNew: boolean;
}

/**
 * Backs the installation's database up. It only reads.
 * @param url of PostgreSQL itself
 */
export async function dump(url: string, dir: string): Promise<{ readonly file: string; readonly seconds: number }> {
  const file = join(dir, "turnpike.dump");
  // Other users can read a command line.
  const { bare, password } = withoutPassword(url);
  const seconds = await timed(() =>
    runProgram(join(postgresPrograms(), "pg_dump"), ["--format=custom", `--file=${file}`, `--dbname=${bare}`], {
      env: { PGPASSWORD: password },
    }),
  );
  return { file, seconds };
}

/** @param settings of commands on the copy, whose database is empty */
export async function restore(
  cluster: Cluster,
  { file, isNew }: Backup,
  settings: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const figures: Figure[] = [];
  const [notes, problems]: [string[], string[]] = [[], []];
  const keep = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    figures.push({ name, seconds: await timed(work), limitS: null });
  };
  const { bare, password } = withoutPassword(cluster.url);
  const { size } = await stat(file).catch(() => {
    throw new CommandError(`there is no backup ${file}`);
  });
  notes.push(`The backup has ${Math.max(1, Math.round(size / BYTES_PER_MEBIBYTE))} MiB.`);
  await keep("restored by pg_restore", () =>
    runProgram(
      join(postgresPrograms(), "pg_restore"),
      ["--exit-on-error", "--no-owner", "--no-tablespaces", `--jobs=${RESTORE_JOBS}`, `--dbname=${bare}`, file],
      { env: { PGPASSWORD: password } },
    ),
  );
  await keep("migrated to this version", () => runCommand(settings, "migrate"));
  if (!isNew) await keep("brought up to date by turnpike rebuild", () => runCommand(settings, "rebuild"));
  await keep("compared with the chains by turnpike reconcile", async () => {
    const said = await runCommand(settings, "reconcile").catch((error: unknown) => {
      problems.push("turnpike reconcile found differences, or failed");
      return messageOf(error);
    });
    notes.push(`reconcile: ${said.trim().split("\n").at(-1)}`);
  });
  return {
    fault: "the database is lost, and restored from a backup",
    figures,
    notes,
    problems,
    writes: null,
    alerts: null,
  };
}

/** The copy has webhooks to deliver, which their receivers have had, or will have from the installation. */
export async function silence(cluster: Cluster): Promise<void> {
  await cluster.asAdmin("truncate webhook_deliveries cascade", NAME);
  await cluster.asAdmin("update webhook_endpoints set is_enabled = false", NAME);
}

function withoutPassword(url: string): { readonly bare: string; readonly password: string } {
  // One host of several is enough to read the password.
  const { password } = new URL(databaseHosts(url)?.[0] ?? url);
  return { bare: url.replace(/^([a-z]+:\/\/[^:/@?]*):[^@/]*@/, "$1@"), password: decodeURIComponent(password) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}
