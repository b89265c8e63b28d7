// turnpike audit: the audit log of a partner, newest first.
import { Command, InvalidArgumentError } from "commander";
import { auditEntryShown } from "../../contract/console/records.ts";
import type { AuditEntry } from "../../merchant/audit.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

const LIMIT_MAX = 10_000;

export const auditCommand = (): Command =>
  new Command("audit")
    .description("show a partner's audit log: keys, merchants, destinations, cancelled and refunded payments, sign-ins")
    .requiredOption("--partner <id>", "the partner's id")
    .option("--limit <number>", "number of entries, newest first", toLimit, 100)
    .option("--json", "print JSON")
    .action(show);

function toLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw new InvalidArgumentError(`must be a number from 1 to ${LIMIT_MAX}`);
  }
  return limit;
}

async function show(options: OutputOptions & { partner: string; limit: number }): Promise<void> {
  const { partner, limit } = options;
  const entries = await withStore(readConfig(), async (store) => {
    const partners = await store.partners.list();
    return partners.some(({ id }) => id === partner) ? store.audit.list(partner, null, null, limit) : null;
  });
  if (!entries) throw new CommandError(`there is no partner ${partner}`);
  print(options, entries.map(auditEntryShown), entries.length > 0 ? entries.map(toLine) : ["No changes yet."]);
}

const toLine = ({ at, actor, keyPrefix, via, action, subject, before, after }: AuditEntry): string =>
  [
    at.toISOString(),
    keyPrefix === null ? actor : `${actor} (${keyPrefix}…)`,
    via,
    action,
    `${subject.type} ${subject.id}`,
    ...(before || after ? [`${factsOf(before)} → ${factsOf(after)}`] : []),
  ].join("  ");

const factsOf = (facts: AuditEntry["before"]): string => (facts ? JSON.stringify(facts) : "–");
