// The files of a release's deploy/ that this machine has copies of. A unit that equals the one of any installed release
// was not edited, so it is replaced, and a rollback replaces it again. All other files are the operator's.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { releasesIn } from "../../releases.ts";
import { linkedRelease, OWN_NODE } from "./layout.ts";
import type { Preparation } from "./prepare.ts";
import { reloadUnits, type Unit, unitPaths } from "./units.ts";

const UNITS = "/etc/systemd/system";
const ANSWERS = "etc/turnpike/init.json";
/** Where copies lie that hold an operator's own values or edits, and how they are applied. */
const COPIES: readonly (readonly [file: string, copy: string, apply: string])[] = [
  ["nginx.conf", "/etc/nginx/conf.d/turnpike.conf", " && nginx -t && systemctl reload nginx"],
  ["Caddyfile", "/etc/caddy/turnpike.caddyfile", " && systemctl reload caddy"],
  ["prometheus/turnpike.rules.yml", "/etc/prometheus/turnpike.rules.yml", " && systemctl reload prometheus"],
  ["turnpike", "/usr/local/bin/turnpike", ""],
];

/** A unit as a machine needs it. */
export const unitText = (shipped: string, hasOwnNode: boolean): string =>
  hasOwnNode ? shipped.replaceAll("/usr/bin/node ", `${OWN_NODE} `) : shipped;

/** Null: the release has no such file. */
function shippedText(releases: string, name: string, file: string): string | null {
  const path = join(releases, name, "deploy", file);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

const unitsOf = (releases: string, name: string): readonly string[] =>
  readdirSync(join(releases, name, "deploy")).filter((file) => /\.(service|timer)$/.test(file));

interface InstalledUnit {
  readonly file: string;
  readonly path: string;
  /** That of the release. */
  readonly text: string;
  readonly state: "same" | "unedited" | "edited";
}

/** The release's units that this machine has. */
async function installedUnits(releases: string, name: string): Promise<readonly InstalledUnit[]> {
  const paths = await unitPaths(unitsOf(releases, name));
  return [...paths].map(([file, path]) => {
    const found = readFileSync(path, "utf8");
    const textOf = (release: string) =>
      unitText(shippedText(releases, release, file) ?? "", found.includes(`${OWN_NODE} `));
    const text = textOf(name);
    if (found === text) return { file, path, text, state: "same" };
    const isUnedited = releasesIn(releases).some((release) => textOf(release) === found);
    return { file, path, text, state: isUnedited ? "unedited" : "edited" };
  });
}

/** Replaces the unedited units. @returns their files' names */
export async function installUnits(releases: string, name: string): Promise<readonly string[]> {
  const changed = (await installedUnits(releases, name)).filter(({ state }) => state === "unedited");
  for (const { path, text } of changed) {
    await writeFile(`${path}.new`, text);
    await chmod(`${path}.new`, 0o644);
    await rename(`${path}.new`, path);
  }
  if (changed.length > 0) await reloadUnits();
  return changed.map(({ file }) => file);
}

export interface FileChanges {
  /** Units that the switch replaces. */
  readonly installs: readonly string[];
  /** What is left to the operator: a command for each file. */
  readonly byHand: readonly { readonly file: string; readonly command: string }[];
}

/** What a switch to the release changes in files, and what it leaves. @param root the machine's folder: / */
export async function fileChanges({ releases, name, units }: Preparation, root = "/"): Promise<FileChanges> {
  const installed = await installedUnits(releases, name);
  const installs = installed.filter(({ state }) => state === "unedited").map(({ path }) => path);
  const current = linkedRelease(releases, "current");
  const from = current === name ? linkedRelease(releases, "previous") : current;
  if (from === null || !existsSync(join(releases, from))) return { installs, byHand: [] };
  const differs = (file: string) => {
    const [before, after] = [from, name].map((each) => shippedText(releases, each, file));
    return before !== null && after !== null && before !== after;
  };
  const patch = (file: string, copy: string) =>
    `diff -u ${[from, name].map((each) => join(releases, each, "deploy", file)).join(" ")} | patch ${copy}`;
  const edited = installed.filter(({ state, file }) => state === "edited" && differs(file));
  const added = unitsOf(releases, name).filter((file) => shippedText(releases, from, file) === null);
  const copies = COPIES.filter(([file, copy]) => differs(file) && existsSync(join(root, copy)));
  const isByInit = existsSync(join(root, ANSWERS));
  return {
    installs,
    byHand: [
      ...edited.map(({ file, path }) => ({ file: path, command: patch(file, path) + restartOf(file, units) })),
      ...added
        .filter((file) => !installed.some((unit) => unit.file === file))
        .map((file) => ({ file: `${UNITS}/${file}`, command: isByInit ? INIT : install(releases, name, file) })),
      ...copies.map(([file, copy, apply]) => ({ file: copy, command: isByInit ? INIT : patch(file, copy) + apply })),
    ],
  };
}

const INIT = "turnpike init";

const install = (releases: string, name: string, file: string): string =>
  `install --mode=0644 ${join(releases, name, "deploy", file)} ${UNITS}/ && systemctl daemon-reload`;

/** The file of a unit: turnpike-api@.service for turnpike-api@4020.service. */
export const fileOf = ({ name }: Unit): string => name.replace(/@.*\./, "@.");

const restartOf = (file: string, units: readonly Unit[]): string =>
  [
    " && systemctl daemon-reload",
    ...units.filter((unit) => fileOf(unit) === file).map(({ name }) => `systemctl restart ${name}`),
  ].join(" && ");
