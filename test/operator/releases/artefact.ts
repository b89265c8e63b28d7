// Releases for tests: one as `npm run release` makes it, and further ones that differ from it.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../docs/pages.ts";

const run = promisify(execFile);

/** @returns the file */
export async function makeRelease(out: string, commit: string): Promise<string> {
  const words = [join(ROOT, "scripts/release.js"), "--out", out, "--commit", commit];
  return (await run(process.execPath, words)).stdout.trim();
}

/** @returns the release's name */
export async function unpackByHand(file: string, releases: string): Promise<string> {
  await mkdir(releases, { recursive: true });
  await run("tar", ["-xzf", file, "-C", releases]);
  return basename(file, ".tar.gz");
}

/**
 * Packs a release that differs from another one: the files of its pages have other names, as after a change of them.
 * @param change changes its files
 * @returns the file
 */
export async function makeOther(
  from: string,
  out: string,
  commit: string,
  change: (folder: string) => Promise<void> = async () => {},
): Promise<string> {
  const name = basename(from).replace(/[^-]+$/, commit);
  const folder = join(out, name);
  await cp(from, folder, { recursive: true });
  await renameAssets(folder, commit);
  const facts = JSON.parse(await readFile(join(folder, "release.json"), "utf8"));
  await writeFile(join(folder, "release.json"), JSON.stringify({ ...facts, commit }));
  await change(folder);
  const file = join(out, `${name}.tar.gz`);
  await run("tar", ["--use-compress-program=gzip -1", "-cf", file, "-C", out, name]);
  await rm(folder, { recursive: true });
  const sum = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  await writeFile(join(out, "SHA256SUMS"), `${sum}  ${basename(file)}\n`, { flag: "a" });
  return file;
}

/** Vite's names: main-<hash>.js. */
async function renameAssets(folder: string, commit: string): Promise<void> {
  const checkout = join(folder, "dist/browser/checkout");
  const renamed = (text: string) => text.replace(/(main-)[\w-]{8}(\.(js|css))/g, `$1${commit}$2`);
  for (const file of await readdir(checkout)) renameSync(join(checkout, file), join(checkout, renamed(file)));
  const manifest = join(checkout, "manifest.json");
  writeFileSync(manifest, renamed(readFileSync(manifest, "utf8")));
}
