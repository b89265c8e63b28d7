// Reports the database work of a traced request: a span per transaction, and per statement outside of one. A span
// contains names of statements and no values.
import type { SpanAttributes, Tracing } from "../../operations/ports/tracing.ts";
import type { Database, Queryable } from "./database.ts";

/** Maximum statement names in one span. */
const NAMES_MAX = 20;

export function traced(db: Database, tracing: Pick<Tracing, "ended">): Database {
  async function timed<T>(operation: string, names: readonly string[], work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    let hasFailed = true;
    try {
      const result = await work();
      hasFailed = false;
      return result;
    } finally {
      const attributes: SpanAttributes = {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.operation.batch.size": names.length,
        "turnpike.statements": names.slice(0, NAMES_MAX),
      };
      tracing.ended(`postgresql ${operation}`, (performance.now() - startedMs) / 1_000, attributes, hasFailed);
    }
  }
  const statement =
    (query: Queryable["query"]): Queryable["query"] =>
    (config) =>
      timed(nameOf(config), [nameOf(config)], () => query(config));
  const within =
    (operation: string, begin: Database["transaction"]): Database["transaction"] =>
    (work) => {
      const names: string[] = [];
      const noting = (tx: Queryable): Queryable => ({
        query(config) {
          names.push(nameOf(config));
          return tx.query(config);
        },
      });
      return timed(operation, names, () => begin((tx) => work(noting(tx))));
    };
  return {
    ...db,
    query: statement((config) => db.query(config)),
    write: statement((config) => db.write(config)),
    transaction: within("transaction", (work) => db.transaction(work)),
    snapshot: within("snapshot", (work) => db.snapshot(work)),
  };
}

const nameOf = ({ name }: { readonly name?: string | undefined }): string => name ?? "statement";
