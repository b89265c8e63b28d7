// The audit log on the wire and as CSV. The console's own, like its other endpoints.
import Type, { type Static } from "typebox";
import {
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  AUDIT_SUBJECTS,
  type AuditEntry,
  type NamedActor,
  OPERATOR,
  VIAS,
} from "../../merchant/audit.ts";
import { moment } from "../moment.ts";
import { type CsvColumns, csvLocale } from "../payments/csv.ts";
import { cursor, pageLimit } from "../payments/payment-list.ts";
import * as wire from "../primitives.ts";

const TEXT_MAX = 100;

const auditFilters = {
  merchantId: Type.Optional(Type.String({ minLength: 1, description: "a merchant's id" })),
  kind: Type.Optional(Type.Array(wire.oneOf(AUDIT_KINDS))),
  action: Type.Optional(Type.Array(wire.oneOf(AUDIT_ACTIONS))),
  actor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "the id of a key, a user or a till, or operator" }),
  ),
  startTs: Type.Optional(moment),
  endTs: Type.Optional(moment),
  text: Type.Optional(
    Type.String({ minLength: 1, maxLength: TEXT_MAX, description: "in names, ids, addresses or changed values" }),
  ),
};

export const AuditQuery = wire.closed({
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
  ...auditFilters,
});

const facts = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

const actor = {
  type: wire.oneOf(["key", "user", "till", "operator"]),
  keyId: Type.Optional(Type.String()),
  keyPrefix: Type.Optional(Type.String()),
  userId: Type.Optional(Type.String()),
  /** Absent once the user is removed. */
  userName: Type.Optional(Type.String()),
  tillId: Type.Optional(Type.String()),
  tillName: Type.Optional(Type.String()),
};

/** Who did it, without the address. */
export const doneBy = Type.Object({ actor: Type.Object(actor), via: wire.oneOf(VIAS) });

export const AuditLog = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.String(),
      at: wire.timestamp,
      actor: Type.Object({
        ...actor,
        /** Absent if it is unknown, or erased with the user. */
        address: Type.Optional(Type.String()),
      }),
      via: wire.oneOf(VIAS),
      action: wire.oneOf(AUDIT_ACTIONS),
      subject: Type.Object({ type: wire.oneOf(AUDIT_SUBJECTS), id: Type.String() }),
      /** Names of the users and tills that the entry is about, by id; absent once a user is removed. */
      names: Type.Record(Type.String(), Type.String()),
      /** The subject before and after; null if it did not exist then, or is not recorded. */
      data: Type.Object({ merchantId: wire.nullable(Type.String()), before: facts, after: facts }),
    }),
  ),
  nextCursor: wire.nullable(Type.String()),
});
export type AuditLog = Static<typeof AuditLog>;

export const auditEntryShown = (entry: AuditEntry): AuditLog["entries"][number] => ({
  id: entry.id.toString(),
  at: entry.at.toISOString(),
  actor: { ...actorShown(entry), ...(entry.address !== null && { address: entry.address }) },
  via: entry.via,
  action: entry.action,
  subject: { ...entry.subject },
  names: { ...entry.names },
  data: {
    merchantId: entry.merchantId,
    before: entry.before && { ...entry.before },
    after: entry.after && { ...entry.after },
  },
});

export const doneByShown = (by: NamedActor): Static<typeof doneBy> => ({ actor: actorShown(by), via: by.via });

function actorShown({ actor, keyPrefix, actorName }: NamedActor): Static<typeof doneBy>["actor"] {
  if (actor === OPERATOR) return { type: "operator" };
  if (actor.startsWith("usr_"))
    return { type: "user", userId: actor, ...(actorName !== null && { userName: actorName }) };
  if (actor.startsWith("till_")) return { type: "till", tillId: actor, tillName: actorName ?? "" };
  return { type: "key", keyId: actor, ...(keyPrefix !== null && { keyPrefix }) };
}

export const AuditCsvQuery = wire.closed({ ...auditFilters, locale: csvLocale });

type Entry = AuditLog["entries"][number];

const jsonOf = (facts: unknown): string | undefined => (facts === null ? undefined : JSON.stringify(facts));

export const AUDIT_COLUMNS: CsvColumns<Entry> = {
  at_utc: ["time", ({ at }) => at],
  actor_type: ["plain", ({ actor }) => actor.type],
  actor_id: ["plain", ({ actor }) => actor.keyId ?? actor.userId ?? actor.tillId],
  actor_name: ["free", ({ actor }) => actor.userName ?? actor.tillName ?? actor.keyPrefix],
  address: ["plain", ({ actor }) => actor.address],
  via: ["plain", ({ via }) => via],
  action: ["plain", ({ action }) => action],
  subject_type: ["plain", ({ subject }) => subject.type],
  subject_id: ["plain", ({ subject }) => subject.id],
  subject_name: ["free", ({ names, subject }) => names[subject.id]],
  merchant_id: ["plain", ({ data }) => data.merchantId ?? undefined],
  before: ["free", ({ data }) => jsonOf(data.before)],
  after: ["free", ({ data }) => jsonOf(data.after)],
};
