// Packs what a server runs into one file, with its checksum beside it: `npm run release` builds, then writes
// release/turnpike-<version>-<commit>.tar.gz and release/SHA256SUMS. The same commit gives the same bytes on one kind
// of machine.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FILES = ["bin", "deploy", "docs", "package.json", "CHANGELOG.md", "LICENSE", "SECURITY.md"];
/** Made for other programs than the server. */
const LEFT_OUT = ["dist/libraries"];
/** Read by debuggers and compilers only. */
const UNREAD = /\.(map|[cm]?tsx?|flow)$/;
/** The package of an import that is left in the compiled program. Most packages are bundled (bundle-packages.js). */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)"((?:@[\w.-]+\/)?[a-z][\w.-]*)[^"]*"/g;
const HASH_DIGITS = 8;

const { values } = parseArgs({
  options: { out: { type: "string", default: join(ROOT, "release") }, commit: { type: "string" } },
});
const { name, version, engines, dependencies } = readJson(join(ROOT, "package.json"));
const locked = readJson(join(ROOT, "package-lock.json")).packages;
const git = (...words) => execFileSync("git", ["-C", ROOT, ...words], { encoding: "utf8" }).trim();
const commit = values.commit ?? commitOf();
/** Of all files, in seconds (https://reproducible-builds.org/specs/source-date-epoch/). */
const madeAtS = Number(process.env.SOURCE_DATE_EPOCH ?? (values.commit ? 0 : git("log", "-1", "--format=%ct")));

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function commitOf() {
  const changed = git("status", "--porcelain") === "" ? "" : "-changed";
  return `${git("rev-parse", `--short=${HASH_DIGITS}`, "HEAD")}${changed}`;
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file));

/** The folders of the packages that the compiled program imports, and of all that those need. */
function installedPackages(dist) {
  const imported = filesIn(dist)
    .filter((file) => file.endsWith(".js") && !relative(dist, file).startsWith("browser/"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, found]) => found));
  const found = new Set();
  const waiting = [...new Set(imported)].filter((each) => each in dependencies).map((each) => [`node_modules/${each}`]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [folder, isOptional = false] = next;
    if (found.has(folder) || (isOptional && !existsSync(join(ROOT, folder)))) continue;
    requireInstalled(folder);
    found.add(folder);
    const { dependencies: needed = {}, optionalDependencies: optional = {} } = locked[folder];
    for (const each of Object.keys({ ...needed, ...optional }))
      waiting.push([folderOf(each, folder), each in optional]);
  }
  return [...found].sort();
}

/** Node's way to a package, from another one's folder: each node_modules on the way up. */
function folderOf(each, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const candidate = `${folder === "" ? "" : `${folder}/`}node_modules/${each}`;
    if (candidate in locked) return candidate;
    if (folder === "") throw new Error(`package-lock.json lacks ${each}, which ${from} needs`);
  }
}

function requireInstalled(folder) {
  const file = join(ROOT, folder, "package.json");
  if (!existsSync(file) || readJson(file).version !== locked[folder].version) {
    throw new Error(`${folder} is not installed as package-lock.json says: run npm ci`);
  }
}

/** Without what changes with each call: a serial number, and the time. */
function billOfMaterials() {
  const args = [join(ROOT, "scripts/sbom.js"), "--without", "typescript@,@typescript/"];
  const { serialNumber: _, ...bom } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 26 }),
  );
  const timestamp = new Date(madeAtS * 1_000).toISOString();
  return { ...bom, metadata: { ...bom.metadata, timestamp } };
}

function fill(release) {
  const copy = (path, isWanted) =>
    cpSync(join(ROOT, path), join(release, path), { recursive: true, verbatimSymlinks: true, filter: isWanted });
  copy("dist", (path) => !UNREAD.test(path) && !LEFT_OUT.includes(relative(ROOT, path)));
  for (const path of FILES) copy(path);
  for (const folder of installedPackages(join(release, "dist"))) {
    const own = join(ROOT, folder, "node_modules");
    copy(folder, (path) => path !== own && !path.endsWith("/.bin") && !UNREAD.test(path));
  }
  const facts = { version, commit, node: engines.node, platform: process.platform, arch: process.arch };
  writeFileSync(join(release, "release.json"), `${JSON.stringify(facts, null, 2)}\n`);
  writeFileSync(join(release, "sbom.cdx.json"), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
}

function pack(folder, title) {
  const order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${madeAtS}`, "--format=gnu"];
  const { status, error } = spawnSync(
    "tar",
    [...order, "--mode=u=rwX,go=rX", "--use-compress-program=gzip -n", "-cf", `${title}.tar.gz`, "-C", folder, title],
    { cwd: values.out, stdio: "inherit" },
  );
  if (error || status !== 0) throw new Error("tar failed: it must be GNU tar", { cause: error });
}

const title = `${name}-${version}-${commit}`;
const work = mkdtempSync(join(tmpdir(), "turnpike-release-"));
try {
  mkdirSync(join(work, title));
  fill(join(work, title));
  mkdirSync(values.out, { recursive: true });
  pack(work, title);
} finally {
  rmSync(work, { recursive: true, force: true });
}
const file = join(values.out, `${title}.tar.gz`);
const sum = createHash("sha256").update(readFileSync(file)).digest("hex");
writeFileSync(join(values.out, "SHA256SUMS"), `${sum}  ${title}.tar.gz\n`);
process.stdout.write(`${file}\n`);
