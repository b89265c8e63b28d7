// The rules of STYLE.md that a machine can check: import directions, no cycles, one reader of the environment, one
// writer of a status, lengths, banned names and phrases, and a page that lists every setting.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { SETTINGS } from "../src/settings/config.ts";

const ROOT = resolve(import.meta.dirname, "..");
const SRC = join(ROOT, "src");
const LOCALES = "locales";

/** Imports point one way. These are the folders that each folder of src/ may import, besides itself and packages. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "ids.ts": [],
  concurrency: [],
  validation: [],
  money: [],
  payment: ["money"],
  merchant: ["money", "payment/branding/branding.ts"],
  events: ["money", "payment", "merchant"],
  contract: ["money", "payment", "merchant", "events"],
  operations: ["money", "payment", "merchant", "events", "ids.ts"],
  store: ["settings/database-url.ts", "concurrency", "operations", "money", "payment", "merchant", "events", "ids.ts"],
  chains: ["concurrency", "operations", "money", "payment", "settings/config-issues.ts"],
  rates: ["operations", "outbound", "money", "payment", "settings/config-issues.ts"],
  screening: ["operations", "money"],
  outbound: [],
  logos: ["concurrency", "operations", "outbound", "merchant"],
  [LOCALES]: [],
  pages: [LOCALES, "operations", "contract", "money", "payment", "merchant"],
  http: [
    "settings/apps.ts",
    "settings/rate-limits.ts",
    "concurrency",
    "validation",
    "operations",
    "contract",
    "pages",
    "money",
    "payment",
    "merchant",
    "events",
    "ids.ts",
  ],
  workers: ["operations"],
  monitoring: ["operations", "payment"],
  client: ["contract", "money", "payment"],
  "server-client": ["client", "contract"],
  // From pages, only what their programs show, never the rendering.
  browser: [
    LOCALES,
    "client",
    "contract",
    "events",
    "money",
    "payment",
    "pages/messages",
    "pages/checkout/data.ts",
    "pages/checkout/token-mark.ts",
  ],
  settings: ["validation", "payment", "screening"],
  "log.ts": ["operations/errors/outage.ts", "settings/config.ts", "version.ts"],
  "version.ts": [],
};
/** Folders from which only types may be imported: an editor finds the code, and none of it is loaded. */
const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = {
  http: ["store"],
  [LOCALES]: ["pages/messages"],
};
/** These wire everything together and may import everything. */
const WIRING = [
  "main.ts",
  "api-settings.ts",
  "webhooks.ts",
  "start-monitoring.ts",
  "startup-checks.ts",
  "cli",
  "local",
];

const LINES_MAX = 300;
const COLUMNS_MAX = 120;
/** A string, template or regular expression on one line. It cannot wrap, so it does not count. */
const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?|\/(?![/*])(?:[^/\\]|\\.)+\/[a-z]*/g;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const ADDRESS = /\bhttps?:\/\/\S+/g;
/** Telltale phrases of translated English. */
const BANNED_PHRASES = [
  /\bcan not\b/i,
  /\bbut for\b/i,
  /\bwhoever\b/i,
  /\botherwise than\b/i,
  /\bis (looked|asked|judged) again\b/i,
  /\bof its own\b/i,
  /[,;] too(?=[.,;:)]|$)/i,
  /\bmend(s|ed|ing)?\b/i,
  /\bin this time\b/i,
  /\bso often\b/i,
];
const BANNED_NAMES = ["utils", "util", "helpers", "helper", "common", "misc", "shared"];

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/node_modules/"));
}

const CODE = /\.tsx?$/;
const sources = [...filesIn(SRC, CODE), ...filesIn(join(ROOT, LOCALES), CODE)];
/** `path:line: text` of every line that matches. */
const placesIn = (file: string, matches: (line: string) => boolean): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => (matches(line) ? [`${relative(ROOT, file)}:${index + 1}: ${line.trim()}`] : []));
/** Below src/, or below the root for translations. */
const inSrc = (file: string): string => relative(file.startsWith(join(ROOT, LOCALES)) ? ROOT : SRC, file);
const folderOf = (file: string): string => inSrc(file).split("/")[0] ?? "";

/** Whether `path` is `place`, or a file below it. */
const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** An import or export with names, an import for its side effects, or a dynamic import. */
const IMPORT = /^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gms;
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, named, effect, late]) =>
    resolve(dirname(file), named ?? effect ?? late ?? ""),
  );

const TYPE_ONLY = /^(?:import|export) type\s[^;]*?from\s+"(\.[^"]+)"/gms;
/** The imports that load code: all except `import type` and `export type`. */
const loadsOf = (file: string): string[] => {
  const types = [...readFileSync(file, "utf8").matchAll(TYPE_ONLY)].map(([, path]) =>
    resolve(dirname(file), path ?? ""),
  );
  const loads = importsOf(file);
  for (const path of types) loads.splice(loads.indexOf(path), 1);
  return loads;
};

describe("imports", () => {
  test("point one way between folders", () => {
    const wrong = sources.flatMap((file) => {
      const folder = folderOf(file);
      if (WIRING.includes(folder)) return [];
      const allowed = MAY_IMPORT[folder];
      if (!allowed) return [`${inSrc(file)} is in an unknown folder`];
      const mayType = MAY_IMPORT_TYPES[folder] ?? [];
      const loads = loadsOf(file);
      return importsOf(file)
        .filter((target) => folderOf(target) !== folder && !allowed.some((each) => isWithin(inSrc(target), each)))
        .filter((target) => loads.includes(target) || !mayType.some((each) => isWithin(inSrc(target), each)))
        .map((target) => `${inSrc(file)} imports ${inSrc(target)}`);
    });
    expect(wrong).toEqual([]);
  });

  test("have no cycles", () => {
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].map(inSrc).join(" → "));
      if (path.includes(file) || done.has(file)) return;
      for (const target of importsOf(file)) if (CODE.test(target)) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of sources) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe("responsibilities", () => {
  const filesWith = (pattern: RegExp): string[] =>
    sources.filter((file) => pattern.test(readFileSync(file, "utf8"))).map(inSrc);

  test("only settings/config.ts reads the environment", () => {
    expect(filesWith(/process\.env/)).toEqual(["settings/config.ts"]);
  });

  test("only store/payments/apply.ts writes a payment's status", () => {
    expect(filesWith(/update payments\b/i)).toEqual(["store/payments/apply.ts"]);
  });

  test("no code of the store decides from a statement's text or name", () => {
    const reads =
      /\b(config|statement)\.(text|name)\b|\btext\.(includes|match|replace|search|startsWith)|\.(exec|test)\(text\)/;
    expect(filesWith(reads).filter((file) => file.startsWith("store/") && !file.startsWith("store/moved/"))).toEqual(
      [],
    );
  });

  test("only the store contains SQL on its tables", () => {
    const sql = /\b(insert into|delete from|update) (payments|confirmations|transfers|merchants|api_keys|relay_\w+)\b/i;
    expect(filesWith(sql).filter((file) => !file.startsWith("store/"))).toEqual([]);
  });
});

describe("files", () => {
  const all = ["src", LOCALES, "test", "bench", "scripts", "contracts", "examples"]
    .flatMap((folder) => filesIn(join(ROOT, folder), /\.(tsx?|js|css|sol)$/))
    .filter((file) => !file.includes("/generated/") && !file.includes("/abi/"));

  test(`have at most ${LINES_MAX} lines, except for translations, which are data`, () => {
    const code = all.filter((file) => folderOf(file) !== LOCALES);
    const long = code.filter((file) => readFileSync(file, "utf8").split("\n").length > LINES_MAX + 1);
    expect(long.map((file) => relative(ROOT, file))).toEqual([]);
  });

  test(`have at most ${COLUMNS_MAX} columns, except for literals that cannot wrap`, () => {
    const countedIn = (line: string): number =>
      (COMMENT.test(line) ? line.replace(ADDRESS, "") : line.replace(LITERAL, "")).length;
    const long = all.flatMap((file) =>
      placesIn(file, (line) => line.length > COLUMNS_MAX && countedIn(line) > COLUMNS_MAX),
    );
    expect(long).toEqual([]);
  });

  test(`have prose of at most ${COLUMNS_MAX} columns: tables, links and code do not count`, () => {
    const pages = [
      ...filesIn(join(ROOT, "docs"), /\.md$/),
      ...readdirSync(ROOT)
        .filter((name) => name.endsWith(".md"))
        .map((name) => join(ROOT, name)),
    ];
    const long = pages.flatMap((file) => {
      let isCode = false;
      return placesIn(file, (line) => {
        if (line.trimStart().startsWith("```")) isCode = !isCode;
        return !isCode && line.length > COLUMNS_MAX && !/^\s*(?:\||#|!?\[|<)/.test(line);
      });
    });
    expect(long).toEqual([]);
  });

  test("contain no telltale phrase of translated English", () => {
    const pages = ["docs", "contracts", "examples", "deploy"].flatMap((folder) => filesIn(join(ROOT, folder), /./));
    const texts = [
      join(ROOT, "README.md"),
      ...pages,
      ...all.filter((file) => /^(src|locales|test)\//.test(relative(ROOT, file))),
    ];
    const found = [...new Set(texts)].flatMap((file) =>
      placesIn(file, (line) => BANNED_PHRASES.some((phrase) => phrase.test(line))),
    );
    expect(found).toEqual([]);
  });

  test("are named after what they hold", () => {
    const words = all.filter((file) => BANNED_NAMES.some((name) => file.split(/[/.]/).includes(name)));
    expect(words.map((file) => relative(ROOT, file))).toEqual([]);
  });

  test("contain no suppressed checks, unfinished notes or skipped tests", () => {
    // Split, so that this file does not contain the words itself.
    const banned = [
      "@ts-" + "ignore",
      "@ts-" + "expect-error",
      "biome-" + "ignore",
      "TO" + "DO",
      "FIX" + "ME",
      "." + "skip(",
      "." + "only(",
    ];
    const found = all.flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return banned.filter((word) => text.includes(word)).map((word) => `${relative(ROOT, file)}: ${word}`);
    });
    expect(found).toEqual([]);
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
