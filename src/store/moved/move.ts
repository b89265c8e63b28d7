// Moves ended payments to the workers of Citus, a page at a time. A page is copied in one transaction, and deleted here
// in a later one that has read the copies. So a payment is always somewhere, and for a moment in both places.
import type { PaymentMover } from "../../operations/ports/moves.ts";
import type { Database, Queryable } from "../database.ts";
import { MOVED_TABLES, Moves, missingColumns } from "./tables.ts";

/** Payments per transaction. */
const PAGE = 500;

/** The tables of moved payments lack columns, because the schema has changed. */
export class MovedColumnsError extends Error {
  constructor(columns: readonly string[]) {
    super(`moved payments would lose ${columns.join(", ")}: run turnpike distribute --yes`);
    this.name = "MovedColumnsError";
  }
}

/** Whether nothing needs the payment `p` here: it has ended, had no event for the interval `after`, and is listed. */
const MAY_MOVE = `
  p.status not in ('requires_action', 'processing')
  and not exists (select from confirmations c where c.payment_id = p.id and c.relay_state <> 'closed')
  and not exists (select from payment_events e, payment_moves m
                   where e.payment_id = p.id and e.created_at > now() - m.after)
  and not exists (select from unlisted_events u where u.payment_id = p.id)
  and not exists (select from transfers t where t.payment_id = p.id and t.state in ('seen', 'parked'))
  and not exists (select from exceptions x where x.payment_id = p.id)
  and not exists (select from buyer_data d where d.payment_id = p.id)
  and not exists (select from payment_link_uses u where u.payment_id = p.id and not u.is_over)`;

/** Every change of a payment's rows changes its version, and adds an event, whose number is the newest. */
const STATE = `
  concat_ws(' ', p.xmin, (select c.xmin from confirmations c where c.payment_id = p.id)) as version,
  (select max(e.id) from payment_events e where e.payment_id = p.id) as newest, ${MAY_MOVE} as may_move`;

/** The page after the payment $1. Payments of dropped months are deleted instead. */
const FIND = `
  with page as materialized (
    select p.id from payments p, payment_moves m
     where p.id > $1 and p.id < lowest_payment_id(date_trunc('second', now() - m.after))
       and p.id >= coalesce(lowest_payment_id(payments_kept_since()), '')
     order by p.id limit ${PAGE}
  )
  select found.* from page cross join lateral (select p.id, ${STATE} from payments p where p.id = page.id) found
   order by page.id`;

const IS_TURN = "select pg_try_advisory_xact_lock(hashtextextended('turnpike moves payments', 0)) as is_turn";

const LOCK = "select id from payments where id = any($1) order by id for update skip locked";

const STATES = `
  select found.* from unnest($1::text[]) as asked(id)
   cross join lateral (select p.id, ${STATE} from payments p where p.id = asked.id) found`;

/** A copy may be that of an earlier move. A worker that has yet to commit the new one, which it must, shows the old. */
const COPIED = `
  select p.id, (select max(e.id) from moved_payment_events e where e.payment_id = p.id) as newest
    from moved_payments p where p.id = any($1)`;

/** From now on they are looked for among the moved payments. */
const NOTE_KEYS = `
  insert into moved_payment_keys (payment_id, payment_key)
  select id, payment_key from payments where id = any($1) on conflict do nothing`;

interface Copy {
  readonly id: string;
  readonly newest: bigint;
}

interface State extends Copy {
  readonly version: string;
  readonly may_move: boolean;
}

export function createPaymentMover(db: Database): PaymentMover {
  const moves = new Moves();
  let after = "";
  let copies: readonly string[] | null = null;
  return {
    async moveSome() {
      if (!(await mayMove(db, moves))) return false;
      copies ??= await copyStatements(db);
      const { rows } = await db.query<State>({ text: FIND, values: [after] });
      const due = rows.filter(({ may_move }) => may_move);
      after = rows.length === PAGE ? (rows.at(-1)?.id ?? "") : ""; // first, so that a page that fails stops no other
      if (due.length > 0 && !(await movePage(db, copies, due))) return false;
      return after !== "";
    },
  };
}

async function mayMove(db: Queryable, moves: Moves): Promise<boolean> {
  if (!(await moves.areMoving(db))) return false;
  const { rows } = await db.query<{ is: boolean }>({
    text: "select exists (select from payment_moves where starts_at <= now()) as is",
  });
  return rows[0]?.is ?? false;
}

/** One statement per table, which replaces the copies of payments that had been brought back. */
async function copyStatements(db: Queryable): Promise<readonly string[]> {
  const missing = await missingColumns(db);
  if (missing.length > 0) throw new MovedColumnsError(missing.map(({ table, column }) => `${table}.${column}`));
  const statements: string[] = [];
  for (const { name, from, by, key } of MOVED_TABLES) {
    const { rows } = await db.query<{ column: string }>({
      text: `select quote_ident(attname) as column from pg_attribute
              where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      values: [from],
    });
    const columns = rows.map(({ column }) => column);
    const changes = columns.filter((column) => !key.split(", ").includes(column));
    statements.push(`
      insert into ${name} (${columns.join(", ")}) select ${columns.join(", ")} from ${from} where ${by} = any($1)
      on conflict (${key}) do update set ${changes.map((column) => `${column} = excluded.${column}`).join(", ")}`);
  }
  return statements;
}

/** @returns false if another process is moving payments */
async function movePage(db: Database, copies: readonly string[], due: readonly State[]): Promise<boolean> {
  const ids = due.map(({ id }) => id);
  const isTurn = await db.transaction(async (tx) => {
    if (!(await takeTurn(tx))) return false;
    for (const text of copies) await tx.query({ text, values: [ids] });
    return true;
  });
  return isTurn && deleteCopied(db, due);
}

const takeTurn = async (tx: Queryable): Promise<boolean> =>
  (await tx.query<{ is_turn: boolean }>({ text: IS_TURN })).rows[0]?.is_turn ?? false;

const isSame = (now: State, before: State | undefined): boolean =>
  now.version === before?.version && now.newest === before.newest;

/** Deletes those that nobody has changed or needs since, once their copies can be read. */
const deleteCopied = (db: Database, due: readonly State[]): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await takeTurn(tx))) return false;
    const { rows: locked } = await tx.query<{ id: string }>({ text: LOCK, values: [due.map(({ id }) => id)] });
    const { rows: present } = await tx.query<State>({ text: STATES, values: [locked.map(({ id }) => id)] });
    const before = new Map(due.map((payment) => [payment.id, payment]));
    const unchanged = new Map(
      present
        .filter((now) => now.may_move && isSame(now, before.get(now.id)))
        .map(({ id, newest }) => [id, newest] as const),
    );
    const { rows: copies } = await tx.query<Copy>({
      name: "moved_copies",
      text: COPIED,
      values: [[...unchanged.keys()]],
    });
    const ids = copies.filter(({ id, newest }) => unchanged.get(id) === newest).map(({ id }) => id);
    await tx.query({ text: NOTE_KEYS, values: [ids] });
    await tx.query({ text: "set local turnpike.moves = 'on'" });
    for (const { from, by } of [...MOVED_TABLES].reverse()) {
      await tx.query({ text: `delete from ${from} where ${by} = any($1)`, values: [ids] });
    }
    return true;
  });
