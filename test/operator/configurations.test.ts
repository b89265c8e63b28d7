// The systemd unit and the proxy's configuration, checked by systemd and nginx.
import { execFile, spawn } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ROOT } from "../docs/pages.ts";
import { steadyPort } from "../harness/steady-port.ts";
import { NGINX_ENVIRONMENT, writeNginxConfiguration } from "./nginx-configuration.ts";

const run = promisify(execFile);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-test-configurations-"));
});
afterAll(() => rm(dir, { recursive: true }));

test.each([
  ["turnpike.service", "turnpike.service"],
  ["turnpike-api@.service", "turnpike-api@4020.service"],
  ["turnpike-worker@.service", "turnpike-worker@1.service"],
  ["turnpike-task@.service", "turnpike-task@doctor.service"],
  ["turnpike-backup.service", "turnpike-backup.service"],
  ["turnpike-doctor.timer", "turnpike-doctor.timer"],
  ["turnpike-reconcile.timer", "turnpike-reconcile.timer"],
  ["turnpike-certificate.timer", "turnpike-certificate.timer"],
  ["turnpike-backup.timer", "turnpike-backup.timer"],
])("systemd accepts %s", async (file, instance) => {
  const unit = join(dir, instance);
  await copyFile(join(ROOT, "deploy", file), unit);
  const { stdout, stderr } = await run("systemd-analyze", ["verify", unit]);
  expect(stdout + stderr).not.toContain("turnpike");
});

/** Nothing listens there: each request is a 502. */
const NO_SERVER = "127.0.0.1:1";

const nginxConfiguration = (httpsPort: number, httpPort: number, more = "") =>
  writeNginxConfiguration({ dir, httpsPort, httpPort, upstream: NO_SERVER, http: more });

test("nginx accepts its configuration", async () => {
  const path = await nginxConfiguration(await steadyPort(), await steadyPort());
  const { stderr } = await run("nginx", ["-t", "-p", dir, "-c", path], { env: NGINX_ENVIRONMENT });
  expect(stderr).toContain("test is successful");
  expect(stderr).not.toContain("[warn]");
});

/** @returns sends a request to a running nginx, and returns the status of the response */
async function startNginx(port: number, path: string, health = 502) {
  const nginx = spawn("nginx", ["-p", dir, "-c", path, "-g", "daemon off;"], {
    env: NGINX_ENVIRONMENT,
    stdio: "ignore",
  });
  onTestFinished(() => void nginx.kill("SIGTERM"));
  const ask = (target: string, headers = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ port, path: target, headers, rejectUnauthorized: false }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      });
      asked.on("error", reject).end();
    });
  await expect.poll(() => ask("/healthz").catch(() => null)).toBe(health);
  return ask;
}

test("nginx's logs contain no payment and no form", async () => {
  const port = await steadyPort();
  const ask = await startNginx(port, await nginxConfiguration(port, await steadyPort()));
  for (const target of ["/pay_abc", "/?pid=pay_abc", "/v1/gateway/payment/pay_abc/status", "/collect/secret?lang=de"]) {
    await ask(target);
  }
  const logged = async () => (await readFile(join(dir, "turnpike.log"), "utf8")).match(/"GET [^"]*"/g)?.slice(-4);
  await expect
    .poll(logged)
    .toEqual(['"GET /pay_*"', '"GET /"', '"GET /v1/gateway/payment/pay_*/status"', '"GET /collect/*"']);
  expect(await readFile(join(dir, "turnpike-error.log"), "utf8")).toBe("");
});

/** @param has the paths with an answer; others are 404. @returns its host and port */
async function startUpstream(...has: readonly string[]): Promise<string> {
  const upstream = createServer(({ url = "" }, response) => response.writeHead(has.includes(url) ? 200 : 404).end());
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void upstream.close().closeAllConnections());
  return `127.0.0.1:${(upstream.address() as AddressInfo).port}`;
}

test("during an upgrade, a page's file comes from the server that has it; other paths are asked once", async () => {
  const port = await steadyPort();
  const upstream = [await startUpstream("/assets/old.js", "/a"), await startUpstream("/assets/new.js")] as const;
  const path = await writeNginxConfiguration({ dir, httpsPort: port, httpPort: await steadyPort(), upstream });
  const ask = await startNginx(port, path, 404);
  const statuses = async (target: string) => [
    await ask(target),
    await ask(target),
    await ask(target),
    await ask(target),
  ];
  expect(await statuses("/assets/old.js")).toEqual([200, 200, 200, 200]);
  expect(await statuses("/assets/new.js")).toEqual([200, 200, 200, 200]);
  expect(await statuses("/assets/none.js")).toEqual([404, 404, 404, 404]);
  expect((await statuses("/a")).toSorted()).toEqual([200, 200, 404, 404]);
});

test("nginx limits an IPv6 /64 as one client, and each IPv4 address", async () => {
  const port = await steadyPort();
  const fromHeader = "set_real_ip_from 127.0.0.1;\nset_real_ip_from ::1;\nreal_ip_header x-test-address;\n";
  const path = await nginxConfiguration(port, await steadyPort(), fromHeader);
  const shipped = await readFile(path, "utf8");
  await writeFile(path, shipped.replace("rate=200r/s", "rate=1r/m").replace("burst=1000", "burst=1"));
  const ask = await startNginx(port, path);
  const from = (address: string) => ask("/", { "x-test-address": address });
  expect([await from("2001:db8:1:1::1"), await from("2001:db8:1:1:a:b:c:d")]).toEqual([502, 502]);
  expect(await from("2001:db8:1:1::2")).toBe(429);
  for (const address of ["2001:db8:1:2::1", "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"])
    expect(await from(address), address).toBe(502);
});
