// Copies the audit log to a file before a change is acknowledged, so that a database restored from a backup can be told
// what it forgot (docs/decisions/0053).

import type pg from "pg";
import type { JournalEntry } from "../../merchant/journal-entry.ts";
import { Unavailable } from "../../operations/errors/unavailable.ts";
import { withTimeout } from "../../operations/timing/with-timeout.ts";
import type { Database, Queryable } from "../database.ts";
import { JournalFile } from "./file.ts";

export interface Journal {
  /** Before the first change of this process. @param on the change's own connection: there may be no other one */
  open(on: Queryable): Promise<void>;
  /** Resolves once every entry that is committed now is in the file. @throws Unavailable if it cannot be written */
  catchUp(): Promise<void>;
}

/** Seconds after which to retry a change whose entry could not be written. */
const RETRY_AFTER_S = 5;
/** A network file system may hang. The write goes on meanwhile, and the next change waits for it. */
const TIMEOUT_MS = 5_000;
/** No transaction lasts this long, so an id that is missing between older entries was rolled back. */
const SETTLED = "5 minutes";
const PAGE = 1_000;

/** Names, email addresses, logos and brands stay out: an erasure cannot reach the file. */
const PERSONAL = "array['name', 'email', 'logo', 'branding']";
const READ = `
  select id, created_at, partner_id, merchant_id, actor, via, action, subject_type, subject_id,
         before - ${PERSONAL} as before, after - ${PERSONAL} as after,
         created_at < now() - interval '${SETTLED}' as is_settled
    from audit_log where id > $1 order by id limit ${PAGE}`;

// A restored database's sequence is behind the journal: ids are never used twice.
const SKIP_IDS = `
  select setval(pg_get_serial_sequence('audit_log', 'id'), $1::bigint)
   where $1::bigint > (select coalesce(max(id), 0) from audit_log)`;

interface Row extends Pick<JournalEntry, "id" | "actor" | "via" | "action" | "before" | "after"> {
  readonly created_at: Date;
  readonly partner_id: string;
  readonly merchant_id: string | null;
  readonly subject_type: JournalEntry["subjectType"];
  readonly subject_id: string;
  readonly is_settled: boolean;
}

export function createJournal(db: Queryable, path: string): Journal {
  const file = new JournalFile(path);
  const written = new Set<bigint>();
  /** Every entry up to this id is written. */
  let complete = 0n;

  const readTail = once(async () => (await file.readNew()).map(({ id }) => id));
  const begin = once(async (on: Queryable) => {
    const tail = await inTime(readTail());
    for (const id of tail) written.add(id);
    const [oldest = 0n, newest = oldest] = endsOf(tail);
    if (tail.length > 0) await on.query({ text: SKIP_IDS, values: [newest] });
    const { rows } = await on.query<{ id: bigint }>({ text: "select coalesce(max(id), 0) as id from audit_log" });
    const last = rows[0]?.id ?? 0n;
    complete = tail.length > 0 && oldest <= last ? oldest - 1n : last;
  });

  /** Writes what is missing after `from`. @returns where the next page begins; null: there is none */
  async function writePage(from: bigint): Promise<bigint | null> {
    for (const { id } of await file.readNew()) written.add(id);
    const { rows } = await db.query<Row>({ name: "journal_page", text: READ, values: [from] });
    const missing = rows.filter(({ id }) => !written.has(id)).map(toEntry);
    if (missing.length > 0) await file.append(missing);
    for (const { id } of missing) written.add(id);
    let isComplete = from === complete;
    for (const { id, is_settled } of rows) {
      isComplete &&= id === complete + 1n || is_settled; // a transaction may still commit the entries in between
      if (!isComplete) break;
      complete = id;
      written.delete(id);
    }
    return rows.length === PAGE ? (rows.at(-1)?.id ?? null) : null;
  }

  const writeMissing = eachAfterTheCall(async () => {
    await begin(db);
    for (let from: bigint | null = complete; from !== null; ) from = await writePage(from);
  });
  return {
    open: (on) => explained(begin(on)),
    catchUp: () => explained(inTime(writeMissing())),
  };
}

function endsOf(ids: readonly bigint[]): readonly bigint[] {
  const sorted = [...ids].sort((a, b) => Number(a - b));
  return [sorted.at(0), sorted.at(-1)].filter((id) => id !== undefined);
}

/** A failed call is repeated by the next one. */
function once<Given extends unknown[], T>(work: (...given: Given) => Promise<T>): (...given: Given) => Promise<T> {
  let done: Promise<T> | null = null;
  return (...given) => {
    done ??= work(...given).catch((error: unknown) => {
      done = null;
      throw error;
    });
    return done;
  };
}

/** Calls share a run, but only one that began after each of them. */
function eachAfterTheCall(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = run().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, TIMEOUT_MS, () => {
    throw new Error(`no response within ${TIMEOUT_MS} ms`);
  });

async function explained(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof Unavailable) throw cause;
    throw new Unavailable("The audit journal cannot be written", { cause, retryAfterS: RETRY_AFTER_S });
  }
}

const toEntry = ({ created_at, partner_id, merchant_id, subject_type, subject_id, is_settled, ...row }: Row) => ({
  ...row,
  at: created_at.toISOString(),
  partnerId: partner_id,
  merchantId: merchant_id,
  subjectType: subject_type,
  subjectId: subject_id,
});

const AUDITS = "insert into audit_log";

/** A database that acknowledges a change of the audit log only once the journal has it. */
export function journaled(db: Database, journal: Journal): Database {
  const audited =
    (run: Queryable["query"]) =>
    async <Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> => {
      if (!config.text.includes(AUDITS)) return run<Row>(config);
      await journal.open(db);
      const result = await run<Row>(config);
      await journal.catchUp();
      return result;
    };
  return {
    ...db,
    query: audited(db.query),
    write: audited(db.write),
    async transaction(work) {
      let isAudited = false;
      const result = await db.transaction((tx) =>
        work({
          async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig) {
            if (config.text.includes(AUDITS)) {
              if (!isAudited) await journal.open(tx);
              isAudited = true;
            }
            return tx.query<Row>(config);
          },
        }),
      );
      if (isAudited) await journal.catchUp();
      return result;
    },
  };
}
