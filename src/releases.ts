// The folder of this release, and of the releases installed beside it: /opt/turnpike/releases/<name>, of which
// /opt/turnpike/current is one.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Resolves from src, dist and dist-test. */
export const RELEASE = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const PARENT = dirname(RELEASE);
/** The folder of all releases; null in a checkout, and in an image. */
export const RELEASES = basename(PARENT) === "releases" ? PARENT : null;

/** The names of the releases in a folder, in order. A name that begins with a dot is not complete. */
export const releasesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();

/** The folders of the other releases. */
export const otherReleases = (): readonly string[] =>
  RELEASES === null
    ? []
    : releasesIn(RELEASES)
        .map((name) => join(RELEASES, name))
        .filter((folder) => folder !== RELEASE);
