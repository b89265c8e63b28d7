// A process tells systemd that it is ready (sd_notify) once it can serve, by systemd's own program.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startProcess } from "../harness/server/process.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null });
});
afterAll(() => server.stop());

/** Listens like systemd. @returns the socket, and its messages */
async function startListener() {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-notify-"));
  const path = join(dir, "notify");
  const child = spawn("python3", [join(import.meta.dirname, "notify-socket.py"), path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    child.kill();
    await rm(dir, { recursive: true });
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await lines.next()).value ?? "";
  expect(await next()).toBe("listening");
  return { path, next };
}

test.each(["api", "worker"] as const)("%s: systemd hears of it once it is ready", { timeout: 60_000 }, async (role) => {
  const { path, next } = await startListener();
  const environment = { ...server.installation.environment, NOTIFY_SOCKET: path };
  const log: string[] = [];
  const process = await startProcess({ ...server.installation, environment }, { role, onLine: (l) => log.push(l) });
  onTestFinished(() => process.kill());
  expect(await next()).toBe("READY=1");
  expect(log.join()).toContain("turnpike is up");
  if (role === "api") expect((await fetch(`${process.baseUrl}/readyz`)).status).toBe(200);
});

test("a process that cannot tell systemd says so, and serves", { timeout: 60_000 }, async () => {
  const environment = { ...server.installation.environment, NOTIFY_SOCKET: "/nowhere/notify" };
  let say: (line: string) => void = () => {};
  const said = new Promise<string>((resolve) => {
    say = resolve;
  });
  const process = await startProcess(
    { ...server.installation, environment },
    { role: "api", onLine: (line) => line.includes("systemd was not told") && say(line) },
  );
  onTestFinished(() => process.kill());
  expect(JSON.parse(await said)).toMatchObject({ level: 50 });
  expect((await fetch(`${process.baseUrl}/readyz`)).status).toBe(200);
});
