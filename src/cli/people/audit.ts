// turnpike audit: the audit log of a partner, newest first.
import { Command, InvalidArgumentError } from "commander";
import { auditEntryShown } from "../../contract/console/records.ts";
import type { AuditEntry } from "../../merchant/audit.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { secondText, table } from "../output/text.ts";

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
  print(options, entries.map(auditEntryShown), table(HEAD, entries.map(toCells), "No changes yet."));
}

const HEAD = ["when", "who", "by way of", "what", "of", "facts"] as const;

const toCells = (entry: AuditEntry): readonly string[] => {
  const { at, actor, keyPrefix, via, action, subject } = entry;
  return [
    secondText(at),
    keyPrefix === null ? actor : `${actor} (${keyPrefix}…)`,
    via,
    action,
    `${subject.type} ${subject.id}`,
    factsOf(entry),
  ];
};

/** For example "name: Demo shop, status: active → paused". A fact that did not change stands once. */
function factsOf({ before, after }: AuditEntry): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const facts = [...names].flatMap((name) => {
    const [from, to] = [factText(before?.[name]), factText(after?.[name])];
    if (from === to || from === "") return to === "" ? [] : [`${name}: ${to}`];
    return [`${name}: ${from} → ${to === "" ? "–" : to}`];
  });
  return facts.join(", ");
}

/** Empty for what is not there. */
function factText(fact: unknown): string {
  if (fact === null || fact === undefined) return "";
  if (Array.isArray(fact)) return fact.map(factText).join(" ");
  if (typeof fact !== "object") return String(fact);
  return Object.entries(fact)
    .map(([name, value]) => `${name} ${factText(value)}`)
    .join(" ");
}
