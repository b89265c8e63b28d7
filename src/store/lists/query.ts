// Runs queries built from filters; Kysely turns their values into parameters.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from "kysely";
import type { QueryResultRow } from "pg";
import type { Queryable } from "../database/database.ts";

/** Only compiles; the store's own connection runs the result. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** @param name of a query of which only the values differ, so that PostgreSQL may keep its plan */
export async function run<Row extends QueryResultRow>(
  db: Queryable,
  query: RawBuilder<unknown>,
  name?: string,
): Promise<Row[]> {
  const { sql, parameters } = query.compile(compiler);
  const { rows } = await db.query<Row>({ ...(name && { name }), text: sql, values: [...parameters] });
  return rows;
}
