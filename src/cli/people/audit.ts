// turnpike audit: the audit log of a partner, newest first.
import { Command, InvalidArgumentError } from "commander";
import { auditEntryShown } from "../../contract/console/audit.ts";
import {
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  type AuditAction,
  type AuditEntry,
  type AuditFilter,
  type AuditKind,
  actionsOf,
} from "../../merchant/audit.ts";
import { readConfig } from "../../settings/config.ts";
import type { AuditPage, AuditStore } from "../../store/audit/audit.ts";
import { requirePartner, withStore } from "../installation.ts";
import { several, toTime } from "../output/option-values.ts";
import { type OutputOptions, print } from "../output/output.ts";
import { actorText, secondText, table } from "../output/text.ts";

const LIMIT_MAX = 10_000;

export const auditCommand = (): Command =>
  new Command("audit")
    .description("show a partner's audit log: keys, merchants, destinations, cancelled and refunded payments, sign-ins")
    .requiredOption("--partner <id>", "the partner's id")
    .option("--limit <number>", "number of entries, newest first", toLimit, 100)
    .addOption(several("--kind", `only of these kinds: ${AUDIT_KINDS.join(", ")}`).choices(AUDIT_KINDS))
    .addOption(several("--action", "only these actions, for example key_created").choices(AUDIT_ACTIONS))
    .option("--actor <id>", "only what this key, user, till or the operator did")
    .option("--since <time>", "only from this time on (ISO 8601)", toTime)
    .option("--before <time>", "only before this time (ISO 8601)", toTime)
    .option("--text <text>", "only with this text in names, ids, addresses or facts")
    .option("--json", "print JSON")
    .action(show);

function toLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw new InvalidArgumentError(`must be a number from 1 to ${LIMIT_MAX}`);
  }
  return limit;
}

interface ShowOptions extends OutputOptions {
  readonly partner: string;
  readonly limit: number;
  readonly kind?: readonly AuditKind[];
  readonly action?: readonly AuditAction[];
  readonly actor?: string;
  readonly since?: Date;
  readonly before?: Date;
  readonly text?: string;
}

async function show(options: ShowOptions): Promise<void> {
  const { partner, limit, kind = [], action = [], actor = null, since, before, text = null } = options;
  const times = { startMs: since?.getTime() ?? null, endMs: before?.getTime() ?? null };
  const conditions = { merchantIds: null, actions: actionsOf(kind, action), actor, ...times, text };
  const entries = await withStore(readConfig(), async (store) => {
    await requirePartner(store, partner);
    return newest(store.audit, { partnerId: partner, ...conditions }, limit);
  });
  print(options, entries.map(auditEntryShown), table(HEAD, entries.map(toCells), "No changes found."));
}

async function newest(audit: Pick<AuditStore, "list">, filter: AuditFilter, limit: number) {
  const found: AuditEntry[] = [];
  for (let before: bigint | null = null; ; ) {
    const { entries, next }: AuditPage = await audit.list(filter, before, limit - found.length);
    found.push(...entries);
    if (next === null || found.length >= limit) return found;
    before = next;
  }
}

const HEAD = ["when", "who", "by way of", "what", "of", "facts"] as const;

const toCells = (entry: AuditEntry): readonly string[] => {
  const { at, via, action, subject } = entry;
  return [secondText(at), actorText(entry), via, action, `${subject.type} ${subject.id}`, factsOf(entry)];
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
