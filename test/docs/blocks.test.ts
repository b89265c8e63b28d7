// Every code block is of a known kind; blocks that are not run are checked statically (see fences.ts).
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseChains } from "../../src/chains/evm/config/config.ts";
import { parseRates } from "../../src/rates/config.ts";
import { readConfig } from "../../src/settings/config.ts";
import { SETTINGS } from "../../src/settings/settings.ts";
import { faultsOf, turnpikeFaults } from "./checked.ts";
import { isFence } from "./fences.ts";
import { ROOT, readPages } from "./pages.ts";

const pages = readPages();
const blocks = pages.flatMap((page) => page.blocks);
const having = (...infos: readonly string[]) => blocks.filter(({ info }) => infos.includes(info));

test("every block is of a known kind", () => {
  expect(
    blocks.filter(({ info }) => !isFence(info)).map(({ place, info }) => `${place}: ${info || "no kind"}`),
  ).toEqual([]);
});

test("operator blocks parse, and name existing commands, flags, scripts and files", () => {
  const faults = having("sh operator", "sh developer").flatMap(({ place, text }) =>
    faultsOf(text).map((fault) => `${place}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test("commands in sentences and tables exist", () => {
  const faults = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:bin\/)?turnpike [^`…]*)`/g)].flatMap(([, command = ""]) =>
      turnpikeFaults(
        command
          .replaceAll(/\s*\n\s*/g, " ")
          .replaceAll(/[[\]]/g, "")
          .replaceAll("\\|", "|"),
      ).map((fault) => `${path}: ${fault}`),
    ),
  );
  expect(faults).toEqual([]);
});

test("JSON blocks parse", () => {
  const faults = having("json", "json answer", "json chains-file", "json rates-file").flatMap(({ place, text }) => {
    try {
      JSON.parse(text);
      return [];
    } catch (error) {
      return [`${place}: ${String(error)}`];
    }
  });
  expect(faults).toEqual([]);
});

/** Fills the reader's values in. Each gets another account, because a router receives no fees. */
function filledIn(text: string): unknown {
  let places = 0;
  return JSON.parse(text.replaceAll('"0x…"', () => `"0x${String(++places).padStart(40, "1")}"`));
}

test("chains files are valid", () => {
  for (const { place, text } of having("json chains-file")) {
    const shown = filledIn(text);
    expect(parseChains(Array.isArray(shown) ? shown : [shown]), place).toHaveProperty("kind", "ok");
  }
});

test("rates files are valid", () => {
  for (const { place, text } of having("json rates-file")) {
    expect(parseRates(filledIn(text), ["eip155:8453"]), place).toHaveProperty("kind", "ok");
  }
});

/** Valid values of settings that pages take from files of the reader: `SECRET_KEY_FILE`. */
const IN_FILES: Readonly<Record<string, string>> = {
  DATABASE_URL_FILE: "DATABASE_URL=postgres://turnpike:secret@127.0.0.1:5432/turnpike",
  SECRET_KEY_FILE: "SECRET_KEY=…",
  BUYER_DATA_KEYS_FILE: "BUYER_DATA_KEYS=1:…",
  RECEIPT_KEYS_FILE: "RECEIPT_KEYS=…",
  RELAYER_KEYS_FILE: "RELAYER_KEYS=0x…",
};

test("settings exist and have valid values", () => {
  for (const { place, text } of having("ini settings")) {
    const hex = "0123456789abcdef".repeat(4);
    const pairs = text
      .trim()
      .split("\n")
      .map((line) => (IN_FILES[line.split("=")[0] ?? ""] ?? line).replace("…", hex).split(/=(.*)/s, 2));
    const given = Object.fromEntries(pairs) as Record<string, string>;
    expect(
      Object.keys(given).filter((name) => !(name in SETTINGS)),
      place,
    ).toEqual([]);
    expect(() => readConfig({}, given), place).not.toThrow();
  }
});

/** Compiles as the package's user does: against its types, for a browser or for Node. */
const TSCONFIG = {
  extends: join(ROOT, "tsconfig.json"),
  compilerOptions: {
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    typeRoots: [join(ROOT, "node_modules/@types")],
    noUnusedLocals: false,
    paths: {
      "turnpike/client": [join(ROOT, "src/client/index.ts")],
      "turnpike/server": [join(ROOT, "src/server-client/index.ts")],
    },
  },
  include: ["*.ts"],
  exclude: [],
};

test("TypeScript compiles, with each page's blocks as one module", async () => {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-docs-ts-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await symlink(join(ROOT, "node_modules"), join(dir, "node_modules"));
  await writeFile(join(dir, "package.json"), JSON.stringify({ type: "module" }));
  for (const page of pages) {
    const own = page.blocks.filter(({ info }) => info === "ts");
    if (own.length === 0) continue;
    const text = own.map((block) => `// ${block.place}\n${block.text}`).join("\n");
    await writeFile(join(dir, `${page.path.replaceAll(/\W/g, "-")}.ts`), `${text}\nexport {};\n`);
  }
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, "-p", dir], (_, stdout) => resolve(stdout));
  });
  expect(said).toBe("");
});
