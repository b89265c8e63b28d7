// The version under test with one more migration.
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BUILD } from "./process.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What the compiled version reads outside its folder. */
const BESIDE = ["node_modules", "dist", "package.json"];
/** Changes tables that every payment reads and writes, and so the statements that other processes have prepared. */
const MIGRATION = `
  alter table payments add column next_version text not null default 'next';
  alter table confirmations add column next_version text;
  create index payments_next_version on payments (next_version) where next_version <> 'next';
`;

/** @returns its folder, among the run's temporary files */
export async function makeNextVersion(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-next-"));
  const build = join(dir, "build");
  cpSync(BUILD, build, { recursive: true });
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(dir, name));
  writeFileSync(join(build, "store/migrations/9999_next_version.sql"), MIGRATION);
  return build;
}
