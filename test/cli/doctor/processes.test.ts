// doctor finds an installation of which a part does not run: no API, no worker, nothing at the public address.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { entryOf } from "../../harness/server/process.ts";
import { startServer } from "../../harness/server/server.ts";
import { steadyPort } from "../../harness/steady-port.ts";
import { chainsFileOf, turnpike } from "../turnpike.ts";

interface Finding {
  readonly part: string;
  readonly state: string;
  readonly message: string;
}

/** A proxy that responds with this status. */
async function proxyWith(status: number): Promise<string> {
  const proxy = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => proxy.close(() => resolve())));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function findingsOf(role: "api" | "worker" | "all", publicUrl: string): Promise<readonly Finding[]> {
  const server = await startServer({ role });
  onTestFinished(() => server.stop());
  const { environment, chains } = server.installation;
  const settings = { ...environment, CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)), PUBLIC_URL: publicUrl };
  const { stdout } = await turnpike(["doctor", "--json"], settings);
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return findings.filter(({ part }) => ["processes", "public address"].includes(part));
}

test("only workers run, and the proxy finds no API", { timeout: 60_000 }, async () => {
  expect(await findingsOf("worker", await proxyWith(502))).toEqual([
    { part: "processes", state: "warning", message: expect.stringMatching(/^no api has .*serve --role api$/) },
    { part: "public address", state: "problem", message: expect.stringMatching(/^http:\S+ responds with 502: /) },
  ]);
});

test("only APIs run, and nothing listens at the public address", { timeout: 60_000 }, async () => {
  expect(await findingsOf("api", `http://127.0.0.1:${await steadyPort()}`)).toEqual([
    { part: "processes", state: "warning", message: expect.stringMatching(/^no worker has .*serve --role worker$/) },
    { part: "public address", state: "problem", message: expect.stringMatching(/does not respond \(.*ECONNREFUSED/) },
  ]);
});

test("everything runs", { timeout: 60_000 }, async () => {
  expect(await findingsOf("all", await proxyWith(200))).toEqual([
    { part: "public address", state: "ok", message: expect.stringMatching(/^http:\S+ responds$/) },
  ]);
});
