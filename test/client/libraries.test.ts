// The packages of libraries/ as they are published: packed, and installed in an empty folder without a registry.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as client from "../../src/client/index.ts";
import * as server from "../../src/server-client/index.ts";
import { ROOT, readPage } from "../docs/pages.ts";

const NAMES = ["client", "server"];
let folder: string;
let project: string;

const run = (program: string, args: readonly string[], cwd = project): string =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnpike-test-libraries-"));
  project = join(folder, "project");
  mkdirSync(project);
  run(process.execPath, [join(ROOT, "scripts/build-libraries.js"), join(folder, "built")]);
  const packages = NAMES.map((name) => join(folder, "built", name));
  run("npm", ["pack", ...packages, join(ROOT, "node_modules/typebox")], folder);
  const files = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...files.map((name) => join(folder, name))]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

const manifest = (path: string) => JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8"));

test("install themselves and the package of their types, which their code does not import", () => {
  const installed = join(project, "node_modules");
  expect(readdirSync(installed).filter((name) => !name.startsWith("."))).toEqual(["@turnpike", "typebox"]);
  for (const name of NAMES) {
    const files = ["LICENSE", "README.md", "index.d.ts", "index.js", "package.json"];
    expect(readdirSync(join(installed, "@turnpike", name)).toSorted()).toEqual(files);
    expect(manifest(`libraries/${name}`).dependencies).toEqual({ typebox: manifest(".").dependencies.typebox });
    const text = (file: string) => readFileSync(join(installed, "@turnpike", name, file), "utf8");
    expect(text("index.js")).not.toMatch(/^import |\bimport\(|\bfrom "/m);
    const imported = text("index.d.ts").matchAll(/\b(?:from |import\()"([^"]*)"/g);
    expect(new Set([...imported].map(([, module]) => module))).toEqual(new Set(["typebox"]));
  }
});

test.each([
  ["@turnpike/client", client],
  ["@turnpike/server", server],
])("%s is imported and required in Node, with the exports that the gateway's package has", (name, library) => {
  const names = JSON.stringify(Object.keys(library).toSorted());
  const print = (loaded: string) => `console.log(JSON.stringify(Object.keys(${loaded}).sort()))`;
  expect(run(process.execPath, ["--eval", `import("${name}").then((it) => ${print("it")})`])).toBe(`${names}\n`);
  const required = ["--input-type=commonjs", "--no-warnings", "--eval", print(`require("${name}")`)];
  expect(run(process.execPath, required)).toBe(`${names}\n`);
});

test("the programs of their READMEs compile, and a wrong one does not, with no library's types skipped", () => {
  for (const name of NAMES) {
    const blocks = readPage(`libraries/${name}/README.md`).blocks.filter(({ info }) => info === "ts");
    writeFileSync(join(project, `${name}.ts`), blocks.map(({ text }) => text).join("\n"));
  }
  const wrong = 'import { createTurnpike } from "@turnpike/server";\ncreateTurnpike({ baseUrl: "", apiKey: 1 });\n';
  writeFileSync(join(project, "wrong.ts"), wrong);
  const options = ["--strict", "--noEmit", "--target", "es2023", "--lib", "es2023,dom,dom.iterable"];
  const files = ["client.ts", "server.ts", "wrong.ts"];
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(
    process.execPath,
    [tsc, ...options, "--module", "nodenext", "--pretty", "false", ...files],
    {
      cwd: project,
      encoding: "utf8",
    },
  );
  expect(stdout.match(/^\S+(?=: error)/gm)).toEqual(["wrong.ts(2,31)"]);
}, 120_000);

test("have one version and complete manifests, as the Medusa provider has", () => {
  const { version, license } = manifest(".");
  expect(manifest(".").private).toBe(true);
  for (const path of ["libraries/client", "libraries/server", "integrations/medusa"]) {
    expect(manifest(path)).toMatchObject({
      name: expect.stringMatching(/^@turnpike\/[a-z]+$/),
      version,
      license,
      description: expect.stringMatching(/^.{40,}\.$/),
      author: expect.any(String),
      keywords: expect.arrayContaining(["usdc"]),
      exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
      engines: { node: manifest(".").engines.node },
      publishConfig: { access: "public" },
    });
  }
  expect(manifest("integrations/medusa").dependencies["@turnpike/server"]).toBe(version);
});
