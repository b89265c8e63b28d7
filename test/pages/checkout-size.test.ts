// The checkout page stays small, before and after a wallet is chosen.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { givenPayment } from "../routes/given.ts";
import { sharedServerForFile } from "../routes/setup.ts";

/** Limit for all of it. */
const BYTES_MAX = 90_000;
/** Must not be included: only the server uses the chain library. */
const NOT_IN_IT = /viem|secp256k1|keccak/i;
const BUILT = resolve(import.meta.dirname, "../../dist/browser/checkout");

const server = sharedServerForFile();
let files: string[];
beforeAll(() => {
  files = readdirSync(BUILT).filter((name) => /\.(js|css)$/.test(name));
});

test("page, script and styles are below 90 KB together, in either compression", async () => {
  const { body } = await server().call<string>({ path: `/${await givenPayment(server())}?lang=ar` });
  const contents = [Buffer.from(body), ...files.map((name) => readFileSync(join(BUILT, name)))];
  const sum = (compress: (bytes: Buffer) => Buffer) =>
    contents.reduce((bytes, content) => bytes + compress(content).length, 0);
  expect(files.length).toBeGreaterThanOrEqual(2);
  expect(sum(gzipSync)).toBeLessThan(BYTES_MAX);
  expect(sum((bytes) => brotliCompressSync(bytes))).toBeLessThan(BYTES_MAX);
});

test("every file is compressed and immutable", async () => {
  for (const name of files) {
    const path = `/assets/checkout/${name}`;
    const { status, headers } = await server().call({ path, headers: { "accept-encoding": "br" } });
    expect([status, headers.get("content-encoding")]).toEqual([200, "br"]);
    expect(headers.get("cache-control")).toContain("immutable");
    expect(Number(headers.get("content-length"))).toBe(statSync(join(BUILT, `${name}.br`)).size);
  }
});

test("the page loads only those files, none of which contains the chain library", async () => {
  const { body } = await server().call<string>({ path: `/${await givenPayment(server())}` });
  const loaded = [...body.matchAll(/(?:src|href)="\/assets\/checkout\/([^"]+)"/g)].map(([, name]) => name);
  expect(loaded.sort()).toEqual([...files].sort());
  for (const name of files) expect(readFileSync(join(BUILT, name), "utf8")).not.toMatch(NOT_IN_IT);
});
