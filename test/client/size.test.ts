// The client's size in a wallet's page, without further dependencies.
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

const BYTES_MAX = 15_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnpike-test-size-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The bundle of a page that exports only this. */
async function bundled(what: string): Promise<string> {
  const entry = join(folder, "page.js");
  writeFileSync(entry, `export ${what} from "${resolve(import.meta.dirname, "../../src/client/index.ts")}";`);
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: true, lib: { entry, formats: ["es"], fileName: "page" } },
  });
  const [first] = Array.isArray(built) ? built : [];
  const [chunk, ...others] = first?.output ?? [];
  if (chunk?.type !== "chunk" || others.length > 0) throw new Error("it is not built to one file");
  expect([chunk.imports, chunk.dynamicImports]).toEqual([[], []]);
  return chunk.code;
}

const bytesOf = (code: string): number => gzipSync(code).length;

test("the whole client is below 15 KB compressed, and a part of it is smaller", async () => {
  const whole = await bundled("*");
  const links = await bundled("{ parsePaymentLink }");
  expect(bytesOf(whole)).toBeLessThan(BYTES_MAX);
  expect(bytesOf(links)).toBeLessThan(bytesOf(whole) / 4);
});
