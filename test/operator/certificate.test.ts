// turnpike certificate, on a server with certificates of openssl.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { turnpikeProcess } from "../cli/turnpike.ts";

const run = promisify(execFile);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-test-certificate-"));
});
afterAll(() => rm(dir, { recursive: true }));

/** @returns a port that serves a certificate for localhost, and its file */
async function serve(days: number): Promise<{ readonly port: number; readonly file: string }> {
  const [key, file] = [join(dir, `${days}.key`), join(dir, `${days}.crt`)];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  await run("openssl", [
    "req",
    "-x509",
    "-newkey",
    "ed25519",
    "-nodes",
    ...subject,
    "-days",
    `${days}`,
    "-keyout",
    key,
    "-out",
    file,
  ]);
  const server = createServer({ key: await readFile(key), cert: await readFile(file) }, (_, response) =>
    response.end(),
  );
  return { port: await listen(server), file };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The command in a separate process, which reads NODE_EXTRA_CA_CERTS when it starts. */
const certificate = (port: number, trusted = "") =>
  turnpikeProcess(["certificate"], { PUBLIC_URL: `https://localhost:${port}`, NODE_EXTRA_CA_CERTS: trusted });

test("a certificate that lasts", async () => {
  const { port, file } = await serve(60);
  const { code, stdout, stderr } = await certificate(port, file);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^the certificate of localhost:\d+ ends in (59|60) days, on \d{4}-\d\d-\d\d\n$/);
});

test("a certificate that nobody renewed", async () => {
  const { port, file } = await serve(10);
  const { code, stdout } = await certificate(port, file);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/ends in (9|10) days.*: look at why it was not renewed/)]);
});

test("a certificate that browsers refuse", async () => {
  const { port } = await serve(90);
  const { code, stderr } = await certificate(port);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/localhost:\d+ cannot be reached by TLS: self-signed/)]);
});

test("a port that does not speak TLS", async () => {
  const port = await listen(createTcpServer((socket) => socket.end("hello\n")));
  const { code, stderr } = await certificate(port);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`localhost:${port} cannot be reached by TLS`)]);
});

test("without TLS, the setting is named", async () => {
  const { code, stderr } = await turnpikeProcess(["certificate"], { PUBLIC_URL: "http://pay.example" });
  expect([code, stderr]).toEqual([2, "turnpike: PUBLIC_URL must be an https:// URL, whose certificate is checked\n"]);
});
