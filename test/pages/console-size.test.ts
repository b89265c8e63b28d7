// The console's first pages stay small: what a new browser loads before the sign-in's form works, and before the
// overview shows its figures. The responses of the API are not counted: 10 KB on the overview.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../src/pages/messages/languages.ts";
import { signIn } from "../harness/server/console.ts";
import { sharedServerForFile } from "../routes/setup.ts";

const SIGN_IN_MAX = 80_000;
const OVERVIEW_MAX = 300_000;
const BUILT = resolve(import.meta.dirname, "../../dist/browser/console");

const server = sharedServerForFile();

/** The page and the files that it names, compressed. */
async function bytesOf(language: Language, cookie?: string): Promise<number> {
  const headers = { "accept-language": language, ...(cookie && { cookie }) };
  const { body } = await server().call<string>({ path: "/console", headers });
  const names = [...body.matchAll(/(?:src|href)="\/assets\/console\/([^"]+)"/g)].map(([, name]) => name ?? "");
  const sizes = names.map((name) => readFileSync(join(BUILT, `${name}.br`)).length);
  return sizes.reduce((sum, size) => sum + size, brotliCompressSync(body).length);
}

test.each(LANGUAGES)("%s: without a session, only the sign-in is loaded", async (language) => {
  expect(await bytesOf(language)).toBeLessThan(SIGN_IN_MAX);
});

test.each(LANGUAGES)("%s: with a session, the overview's program is loaded in one round", async (language) => {
  const bytes = await bytesOf(language, (await signIn(server())).cookie);
  expect(bytes).toBeGreaterThan(SIGN_IN_MAX);
  expect(bytes).toBeLessThan(OVERVIEW_MAX);
});
