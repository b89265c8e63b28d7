// One reader of the environment, one writer of a status, one place for SQL, one page that lists every setting.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SETTINGS } from "../../src/settings/settings.ts";
import { inSrc, ROOT, sources } from "./sources.ts";

describe("responsibilities", () => {
  const filesWith = (pattern: RegExp): string[] =>
    sources.filter((file) => pattern.test(readFileSync(file, "utf8"))).map(inSrc);

  test("only settings/config.ts reads the environment", () => {
    expect(filesWith(/process\.env/)).toEqual(["settings/config.ts"]);
  });

  test("only store/payments/apply.ts writes a payment's status", () => {
    expect(filesWith(/update payments\b/i)).toEqual(["store/payments/apply.ts"]);
  });

  test("only http/request/client-address.ts reads a client's address from the connection or a proxy's header", () => {
    const reads = /\brequest\.ips?\b|\bips?\b[^}\n]*\}: FastifyRequest|x-forwarded-for["'`]/i;
    expect(filesWith(reads)).toEqual(["http/request/client-address.ts"]);
  });

  test("no code of the store decides from a statement's text or name", () => {
    const reads =
      /\b(config|statement)\.(text|name)\b|\btext\.(includes|match|replace|search|startsWith)|\.(exec|test)\(text\)/;
    expect(filesWith(reads).filter((file) => file.startsWith("store/"))).toEqual([]);
  });

  test("only the store contains SQL on its tables", () => {
    const sql = /\b(insert into|delete from|update) (payments|confirmations|transfers|merchants|api_keys|relay_\w+)\b/i;
    expect(filesWith(sql).filter((file) => !file.startsWith("store/"))).toEqual([]);
  });
});

test("the page of settings lists every setting with its default", () => {
  const page = readFileSync(join(ROOT, "docs/settings.md"), "utf8");
  const rows = new Map(
    [...page.matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \|/gm)].map(([, name, fallback]) => [name, fallback?.trim()]),
  );
  const expected = Object.entries(SETTINGS).map(([name, { fallback }]) => [name, fallback ? `\`${fallback}\`` : "–"]);
  expect([...rows].filter(([name]) => name && name in SETTINGS)).toEqual(expected);
});
