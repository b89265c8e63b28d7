// Releases side by side: <root>/releases/<name>; the link `current` leads to the one that starts next, and `previous`
// to the one before it.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DirInUseError, type DirLock, isLocked, lockDir } from "../../local/process/dir-lock.ts";
import { hasCode } from "../../local/process/system-error.ts";
import { RELEASES } from "../../releases.ts";
import { CommandError } from "../output/output.ts";

/** A Node beside the releases, which `turnpike init` puts there if the units' own is missing or another one. */
export const OWN_NODE = "/opt/turnpike/node/bin/node";

type Link = "current" | "previous";

/** What scripts/release.js writes into a release. */
export interface ReleaseFacts {
  readonly version: string;
  readonly commit: string;
  /** The versions of Node that it runs on: the `engines` of package.json. */
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
}

/** The folder of all releases. @throws CommandError unless this program is in one */
export function releasesFolder(): string {
  if (RELEASES !== null) return RELEASES;
  throw new CommandError(
    "this Turnpike is not an installed release: run /opt/turnpike/current/bin/turnpike, as docs/deploying.md installs it",
  );
}

const linkOf = (releases: string, link: Link): string => join(dirname(releases), link);

/** The name of the release that a link leads to; null if there is no such link. */
export function linkedRelease(releases: string, link: Link): string | null {
  try {
    return basename(readlinkSync(linkOf(releases, link)));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Replaces a link in one step. @param name null removes it */
export function leadTo(releases: string, link: Link, name: string | null): void {
  const path = linkOf(releases, link);
  if (name === null) {
    rmSync(path, { force: true });
    return;
  }
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  symlinkSync(join(basename(releases), name), draft);
  renameSync(draft, path);
}

export const programOf = (releases: string, name: string): string => join(releases, name, "dist/cli/main.js");

/** @throws CommandError if there is no such release */
export function readRelease(releases: string, name: string): ReleaseFacts {
  const file = join(releases, name, "release.json");
  if (name.startsWith(".") || basename(name) !== name || !existsSync(file)) {
    throw new CommandError(`there is no release ${name} in ${releases}: turnpike releases lists them`);
  }
  return JSON.parse(readFileSync(file, "utf8")) as ReleaseFacts;
}

/** When a release was unpacked. */
export const installedAt = (releases: string, name: string): Date => lstatSync(join(releases, name)).ctime;

const UPGRADE = "upgrade";

/** @returns whether an upgrade or rollback of this machine is under way */
export const isUpgrading = (releases: string): boolean => isLocked(dirname(releases), UPGRADE);

/** The last time that one began, moved on or ended, in milliseconds since 1970. */
export const upgradedMs = (releases: string): number => statSync(dirname(releases)).mtimeMs;

/** One upgrade at a time. A lock of a process that has ended is void. @throws CommandError */
export function lockReleases(releases: string): DirLock {
  try {
    mkdirSync(releases, { recursive: true });
    return lockDir(dirname(releases), UPGRADE);
  } catch (error) {
    if (error instanceof DirInUseError)
      throw new CommandError("another upgrade or rollback is running: wait for its end");
    if (error instanceof Error && hasCode(error.cause, "EACCES", "EPERM")) {
      throw new CommandError(`this user may not write to ${dirname(releases)}: run the command as root`);
    }
    throw error;
  }
}
