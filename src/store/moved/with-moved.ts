// A database that also finds moved payments. Without `turnpike distribute`, all statements are sent as they are.
import type pg from "pg";
import type { Database, Queryable } from "../database.ts";
import { recall } from "./recall.ts";
import { type MovedRead, type MovedWrite, STATEMENTS, type Within } from "./statements.ts";
import { Moves } from "./tables.ts";

export function withMoved(db: Database): Database {
  const moves = new Moves();
  const aware =
    (query: Queryable["query"], within: Within): Queryable["query"] =>
    <Row extends pg.QueryResultRow>(config: pg.QueryConfig) => {
      const statement = STATEMENTS.get(config.name ?? "");
      if (!statement) return query<Row>(config);
      return statement.type === "read"
        ? readBoth<Row>({ query }, config, statement, { moves, within })
        : writeRecalled<Row>({ query }, config, statement, { moves, within });
    };
  const inside = (tx: Queryable): Queryable => ({
    query: aware(
      (config) => tx.query(config),
      (work) => work(tx),
    ),
  });
  return {
    ...db,
    query: aware(
      (config) => db.query(config),
      (work) => db.transaction(work),
    ),
    write: aware(
      (config) => db.write(config),
      (work) => db.transaction(work),
    ),
    transaction: (work) => db.transaction((tx) => work(inside(tx))),
    snapshot: (work) => db.snapshot((tx) => work(inside(tx))),
  };
}

/** First the present payments: one that moves in between is then among the moved ones. */
async function readBoth<Row extends pg.QueryResultRow>(
  db: Queryable,
  config: pg.QueryConfig,
  statement: MovedRead,
  { moves, within }: { readonly moves: Moves; readonly within: Within },
  isLast = false,
): Promise<pg.QueryResult<Row>> {
  const { lacks = () => true, more, merge = (rows) => [...rows] } = statement;
  const values = config.values ?? [];
  const present = await db.query<Row>(config);
  if (!lacks(values, present.rows) || !(await moves.areMoving(db))) return present;
  const moved = await more(within, config, present.rows);
  if (moved === "changed" && !isLast) return readBoth<Row>(db, config, statement, { moves, within }, true);
  if (moved === null || moved === "changed") return present;
  const rows = merge([...present.rows, ...moved], values) as Row[];
  return { ...present, rows, rowCount: rows.length };
}

async function writeRecalled<Row extends pg.QueryResultRow>(
  db: Queryable,
  config: pg.QueryConfig,
  { payments }: MovedWrite,
  { moves, within }: { readonly moves: Moves; readonly within: Within },
): Promise<pg.QueryResult<Row>> {
  if (!(await moves.areMoving(db))) return db.query<Row>(config);
  return within(async (tx) => {
    await recall(tx, await payments(tx, config.values ?? []));
    return tx.query<Row>(config);
  });
}
