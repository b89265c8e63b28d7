// An example is installed while the gateway in its parent folder runs. npm would build that project again, and replace
// the files that it serves.
import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const EXAMPLES = resolve(import.meta.dirname, "../../examples");

test("an example's install does not build the project", async () => {
  const root = await mkdtemp(join(tmpdir(), "turnpike-test-install-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const project = { name: "turnpike", version: "1.0.0", scripts: { prepare: "touch built" } };
  await writeFile(join(root, "package.json"), JSON.stringify(project));
  const shop = join(root, "examples/shop");
  cpSync(join(EXAMPLES, "shop"), shop, { recursive: true, filter: (path) => !path.includes("node_modules") });
  await promisify(execFile)("npm", ["install", "--offline"], { cwd: shop });
  expect(existsSync(join(shop, "node_modules/turnpike/package.json"))).toBe(true);
  expect(existsSync(join(root, "built"))).toBe(false);
  expect(readFileSync(join(EXAMPLES, "wallet/.npmrc"))).toEqual(readFileSync(join(EXAMPLES, "shop/.npmrc")));
});
