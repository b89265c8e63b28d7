// The services of this machine, by systemctl: the units of deploy/ that run, or should.
import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { hasCode } from "../../local/process/system-error.ts";
import type { ServiceRole } from "../../service/main.ts";
import { CommandError } from "../output/output.ts";

const run = promisify(execFile);
/** In the order of restarts. A worker has a standby, so buyers notice a failure there last. */
const KINDS: readonly (readonly [pattern: RegExp, glob: string, role: ServiceRole])[] = [
  [/^turnpike-worker@/, "turnpike-worker@*.service", "worker"],
  [/^turnpike-api@/, "turnpike-api@*.service", "api"],
  [/^turnpike\.service$/, "turnpike.service", "all"],
];
const LOG_LINES_READ = "500";
const LOG_LINES_SHOWN = 12;
/** Lines about requests and progress. */
const INFORMATION = /^\{"level":[1-3]0,/;
const PROBE_TIMEOUT_MS = 3_000;

export interface Unit {
  readonly name: string;
  readonly role: ServiceRole;
  /** Empty: systemd's own. */
  readonly user: string;
  /** The files of its settings; a later one overrides an earlier one. */
  readonly envFiles: readonly string[];
  /** The program that runs it. */
  readonly node: string;
}

/** @throws CommandError if there is no systemd, or no unit of Turnpike is started */
export async function requiredUnits(): Promise<readonly Unit[]> {
  const units = await startedUnits();
  if (units.length > 0) return units;
  throw new CommandError("no service of Turnpike runs on this machine: start those of deploy/ first (systemctl start)");
}

/** The units that run or should. @throws CommandError if there is no systemd */
export async function startedUnits(): Promise<readonly Unit[]> {
  const globs = KINDS.map(([, glob]) => glob);
  const text = await systemctl("list-units", "--all", "--type=service", "--output=json", ...globs);
  const listed = JSON.parse(text) as readonly { readonly unit: string; readonly active: string }[];
  const names = listed.filter(({ active }) => active !== "inactive").map(({ unit }) => unit);
  const kindOf = (name: string) => KINDS.findIndex(([pattern]) => pattern.test(name));
  const sorted = names.toSorted((one, other) => kindOf(one) - kindOf(other) || one.localeCompare(other));
  return Promise.all(sorted.map((name) => readUnit(name, KINDS[kindOf(name)]?.[2] ?? "all")));
}

async function readUnit(name: string, role: ServiceRole): Promise<Unit> {
  const text = await systemctl("show", "--property=User,EnvironmentFiles,ExecStart", name);
  const [, user = ""] = /^User=(.*)$/m.exec(text) ?? [];
  const [, node = process.execPath] = /^ExecStart=.*?(\/\S*\/node) /m.exec(text) ?? [];
  // For example "EnvironmentFiles=/etc/turnpike/turnpike.env (ignore_errors=no)".
  const envFiles = [...text.matchAll(/^EnvironmentFiles=(.+?)(?: \(.*\))?$/gm)].map(([, file = ""]) => file);
  return { name, role, user, envFiles, node };
}

async function systemctl(...words: readonly string[]): Promise<string> {
  try {
    return (await run("systemctl", words)).stdout;
  } catch (error) {
    if (hasCode(error, "ENOENT")) throw new CommandError("there is no systemctl: releases are upgraded under systemd");
    throw error;
  }
}

/** Where the files of units lie: those that this machine has. A template is asked for by an instance. */
export async function unitPaths(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of files) {
    const words = ["show", "--property=FragmentPath", "--value", file.replace("@.", "@any.")];
    const path = (await systemctl(...words)).trim();
    // A masked unit has /dev/null.
    if (basename(path) === file) found.set(file, path);
  }
  return found;
}

export const reloadUnits = (): Promise<string> => systemctl("daemon-reload");

/** The process of a unit; null while it has none. */
async function processOf({ name }: Unit): Promise<string | null> {
  const pid = (await systemctl("show", "--property=MainPID", "--value", name)).trim();
  return pid === "0" || pid === "" ? null : pid;
}

/** The name of the release in which the unit's process was started; null if none runs. */
export async function releaseOf(unit: Unit, releases: string): Promise<string | null> {
  const pid = await processOf(unit);
  const folder = pid && (await readlink(`/proc/${pid}/cwd`).catch(ended));
  return folder && dirname(folder) === releases ? basename(folder) : null;
}

/** Whether /readyz of its process says so; null if the process serves no port. */
export async function isReady(unit: Unit): Promise<boolean | null> {
  const pid = await processOf(unit);
  if (pid === null) return false;
  const environment = (await readFile(`/proc/${pid}/environ`, "utf8").catch(ended)) ?? "";
  const settings = new Map(environment.split("\0").map((each) => [each.split("=")[0], each.replace(/^[^=]*=/, "")]));
  const port = settings.get("METRICS_PORT") ?? settings.get("PORT");
  if (port === undefined) return unit.role === "worker" ? null : isUp("127.0.0.1", "4020");
  const host = settings.get(settings.has("METRICS_PORT") ? "METRICS_HOST" : "HOST");
  return isUp(host === undefined || host === "0.0.0.0" ? "127.0.0.1" : host, port);
}

async function isUp(host: string, port: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    return (await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${port}/readyz`, { signal })).ok;
  } catch {
    return false;
  }
}

/** The process has ended. */
function ended(error: unknown): null {
  if (hasCode(error, "ENOENT", "ESRCH")) return null;
  throw error;
}

/** Waits until the unit has started (`Type=notify`). @returns why it did not, with its last log lines; or null */
export async function restart({ name }: Unit): Promise<string | null> {
  // A unit that failed several times would not be started again.
  await systemctl("reset-failed", name).catch(notLoaded);
  try {
    await systemctl("restart", name);
    return null;
  } catch (error) {
    return `${name} does not start: ${stderrOf(error)}\n${await lastLogLines(name)}`;
  }
}

/** A unit without a failure may be unknown to reset-failed. */
function notLoaded(error: unknown): void {
  if (!stderrOf(error).includes("not loaded")) throw error;
}

const stderrOf = (error: unknown): string =>
  error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);

/** Without information: an API that stops has written a line for each request. */
export async function lastLogLines(name: string): Promise<string> {
  const { stdout } = await run("journalctl", [
    `--unit=${name}`,
    `--lines=${LOG_LINES_READ}`,
    "--output=cat",
    "--no-pager",
  ]);
  const lines = stdout.trim().split("\n");
  return lines
    .filter((line) => !INFORMATION.test(line))
    .slice(-LOG_LINES_SHOWN)
    .join("\n");
}
