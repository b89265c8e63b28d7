// The version under test with more migrations, or with fewer, and an earlier version from the repository's history.
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BUILD } from "./process.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What the compiled version reads outside its folder. */
const BESIDE = ["node_modules", "dist", "package.json"] as const;
/** What an earlier version is compiled from, with today's packages. */
const FORMER_SOURCES = ["src", "tsconfig.json", "tsconfig.build.json"] as const;
const ARCHIVE_BYTES_MAX = 256 * 2 ** 20;
/** They change tables that every payment reads and writes, and so the statements that other processes have prepared. */
const MIGRATIONS = {
  "9998_next_version.sql": `
    alter table payments add column next_version text not null default 'next';
    alter table confirmations add column next_version text;
    create index payments_next_version on payments (next_version) where next_version <> 'next';
    alter table payments add constraint payments_next_check check (next_version <> '') not valid;`,
  "9999_next_version.steps.sql": `
    -- step: build an index
    create index concurrently if not exists payments_{month}_next_index on payments_{month} (next_version, id);
    -- step: check the rows that exist
    alter table payments validate constraint payments_next_check;`,
};

/**
 * @param migrations the files to add, by name
 * @returns its folder, among the run's temporary files
 */
export async function makeNextVersion(migrations: Readonly<Record<string, string>> = MIGRATIONS): Promise<string> {
  const build = await copyBuild();
  for (const [name, text] of Object.entries(migrations)) {
    writeFileSync(join(build, "store/migrations", name), text.replaceAll(/^ +/gm, ""));
  }
  return build;
}

/**
 * @param newest the last migration that it knows
 * @returns its folder, among the run's temporary files
 */
export async function makeFormerVersion(newest: string): Promise<string> {
  const build = await copyBuild();
  const folder = join(build, "store/migrations");
  for (const name of readdirSync(folder)) if (name > `${newest}.sql`) rmSync(join(folder, name));
  return build;
}

/**
 * Compiles the version that did not know a migration yet, from the commit before the one that added it.
 * @param file the migration's name
 * @returns its folder, among the run's temporary files; null without the repository's history, as in a shallow clone
 */
export async function buildVersionBefore(file: string): Promise<string | null> {
  const commit = commitBefore(`src/store/migrations/${file}`);
  if (commit === null) return null;
  const { dir, build } = await makeFolder();
  execFileSync("tar", ["-x", "-C", dir], { input: git("archive", commit, ...FORMER_SOURCES) });
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", build], { cwd: dir });
  const isPlain = (source: string): boolean => !/\.tsx?$/.test(source);
  cpSync(join(dir, "src"), build, { recursive: true, filter: isPlain });
  return build;
}

const git = (...args: readonly string[]): Buffer =>
  execFileSync("git", args, { cwd: ROOT, maxBuffer: ARCHIVE_BYTES_MAX, stdio: ["ignore", "pipe", "ignore"] });

/** The commit before the one that added a file; null if it is unknown here. */
function commitBefore(path: string): string | null {
  try {
    const added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", path).toString().trim();
    return git("rev-parse", "--verify", `${added}^`).toString().trim();
  } catch {
    return null;
  }
}

async function copyBuild(): Promise<string> {
  const { build } = await makeFolder();
  cpSync(BUILD, build, { recursive: true });
  return build;
}

async function makeFolder(): Promise<{ readonly dir: string; readonly build: string }> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-version-"));
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(dir, name));
  return { dir, build: join(dir, "build") };
}
