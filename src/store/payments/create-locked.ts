// Creates payments that are locked at once, as what a program has signed. Both are one transaction: a process that ends
// leaves no payment without its lock, so a transfer that a stranger made before is searched for.

import type { CreateLockedOutcome } from "../../operations/ports/new-payment.ts";
import type { SettleTransferPorts } from "../../operations/x402/settle-transfer.ts";
import type { Database } from "../database/database.ts";
import { shareStatement } from "../database/shared-statement.ts";
import { isLockTimeout } from "../database/stored-responses.ts";
import { type Confirm, confirmAll } from "./confirm-payment.ts";
import { type Creation, keysOf, outcomeOf, write } from "./create-payments.ts";

interface Locked {
  readonly creation: Creation;
  readonly confirm: Confirm;
}

export function createLockedCreator(db: Database): SettleTransferPorts["payments"]["createLocked"] {
  const alone = (one: Locked) => createOne(db, one);
  const create = shareStatement<Locked, CreateLockedOutcome>({
    async together(all) {
      const [only, ...others] = all;
      return only && others.length === 0 ? [await alone(only)] : createAll(db, all);
    },
    alone,
    // The payments of one payer are checked one after the other.
    keysOf: ({ creation, confirm }) => [...keysOf(creation), confirm.confirmation.option.terms.payer],
  });
  return (payment, confirmation, idempotent) =>
    create({ creation: { payment, idempotent }, confirm: { paymentId: payment.id, confirmation } });
}

async function createOne(db: Database, one: Locked): Promise<CreateLockedOutcome> {
  try {
    const [outcome] = await createAll(db, [one]);
    if (!outcome) throw new TypeError("a creation had no outcome");
    return await outcome;
  } catch (error) {
    if (isLockTimeout(error)) return { type: "key_in_use" };
    throw error;
  }
}

/** All transactions take the keys of requests first and lock payers then, which rules out deadlocks. */
async function createAll(db: Database, all: readonly Locked[]): Promise<readonly Promise<CreateLockedOutcome>[]> {
  const { written, locked } = await db.transaction(async (tx) => {
    const written = await write(
      tx,
      all.map(({ creation }) => creation),
    );
    const created = all.filter((_, index) => written[index]?.is_created);
    const confirms = created.map(({ confirm }) => confirm);
    const locked = confirms.length > 0 ? [...(await confirmAll(tx, confirms, "alone")).keys()] : [];
    return { written, locked: new Set(locked) };
  });
  return all.map(async ({ creation }, index) => {
    const outcome = await outcomeOf(db, creation, written[index]);
    return outcome.type === "created" ? { ...outcome, isLocked: locked.has(creation.payment.id) } : outcome;
  });
}
