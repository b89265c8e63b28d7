// The table of currencies: the published list with the changes since, each with its date. One command renews it.
import { execFile } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { CURRENCIES, LIST_DATE } from "../../src/money/currency-table.ts";
import { decimalsOf, findCurrency, knownCurrency } from "../../src/money/fiat.ts";
import { ROOT } from "../docs/pages.ts";

const run = promisify(execFile);

/** ISO 4217's list one of 2024-06-25, as its maintenance agency published it. */
const PUBLISHED = readFileSync(join(ROOT, "node_modules/currency-codes/iso-4217-list-one.xml"), "utf8");
const PUBLISHED_ON = "2024-06-25";

const entries = [...PUBLISHED.matchAll(/<CcyNtry>(.*?)<\/CcyNtry>/gs)].map(([, entry = ""]) => ({
  code: /<Ccy>(\w+)</.exec(entry)?.[1] ?? "",
  decimals: Number(/<CcyMnrUnts>(.*?)</.exec(entry)?.[1]), // N.A. of metals, funds and test codes
}));

test("it is the published list with the changes since", () => {
  const before = CURRENCIES.filter(({ since }) => since === undefined);
  const published = new Map(entries.filter(({ decimals }) => !Number.isNaN(decimals)).map((each) => [each.code, each]));
  expect(before.map(({ code, decimals }) => [code, decimals])).toEqual(
    [...published.values()]
      .map(({ code, decimals }) => [code, decimals])
      .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );
  const changes = CURRENCIES.filter(({ since, withdrawnOn }) => since ?? withdrawnOn);
  expect(changes.map(({ code, since, withdrawnOn }) => [code, since, withdrawnOn])).toEqual([
    ["ANG", undefined, "2025-03-31"], // amendment 176
    ["BGN", undefined, "2026-01-01"], // Bulgaria uses the euro
    ["CUC", undefined, "2021-06-30"], // amendment 178, of 2025
    ["XCG", "2025-03-31", undefined], // amendment 176
  ]);
  for (const { since = LIST_DATE, withdrawnOn = LIST_DATE } of changes) {
    expect(since <= LIST_DATE && withdrawnOn <= LIST_DATE).toBe(true);
  }
});

test("payments are made in currencies that exist; amounts in withdrawn ones keep their decimals", () => {
  for (const code of ["XCG", "ZWG", "SLE", "VED", "VES", "EUR"]) expect(findCurrency(code)?.code, code).toBe(code);
  for (const code of ["ANG", "BGN", "CUC", "HRK", "SLL", "ZWL", "XAU", "XXX"])
    expect(findCurrency(code), code).toBeNull();
  for (const code of ["ANG", "BGN", "CUC"]) expect([knownCurrency(code)?.code, decimalsOf(code)]).toEqual([code, 2]);
});

describe("npm run currencies", () => {
  /** @returns the output, and the table that it wrote */
  async function renewed(list: string) {
    const dir = await mkdtemp(join(tmpdir(), "turnpike-test-currencies-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    const [table, file] = [join(dir, "table.ts"), join(dir, "list-one.xml")];
    cpSync(join(ROOT, "src/money/currency-table.ts"), table);
    await writeFile(file, list);
    const env = { ...process.env, CURRENCY_TABLE: table };
    const { stdout } = await run(process.execPath, [join(ROOT, "scripts/currencies.js"), file], { env });
    return { stdout, table: await readFile(table, "utf8") };
  }
  const changed = (date: string, ...changes: readonly (readonly [string, string])[]) =>
    [[`Pblshd="${PUBLISHED_ON}"`, `Pblshd="${date}"`] as const, ...changes].reduce(
      (list, [from, to]) => list.replaceAll(from, to),
      PUBLISHED,
    );

  test("writes what a newer list adds and withdraws, with its date", async () => {
    const { stdout, table } = await renewed(changed("2030-02-03", ["<Ccy>THB</Ccy>", "<Ccy>THX</Ccy>"]));
    expect(stdout).toContain("new: THX (Baht)");
    expect(stdout).toContain("withdrawn: THB (Baht)");
    expect(table).toContain('LIST_DATE = "2030-02-03"');
    expect(table).toContain('{ code: "THB", name: "Baht", decimals: 2, withdrawnOn: "2030-02-03" }');
    expect(table).toContain('{ code: "THX", name: "Baht", decimals: 2, since: "2030-02-03" }');
    expect(table).toContain('{ code: "USD", name: "US Dollar", decimals: 2 }');
  });

  test.each([
    ["an older list", changed("2020-01-01"), /older than the table's list/],
    ["another file", "<html></html>", /is not ISO 4217's list one/],
    ["a part of the list", '<ISO_4217 Pblshd="2030-01-01"></ISO_4217>', /is not the whole list/],
    [
      "other decimals of a known currency",
      changed("2030-01-01", [
        "<Ccy>JPY</Ccy>\r\n\t\t\t<CcyNbr>392</CcyNbr>\r\n\t\t\t<CcyMnrUnts>0",
        "<Ccy>JPY</Ccy><CcyMnrUnts>2",
      ]),
      /JPY has 2 decimals and had 0/,
    ],
  ])("refuses %s", async (_, list, message) => {
    await expect(renewed(list)).rejects.toThrow(message);
  });
});
