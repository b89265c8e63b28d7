// What must hold before a release may start here. Nothing that runs is touched; the schema is brought up to date.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { readEnvFiles } from "../../settings/env-file.ts";
import { migrationsRefused } from "../../store/migrate.ts";
import { CommandError } from "../output/output.ts";
import { OWN_NODE, programOf, readRelease } from "./layout.ts";
import { isInRange } from "./node-version.ts";
import type { Unit } from "./units.ts";

const run = promisify(execFile);

const IF_TOO_NEW =
  "Nothing runs in it, and nothing was restarted. If the schema is too new for it, stay on this release or upgrade to a " +
  "repaired one; the only way back is the backup from before the upgrade (docs/backup.md)";

export interface Preparation {
  readonly releases: string;
  readonly name: string;
  readonly units: readonly Unit[];
  readonly say: (line: string) => void;
}

/** @throws CommandError that names what the release needs and the machine lacks */
export async function requireMachine({ releases, name, units }: Preparation): Promise<void> {
  const { platform, arch, node } = readRelease(releases, name);
  if (platform !== process.platform || arch !== process.arch) {
    throw new CommandError(
      `${name} is for ${platform} on ${arch}; this machine is ${process.platform} on ${process.arch}`,
    );
  }
  for (const program of new Set(units.map((unit) => unit.node))) {
    const version = (await run(program, ["--version"])).stdout.trim();
    if (isInRange(version, node)) continue;
    const remedy = program === OWN_NODE ? "replace it first, as docs/upgrade.md says" : "install a later one first";
    throw new CommandError(`${name} needs Node ${node}; ${program} is ${version}: ${remedy}`);
  }
}

/** Runs the release's own `check` on the settings of each kind of unit. @throws CommandError with what it found */
export async function requireSettings({ releases, name, units, say }: Preparation): Promise<void> {
  for (const unit of alikeOnce(units)) {
    const files = unit.envFiles.flatMap((file) => ["--env-file", file]);
    const said = await runAs(unit, [programOf(releases, name), "check", "--role", unit.role, ...files]);
    if (said.code !== 0) throw new CommandError(`${name} refuses the settings of ${unit.name}:\n${said.text}`);
    say(`settings: ${name} accepts those of ${unit.role === "all" ? "the service" : `${unit.role}s`}`);
  }
}

const alikeOnce = (units: readonly Unit[]): readonly Unit[] => [
  ...new Map(units.map((unit) => [[unit.role, unit.user, ...unit.envFiles].join("\n"), unit])).values(),
];

/** The migrations of the release after which this one can no longer start. */
export const withoutReturn = ({ releases, name }: Preparation): Promise<readonly string[]> =>
  migrationsRefused(pathToFileURL(join(releases, name, "dist/store/migrations/")));

/**
 * Brings the schema up to date for the release: other machines' processes go on.
 * @returns the migrations that were run
 * @throws CommandError also if the schema is too new for the release
 */
export async function migrateFor({ releases, name, units, say }: Preparation): Promise<readonly string[]> {
  const [unit] = units;
  if (!unit) throw new TypeError("there is no unit whose settings name the database");
  const { environment } = readEnvFiles(unit.envFiles);
  const said = await runAs(unit, [programOf(releases, name), "migrate", "--json"], environment);
  if (said.code !== 0) throw new CommandError(`${name} cannot use the database:\n${said.text}\n${IF_TOO_NEW}`);
  const { migrations } = JSON.parse(said.stdout) as { migrations: readonly string[] };
  say(`schema: ${migrations.length > 0 ? migrations.join(", ") : "up to date"}`);
  return migrations;
}

/** With the unit's program and as its user, who must be able to read the files. */
async function runAs(
  { node, user }: Unit,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", NODE_ENV: "production", ...environment };
  try {
    const { stdout, stderr } = await run(node, words, { env, cwd: "/", ...(await idsOf(user)) });
    return { code: 0, stdout, text: stdout + stderr };
  } catch (error) {
    if (!(error instanceof Error && "stdout" in error && "stderr" in error)) throw error;
    return { code: 1, stdout: "", text: `${error.stdout}${error.stderr}`.trim() || error.message };
  }
}

/** Only root can be another user. */
async function idsOf(user: string): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (user === "" || process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(["--user", "--group"].map(async (flag) => run("id", [flag, user])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}
