// An example is installed while the gateway in its parent folder runs. npm would build that project again, and replace
// the files that it serves.
import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const EXAMPLES = resolve(import.meta.dirname, "../../examples");

test.each(readdirSync(EXAMPLES))("the install of examples/%s does not build the project", async (name) => {
  const root = await mkdtemp(join(tmpdir(), "turnpike-test-install-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const project = { name: "turnpike", version: "1.0.0", scripts: { prepare: "touch built" } };
  await writeFile(join(root, "package.json"), JSON.stringify(project));
  const example = join(root, "examples", name);
  cpSync(join(EXAMPLES, name), example, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(example, "package.json"), "utf8"));
  // The registry's packages play no part, and the test has no network.
  await writeFile(
    join(example, "package.json"),
    JSON.stringify({ ...manifest, dependencies: { turnpike: manifest.dependencies.turnpike } }),
  );
  await promisify(execFile)("npm", ["install", "--offline"], { cwd: example });
  expect(existsSync(join(example, "node_modules/turnpike/package.json"))).toBe(true);
  expect(existsSync(join(root, "built"))).toBe(false);
});
