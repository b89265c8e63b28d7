// A release in one file, as `npm run release` makes it: turnpike-<version>-<commit>.tar.gz, with SHA256SUMS beside it.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { chmod, mkdir, open, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { hasCode } from "../../local/process/system-error.ts";
import { CommandError } from "../output/output.ts";
import { readRelease } from "./layout.ts";

export interface Artefact {
  readonly file: string;
  /** The release's name: that of its only folder. */
  readonly name: string;
  readonly sha256: string;
}

const ENDING = ".tar.gz";
const NAME = /^turnpike-[\w.+-]+$/;
const SUMS = "SHA256SUMS";
/** In a release: the checksum of the file that it was unpacked from. */
const ORIGIN = "sha256";
/** Left free beside an unpacked release, for the files system's blocks, logs and the rest of the machine. */
const SPARE_BYTES = 256 * 2 ** 20;

/**
 * Compares the file with its checksum.
 * @param expected SHA-256 in hex; by default that of SHA256SUMS beside the file
 * @throws CommandError
 */
export async function checkedArtefact(file: string, expected?: string): Promise<Artefact> {
  const name = basename(file, ENDING);
  if (!file.endsWith(ENDING) || !NAME.test(name)) {
    throw new CommandError(`${file} must be named turnpike-<version>-<commit>${ENDING}`);
  }
  if (!existsSync(file)) throw new CommandError(`there is no ${file}`);
  const wanted = expected ?? (await listedSum(file));
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  const sha256 = hash.digest("hex");
  if (sha256 !== wanted.toLowerCase()) {
    throw new CommandError(
      `${file} has the checksum ${sha256}, expected ${wanted}: copy it again, from a source you trust`,
    );
  }
  return { file, name, sha256 };
}

async function listedSum(file: string): Promise<string> {
  const list = join(dirname(file), SUMS);
  const text = await readFile(list, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  });
  const entry = text.split("\n").find((line) => line.endsWith(`  ${basename(file)}`));
  if (entry) return entry.split(" ")[0] ?? "";
  throw new CommandError(`there is no checksum of ${basename(file)} in ${list}: copy ${SUMS} too, or give --sha256`);
}

/**
 * Unpacks a release beside the others. A folder that has a release's name is complete, so an interruption leaves
 * nothing to start.
 * @throws CommandError if the disk lacks space, or another file of that name was unpacked before
 */
export async function unpack({ file, name, sha256 }: Artefact, releases: string): Promise<void> {
  if (existsSync(join(releases, name))) return requireSame(join(releases, name, ORIGIN), name, sha256);
  const work = join(releases, `.unpacking-${name}`);
  await rm(work, { recursive: true, force: true });
  await requireSpace(file, releases);
  await mkdir(work);
  await chmod(work, 0o755);
  await promisify(execFile)("tar", ["-xzf", file, "-C", work, "--no-same-owner"]);
  if (!existsSync(join(work, name, "release.json"))) {
    throw new CommandError(`${file} is no release: it has no ${name}/release.json`);
  }
  await writeFile(join(work, name, ORIGIN), `${sha256}\n`);
  await rename(join(work, name), join(releases, name));
  await rm(work, { recursive: true });
}

async function requireSame(origin: string, name: string, sha256: string): Promise<void> {
  readRelease(dirname(dirname(origin)), name);
  // One that was unpacked by hand, as the first one is, has no such file.
  if (!existsSync(origin) || (await readFile(origin, "utf8")).trim() === sha256) return;
  throw new CommandError(
    `${dirname(origin)} was unpacked from another file of this name: remove it if nothing runs there`,
  );
}

async function requireSpace(file: string, releases: string): Promise<void> {
  const { bavail, bsize } = await statfs(releases);
  const needed = (await unpackedBytes(file)) + SPARE_BYTES;
  if (bavail * bsize >= needed) return;
  const [free, need] = [bavail * bsize, needed].map((bytes) => Math.floor(bytes / 2 ** 20));
  throw new CommandError(
    `the disk of ${releases} has ${free} MiB free, and the release needs ${need}: run turnpike releases --prune`,
  );
}

/** Gzip ends with the size of its contents, in 32 bits (RFC 1952 §2.3.1). */
async function unpackedBytes(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, size - 4);
    return buffer.readUInt32LE();
  } finally {
    await handle.close();
  }
}
