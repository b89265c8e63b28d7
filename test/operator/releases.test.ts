// A version is built beside the one that runs, which keeps its files; a build that fails leaves nothing to start.
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ROOT } from "../docs/pages.ts";

const run = promisify(execFile);
const SCRIPT = join(ROOT, "deploy/install-release");

/** Stands for npm, whose own steps image.test.ts runs: makes page files named by the version, or fails. */
const NPM = `#!/bin/sh
[ ! -e fails ] || exit 1
[ "$1" = run ] || exit 0
mkdir -p dist/browser/console
cp version dist/browser/console/manifest.json
touch "dist/browser/console/main-$(cat version).js"
`;

let root: string;
const git = (...words: string[]) => run("git", ["-C", join(root, "source"), ...words]);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "turnpike-test-releases-"));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, "bin"));
  await writeFile(join(root, "bin/npm"), NPM);
  await chmod(join(root, "bin/npm"), 0o755);
  await mkdir(join(root, "source"));
  await git("init", "--quiet");
});

async function commit(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, "source", name), text);
  await git("add", "--all");
  await git("-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "--quiet", "--message", "a version");
}

async function install(): Promise<string> {
  const env = { PATH: `${join(root, "bin")}:${process.env.PATH}` };
  const { stdout } = await run(SCRIPT, [root], { env });
  return stdout.trim();
}

const start = async (release: string): Promise<void> => {
  await rm(join(root, "current"), { force: true });
  await symlink(release, join(root, "current"));
};
const pageFiles = async (release: string) => (await readdir(join(release, "dist/browser/console"))).sort();

test("a new version has its own folder, with the page files that buyers of the last month may still ask for", async () => {
  await commit({ version: "1" });
  const first = await install();
  await start(first);
  const old = join(first, "dist/browser/console/main-0.js");
  await writeFile(old, "");
  await utimes(old, new Date(), new Date(Date.now() - 32 * 86_400_000));
  await commit({ version: "2" });
  const second = await install();
  expect(second).not.toBe(first);
  expect(await pageFiles(first)).toEqual(["main-0.js", "main-1.js", "manifest.json"]);
  expect(await pageFiles(second)).toEqual(["main-1.js", "main-2.js", "manifest.json"]);
  expect(await readFile(join(second, "dist/browser/console/manifest.json"), "utf8")).toBe("2");
  expect(await install()).toBe(second);
});

test("a build that fails leaves no release, and the next one succeeds", async () => {
  await commit({ version: "1" });
  const first = await install();
  await start(first);
  await commit({ version: "2", fails: "" });
  await expect(install()).rejects.toThrow();
  expect((await readdir(join(root, "releases"))).filter((name) => !name.endsWith(".building"))).toHaveLength(1);
  expect(await pageFiles(join(root, "current"))).toEqual(["main-1.js", "manifest.json"]);
  await git("rm", "--quiet", "fails");
  await commit({ version: "3" });
  expect(await pageFiles(await install())).toEqual(["main-1.js", "main-3.js", "manifest.json"]);
});
