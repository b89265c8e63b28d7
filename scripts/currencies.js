// Renews the table of currencies from the list that ISO 4217's maintenance agency publishes (list one, as XML):
//   npm run currencies -- list-one.xml
// Codes that the list no longer has stay in the table as withdrawn, so that stored amounts keep their decimals. Compare
// the dates it writes with the amendments, which may name another day than the list.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const table = process.env.CURRENCY_TABLE ?? fileURLToPath(new URL("../src/money/currency-table.ts", import.meta.url));
const [list] = process.argv.slice(2);
if (!list) {
  console.error("usage: npm run currencies -- FILE, the XML of ISO 4217's list one");
  process.exit(2);
}

const xml = readFileSync(list, "utf8");
const published = /<ISO_4217 Pblshd="(\d{4}-\d\d-\d\d)"/.exec(xml)?.[1];
if (!published) throw new Error(`${list} is not ISO 4217's list one: it has no <ISO_4217 Pblshd="…">`);

/** Metals, bonds, test codes and "no currency" have no decimals. */
const listed = new Map();
for (const [, entry] of xml.matchAll(/<CcyNtry>(.*?)<\/CcyNtry>/gs)) {
  const [code, name, decimals] = ["Ccy", "CcyNm", "CcyMnrUnts"].map(
    (tag) => new RegExp(`<${tag}\\b[^>]*>([^<]*)<`).exec(entry)?.[1]?.trim() ?? "",
  );
  if (/^[A-Z]{3}$/.test(code) && /^\d$/.test(decimals)) listed.set(code, { code, name, decimals: Number(decimals) });
}
if (listed.size < 100) throw new Error(`${list} has ${listed.size} currencies, so it is not the whole list`);

const { CURRENCIES, LIST_DATE } = (await runnerImport(table, { configFile: false, logLevel: "error" })).module;
if (published < LIST_DATE) throw new Error(`${list} is of ${published}, older than the table's list of ${LIST_DATE}`);
const known = new Map(CURRENCIES.map((row) => [row.code, row]));
const rows = new Map(known);
for (const [code, { name, decimals }] of listed) {
  const before = known.get(code);
  if (before && before.decimals !== decimals) {
    throw new Error(`${code} has ${decimals} decimals and had ${before.decimals}: stored amounts would change`);
  }
  const isNew = !before || before.withdrawnOn !== undefined;
  const since = isNew ? published : before.since;
  rows.set(code, { code, name, decimals, ...(since && { since }) });
  if (isNew) console.log(`new: ${code} (${name})`);
}
for (const [code, row] of known) {
  if (listed.has(code) || row.withdrawnOn) continue;
  rows.set(code, { ...row, withdrawnOn: published });
  console.log(`withdrawn: ${code} (${row.name})`);
}

const lines = [...rows.values()]
  .sort((a, b) => (a.code < b.code ? -1 : 1))
  .map(({ code, name, decimals, since, withdrawnOn }) => {
    const dates = [since && `since: "${since}"`, withdrawnOn && `withdrawnOn: "${withdrawnOn}"`].filter(Boolean);
    return `  { ${[`code: "${code}"`, `name: "${name}"`, `decimals: ${decimals}`, ...dates].join(", ")} },`;
  });
writeFileSync(
  table,
  `// ISO 4217's list one, written by \`npm run currencies\`. Dates are those of changes since the list of 2024-06-25.
import type { Currency } from "./currency.ts";

/** The date of the list. */
export const LIST_DATE = "${published}";

export const CURRENCIES: readonly Currency[] = [
${lines.join("\n")}
];
`,
);
console.log(`${listed.size} currencies of the list of ${published}`);
