// The schema's files name everything in a new database, and the code uses all of it.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { query } from "../../local/query.ts";

const STORE = resolve(import.meta.dirname, "../../../src/store");
const filesIn = (folder: string, ending: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8"));

const SCHEMA = filesIn(join(STORE, "schema"), ".sql").join("\n");
/** The store's code, and the option's fields, which are columns as well (store/payments/option-columns.ts). */
const CODE = [...filesIn(STORE, ".ts"), readFileSync(join(STORE, "../payment/option.ts"), "utf8")].join("\n");

const PUBLIC = "'public'::regnamespace";
/** Names in the database, without names of partitions, constraints and extensions. */
const NAMED = {
  table: `select relname as name from pg_class
           where relnamespace = ${PUBLIC} and relkind in ('r', 'p') and not relispartition and relname !~ '^kysely_'`,
  index: `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
           where c.relnamespace = ${PUBLIC} and not c.relispartition
             and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
             and not exists (select from pg_class t where t.oid = i.indrelid and t.relispartition)`,
  function: `select p.proname as name from pg_proc p
              where p.pronamespace = ${PUBLIC}
                and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  trigger: `select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
             where c.relnamespace = ${PUBLIC} and not t.tgisinternal and not c.relispartition`,
  sequence: `select relname as name from pg_class c where relnamespace = ${PUBLIC} and relkind = 'S'
                and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')`,
};

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
});
afterAll(() => database.drop());

const namesOf = async (text: string): Promise<string[]> =>
  (await query(database.databaseUrl, `select name from (${text}) named order by name`)).map(({ name }) => name);

describe("a new database has what the files name, and nothing else", () => {
  test.each(Object.entries(NAMED))("%s", async (kind, text) => {
    const created = SCHEMA.matchAll(new RegExp(`^create (?:unique |unlogged )?${kind} (\\w+)`, "gm"));
    expect([...new Set(await namesOf(text))]).toEqual([...created].map(([, name]) => name).toSorted());
  });
});

test("a comment says what each table and function is for", () => {
  const above = SCHEMA.matchAll(/^(.*)\ncreate (?:table|function) (\w+)/gm);
  expect([...above].filter(([, line]) => !line?.startsWith("--")).map(([, , name]) => name)).toEqual([]);
});

/** Whether the code or a function of the database contains the name. */
function isUsed(name: string): boolean {
  const inCode = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const bodies = [...SCHEMA.matchAll(/\$\$.*?\$\$|^ +return .*?;$|execute function \w+/gms)].join("\n");
  return new RegExp(`\\b(?:${name}|${inCode})\\b`).test(`${CODE}\n${bodies}`);
}

test("the code uses every table, column and function", async () => {
  const columns = await namesOf(
    `select distinct attname as name from pg_attribute a join (${NAMED.table}) t on a.attrelid = t.name::regclass
      where attnum > 0 and not attisdropped and attname <> 'is_only'`,
  );
  const names = [...(await namesOf(NAMED.table)), ...(await namesOf(NAMED.function)), ...columns];
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
});
