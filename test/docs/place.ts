// The directory where a page's commands run. In it, `turnpike`, `bin/turnpike` and `npm start` are this project's.
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TURNPIKE } from "../cli/turnpike.ts";
import { steadyPort } from "../harness/steady-port.ts";
import { ROOT } from "./pages.ts";

export interface Place {
  readonly dir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The page's text with this run's values filled in. */
  here(text: string): string;
  remove(): Promise<void>;
}

const OWN_COMMAND = `exec "${process.execPath}" "${TURNPIKE}" "$@"`;

/** Replaces `npm` with direct calls of the package's scripts, which start faster. */
const COMMANDS = {
  turnpike: OWN_COMMAND,
  // It would ask the registry for a package of that name where none is installed.
  npx: `echo "npx $1: pages may not run this" >&2; exit 127`,
  // The test run itself began with npm ci (.ci/run), and the tests install the examples.
  npm: `case "$1" in
ci|install) exit 0;;
start) shift; [ "\${1:-}" = -- ] && shift; exec "${process.execPath}" "${TURNPIKE}" dev "$@";;
*) echo "npm $1: pages may not run this" >&2; exit 127;;
esac`,
};

const DEFAULT_PORT = "4020";

/** @param replacements from a page's values to this run's */
export async function makePlace(replacements: Readonly<Record<string, string>> = {}): Promise<Place> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "turnpike-test-docs-")));
  const commands = join(dir, ".commands");
  await mkdir(commands);
  for (const [name, script] of Object.entries(COMMANDS)) {
    await writeFile(join(commands, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(commands, name), 0o755);
  }
  // Readers work in the project's folder.
  await mkdir(join(dir, "bin"));
  await symlink(join(commands, "turnpike"), join(dir, "bin/turnpike"));
  for (const name of ["node_modules", "package.json"]) await symlink(join(ROOT, name), join(dir, name));
  const port = String(await steadyPort());
  const changes = Object.entries({ ...replacements, [`:${DEFAULT_PORT}`]: `:${port}` });
  return {
    dir,
    env: {
      PATH: [commands, dirname(process.execPath), process.env.PATH].join(":"),
      HOME: dir,
      PORT: port,
    },
    here: (text) => changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
    remove: () => rm(dir, { recursive: true, force: true, maxRetries: 10 }),
  };
}
