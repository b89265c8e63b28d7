// Each reason that the server gives for a failed webhook attempt has a text in the console's languages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reasonIn } from "../../src/browser/console/pages/webhooks/reason.ts";

const source = (path: string): string => readFileSync(join(import.meta.dirname, "../../src", path), "utf8");

/** The texts in the sources that write them, with a value for each placeholder. */
function writtenIn(path: string, pattern: RegExp): readonly string[] {
  const texts = [...source(path).matchAll(pattern)].flatMap(([, text]) => text ?? []);
  expect(texts.length).toBeGreaterThan(0);
  return texts.map((text) => text.replaceAll(/\$\{[^}]*\}/g, "5"));
}

test("all reasons are known", () => {
  const reasons = [
    ...writtenIn("outbound/post-public.ts", /["`]((?:refused|closed|could|took|has no|sent) [^"`]+)["`]/g),
    ...writtenIn("operations/webhooks/deliver-webhooks.ts", /error: (?:isSuccess \? null : )?["`]([^"`]+)["`]/g),
  ];
  expect(reasons.filter((text) => reasonIn(text) === null)).toEqual([]);
});

test.each([
  ["took longer than 10 s", { reason: "slow", values: { seconds: "10" } }],
  ["responded with status 503", { reason: "status", values: { status: "503" } }],
  ["has no valid TLS certificate (CERT_HAS_EXPIRED)", { reason: "certificate", values: { code: "CERT_HAS_EXPIRED" } }],
  ["did something new", null],
])("%s", (text, known) => {
  const found = reasonIn(text);
  expect(found && { ...found, values: { ...found.values } }).toEqual(known);
});
