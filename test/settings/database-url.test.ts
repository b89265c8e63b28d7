// PostgreSQL URLs with one or several hosts.
import { expect, test } from "vitest";
import { readConfig } from "../../src/settings/config.ts";
import { databaseHosts } from "../../src/settings/database-url.ts";

test.each([
  ["postgres://u:p@one/db", ["postgres://u:p@one/db"]],
  [
    "postgresql://one:5433,two/db?sslmode=require",
    ["postgresql://one:5433/db?sslmode=require", "postgresql://two/db?sslmode=require"],
  ],
  ["postgres://u:p%40,q@one:1,[::1]:2/db", ["postgres://u:p%40,q@one:1/db", "postgres://u:p%40,q@[::1]:2/db"]],
  ["postgres://one,two/db?target_session_attrs=read-write", ["postgres://one/db", "postgres://two/db"]],
  ["postgres://one/db?target_session_attrs=primary&sslmode=require", ["postgres://one/db?sslmode=require"]],
  ["postgres://one/db?a=b&target_session_attrs=read-write", ["postgres://one/db?a=b"]],
  ["postgres:///db?host=/var/run/postgresql", ["postgres:///db?host=/var/run/postgresql"]],
  ["postgres://u:p@/db?host=/cloudsql/a:b:c", ["postgres://u:p@/db?host=/cloudsql/a:b:c"]],
  ["postgresql://u@/db?host=/run/postgresql", ["postgresql://u@/db?host=/run/postgresql"]],
  ["postgres:///db?host=/tmp&user=u", ["postgres:///db?host=/tmp&user=u"]],
])("%s", (url, hosts) => {
  expect(databaseHosts(url)).toEqual(hosts);
});

test.each([
  "mysql://one/db",
  "postgres://one,/db",
  "postgres://one:x,two/db",
  "postgres://one,two/db?target_session_attrs=any",
  "one/db",
])("refuses %s", (url) => {
  expect(databaseHosts(url)).toBeUndefined();
});

const MAIN = "postgres://u:hush@pooler:6432/copy?sslmode=require";

test.each(["DATABASE_DIRECT_URL", "DATABASE_READ_URL"])("%s must name the database of DATABASE_URL", (setting) => {
  const read = (url: string) => () => readConfig({}, { DATABASE_URL: MAIN, [setting]: url });
  for (const url of ["", "postgres://db1,db2:5433/copy", "postgres://copy:hush@db1", "postgres://u@/copy?host=/tmp"])
    expect(read(url)).not.toThrow();
  for (const url of ["postgres://u:hush@db1:5432,db2/turnpike", "postgres://turnpike:hush@db1"]) {
    expect(read(url)).toThrow(
      `${setting} must name the same database as DATABASE_URL (copy), not turnpike: ` +
        `change it as well, or leave ${setting} empty`,
    );
  }
});
