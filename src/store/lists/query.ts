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

/** Compiles queries only. The store's own connection runs them. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** @param name a name lets PostgreSQL keep the plan of a query that differs only in its values */
export async function run<Row extends QueryResultRow>(
  db: Queryable,
  query: RawBuilder<unknown>,
  name?: string,
): Promise<Row[]> {
  const { sql, parameters } = query.compile(compiler);
  const { rows } = await db.query<Row>({ ...(name && { name }), text: sql, values: [...parameters] });
  return rows;
}
