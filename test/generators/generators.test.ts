// Clients that others generate from a running server's openapi.json compile, list with filters, and long-poll.
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenPayment } from "../routes/given.ts";
import { serverForFile } from "../routes/setup.ts";
import { type Collection, requestsOf, seeWith } from "./postman.ts";
import type { Facts, Seen } from "./programs/facts.ts";

const MODULES = join(import.meta.dirname, "node_modules");
const run = promisify(execFile);
const load = createRequire(join(MODULES, "x.js"));

const server = serverForFile();
let folder: string;
let document: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnpike-test-generators-"));
  cpSync(join(import.meta.dirname, "programs"), folder, { recursive: true });
  await symlink(MODULES, join(folder, "node_modules"));
  document = await (await fetch(`${server().baseUrl}/openapi.json`)).text();
  await writeFile(join(folder, "openapi.json"), document);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});
afterAll(() => rm(folder, { recursive: true }));

/** @returns what it printed */
const generate = async (program: string, ...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await run(join(MODULES, ".bin", program), [...args], { cwd: folder });
  return stdout + stderr;
};

interface Program {
  see(facts: Facts): Promise<Seen>;
}

test("openapi-typescript, @hey-api/openapi-ts and orval make clients that compile and work", async () => {
  const said = await Promise.all([
    generate("openapi-typescript", "openapi.json", "-o", "generated/paths.ts"),
    generate("openapi-ts", "-i", "openapi.json", "-o", "generated/hey-api", "-c", "@hey-api/client-fetch"),
    generate("orval", "--config", "orval.config.cjs"),
  ]);
  expect(said.join("\n")).not.toMatch(/warn|error|fail|⚠/i);
  const { stdout } = await run(join(MODULES, ".bin/tsc"), ["-p", folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");

  const names = ["openapi-fetch", "hey-api", "orval"];
  await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: true,
      outDir: join(folder, "bundle"),
      rolldownOptions: { input: names.map((name) => join(folder, `${name}.ts`)) },
    },
    ssr: { noExternal: true },
  });
  for (const name of names) {
    const { see }: Program = await import(pathToFileURL(join(folder, "bundle", `${name}.js`)).href);
    expect([name, await seenBy(see)]).toEqual([name, SEEN]);
  }
});

const SEEN: Seen = { references: ["cheap order", "dear order"], merchants: 1, status: "cancelled" };

/** What a program sees of a new partner's payments. */
async function seenBy(see: Program["see"]): Promise<Seen> {
  const partner = await server().asNewOwner();
  const since = new Date(Date.now() - 60_000).toISOString();
  await partner.call({
    method: "PATCH",
    path: `/v1/merchants/${partner.merchantId}`,
    body: { merchantName: "The Shop" },
  });
  const of = (referenceId: string, value: string) =>
    givenPayment(partner, { referenceId, amount: { unit: "iso4217/USD", value } });
  const paymentId = await of("dear order", "5000");
  await of("cheap order", "100");
  const headers = { "Api-Key": partner.apiKey, "Merchant-Id": partner.merchantId };
  const cancel = async () => void (await partner.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} }));
  return see({ baseUrl: server().baseUrl, headers, paymentId, since, cancel });
}

test("openapi-to-postmanv2 makes a collection that works, without headers of SDKs", async () => {
  const { convertV2 } = load("openapi-to-postmanv2");
  const options = { disableOptionalParameters: true };
  const { result, reason, output } = await promisify(convertV2)({ type: "string", data: document }, options);
  expect([result, reason]).toEqual([true, undefined]);
  const collection: Collection = output[0].data;
  const [{ url: baseUrl }] = JSON.parse(document).servers;
  expect(collection.variable).toEqual([expect.objectContaining({ key: "baseUrl", value: baseUrl })]);
  const requests = requestsOf(collection);
  expect(requests.size).toBeGreaterThan(40);
  const headers = [...requests.values()].flatMap(({ header }) => header);
  expect(new Set(headers.map(({ key }) => key))).toEqual(
    new Set(["Accept", "Content-Type", "Idempotency-Key", "Merchant-Id", "Pay-Version"]),
  );
  expect(new Set(headers.filter(({ key }) => key === "Pay-Version").map(({ value }) => value))).toEqual(
    new Set(["2026-02-18"]),
  );
  expect(await seenBy((facts) => seeWith(requests, { ...facts, baseUrl }))).toEqual(SEEN);
});

test("Redocly finds no error in it, nor an example that does not match its schema", async () => {
  const { createConfig, lintFromString } = load("@redocly/openapi-core");
  // This server is on localhost, and the examples of errors are there for readers.
  const rules = { "no-server-example.com": "off", "no-unused-components": "off" };
  const config = await createConfig({ extends: ["recommended"], rules });
  const problems: { message: string; location: { pointer: string }[] }[] = await lintFromString({
    source: document,
    absoluteRef: join(folder, "openapi.json"),
    config,
  });
  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
});

test("RE2 and Python read every pattern", async () => {
  const patterns = [...document.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text ?? ""));
  expect(patterns.length).toBeGreaterThan(5);
  const { RE2JS } = load("re2js");
  for (const pattern of patterns) expect(() => RE2JS.compile(pattern)).not.toThrow();
  const python = "import json, re, sys\nfor pattern in json.load(open(sys.argv[1])): re.compile(pattern)";
  await writeFile(join(folder, "patterns.json"), JSON.stringify(patterns));
  await run("python3", ["-c", python, join(folder, "patterns.json")]);
  expect(await readFile(join(folder, "patterns.json"), "utf8")).toContain("^");
});
