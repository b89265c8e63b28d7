// Benchmarks in a folder of their own, with links to the checkout's files.
import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDir } from "../cli/turnpike.ts";
import { ROOT } from "../docs/pages.ts";
import { fillLocalFolder } from "../harness/server/local-folder.ts";
import { BUILD } from "../harness/server/process.ts";

async function makeFolder(...links: readonly string[]): Promise<string> {
  const dir = await temporaryDir();
  for (const path of links) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await symlink(join(ROOT, path), join(dir, path));
  }
  return dir;
}

const bench = (cwd: string, ...args: readonly string[]): Promise<{ readonly code: number | null; output: string }> =>
  new Promise((resolve) => {
    const { PATH, TMPDIR } = process.env;
    const command = ["scripts/run-ts.js", ...args];
    const child = execFile(process.execPath, command, { cwd, env: { PATH, TMPDIR } }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });

/** The benchmark starts PostgreSQL and five processes one after the other. */
const SLOW_MS = 120_000;

test("a benchmark measures its own server beside the .turnpike of npm start", { timeout: SLOW_MS }, async () => {
  const dir = await makeFolder("bench", "src", "test", "node_modules", "scripts/run-ts.js");
  await fillLocalFolder(dir);
  await symlink(BUILD, join(dir, "dist"));
  await writeFile(join(dir, "scripts/build.js"), ""); // this test run has built it
  const summary = join(dir, "status.json");
  const { output } = await bench(dir, "bench/status.ts", "--seconds", "0.2", "--rounds", "1", "--summary", summary);
  expect(JSON.parse(await readFile(summary, "utf8").catch(() => JSON.stringify(output)))).toMatchObject([
    { id: "status.rate", figure: expect.toSatisfy(Number.isFinite) },
  ]);
});

/** A benchmark that writes this to the file of --summary. */
const benchmarkOf = (summary: object): string =>
  `import { writeFileSync } from "node:fs"; writeFileSync(process.argv.at(-1), ${JSON.stringify(JSON.stringify(summary))});`;
const FIGURE = {
  id: "create.rate",
  what: "payments created",
  target: { atMost: 9 },
  figure: 7,
  beside: null,
  ratio: null,
};

test("npm run bench names the benchmarks without figures, and exits with 1", async () => {
  const dir = await makeFolder("bench/main.ts", "scripts/run-ts.js", "node_modules");
  const benchmarks = {
    create: benchmarkOf([FIGURE]),
    status: "process.exit(1);",
    waiters: benchmarkOf([]),
    held: benchmarkOf([{ ...FIGURE, figure: null }]), // NaN in JSON
  };
  for (const [name, text] of Object.entries(benchmarks)) await writeFile(join(dir, `bench/${name}.ts`), text);
  const { code, output } = await bench(dir, "bench/main.ts", "--only", "held,status,waiters,create");
  expect(output).toContain("1 of 1 targets are met.");
  expect(output).toContain("No figures: held, status, waiters.");
  expect(code).toBe(1);
  const sound = await bench(dir, "bench/main.ts", "--only", "create");
  expect(sound.code, sound.output).toBe(0);
});
