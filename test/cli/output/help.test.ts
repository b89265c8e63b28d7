// Startup cost: `turnpike --help` must not load code that only commands use.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDir, turnpikeProcess } from "../turnpike.ts";

const LAST_ASCII = 0x7f;
const HEAVY = ["fastify", "pg", "typebox", "viem"];

test.each([["--help"], ["--version"], ["help"]])("%s loads no command and no large package", async (...args) => {
  const loaded = await modulesLoadedBy(args);
  expect(loaded.filter((url) => url.includes("/dist-test/")).map((url) => url.split("/dist-test/")[1])).toEqual([
    "cli/main.js",
    "cli/output/usage-errors.js",
    "cli/program.js",
    "cli/releases/node-version.js",
    "cli/service/run.js",
    "outbound/attempts.js",
    "version.js",
  ]);
  expect(packagesOf(loaded)).toEqual(["commander"]);
});

test("a command's help loads that command only", async () => {
  const loaded = await modulesLoadedBy(["chain", "--help"]);
  expect(packagesOf(loaded)).toContain("viem");
  const commands = ["chains/chain", "service/dev", "doctor/doctor", "partner/partner", "service/serve"];
  expect(commands.filter((name) => loaded.some((url) => url.endsWith(`/dist-test/cli/${name}.js`)))).toEqual([
    "chains/chain",
  ]);
});

test("serve loads the service's modules, so the tests above would notice them", async () => {
  const loaded = await modulesLoadedBy(["serve", "--help"]);
  expect(packagesOf(loaded)).toEqual(expect.arrayContaining(HEAVY));
  // Only with a collector's URL.
  expect(loaded.filter((url) => url.includes("opentelemetry") || url.endsWith("/monitoring/tracing.js"))).toEqual([]);
});

test("serve loads none of the packages that most processes never use", async () => {
  const packages = packagesOf(await modulesLoadedBy(["serve", "--help"]));
  expect(packages.filter((name) => /^(@simplewebauthn|@peculiar|sharp|tiny-secp256k1)/.test(name))).toEqual([]);
});

test("the build's packages have one byte per character, in which V8 then keeps them", async () => {
  const dir = join(import.meta.dirname, "../../../dist-test/packages");
  const texts = await Promise.all(
    (await readdir(dir)).map(async (name) => [name, await readFile(join(dir, name))] as const),
  );
  expect(texts.filter(([, bytes]) => bytes.some((byte) => byte > LAST_ASCII)).map(([name]) => name)).toEqual([]);
});

/** URLs of the modules that Node's coverage reports for a run, sorted. */
async function modulesLoadedBy(args: readonly string[]): Promise<string[]> {
  const dir = await temporaryDir();
  expect(await turnpikeProcess(args, { NODE_V8_COVERAGE: dir })).toMatchObject({ code: 0, stderr: "" });
  const reports = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), "utf8")));
  const urls = reports.flatMap((report) => (JSON.parse(report) as { result: { url: string }[] }).result);
  return urls
    .map(({ url }) => url)
    .filter((url) => url.startsWith("file:"))
    .sort();
}

/** Packages load from node_modules, or from the file that the build makes of one. */
const packagesOf = (urls: readonly string[]): string[] => {
  const names = urls.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/|\/packages\/([a-z]+)\.js$/.exec(url));
  return [...new Set(names.flatMap((found) => found?.[1] ?? found?.[2] ?? []))].sort();
};
