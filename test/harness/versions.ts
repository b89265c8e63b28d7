// The version under test with more migrations, which stands for the next version.
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { migrate } from "../../src/store/migrate.ts";
import { BUILD } from "./server/process.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** The files outside its folder that the compiled version reads. */
const BESIDE = ["node_modules", "dist", "package.json"] as const;
/** They change tables that every payment reads and writes, and so the statements that other processes have prepared. */
const FILES = {
  "migrations/9998_next_version.sql": `
    alter table payments add column next_version text not null default 'next';
    alter table confirmations add column next_version text;
    create index payments_next_version on payments (next_version) where next_version <> 'next';
    alter table payments add constraint payments_next_check check (next_version <> '') not valid;`,
  "migrations/9999_next_version.sql": "alter table payments validate constraint payments_next_check;",
};

/**
 * @param files the SQL to add, by its place in `store/`
 * @returns its folder, among the run's temporary files
 */
export async function makeNextVersion(files: Readonly<Record<string, string>> = FILES): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-version-"));
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(dir, name));
  const build = join(dir, "build");
  cpSync(BUILD, build, { recursive: true });
  for (const [place, text] of Object.entries(files)) writeFileSync(join(build, "store", place), text);
  return build;
}

/** The `migrate` of a compiled version. */
export const migrateOf = async (build: string): Promise<typeof migrate> =>
  ((await import(pathToFileURL(join(build, "store/migrate.js")).href)) as { migrate: typeof migrate }).migrate;
