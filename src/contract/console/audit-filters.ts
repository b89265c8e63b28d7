// The filters of the audit log, and the log as CSV.
import Type from "typebox";
import { AUDIT_ACTIONS, AUDIT_KINDS } from "../../merchant/audit.ts";
import { type CsvColumns, csvLocale } from "../payments/csv.ts";
import { moment } from "../payments/payment-list.ts";
import * as wire from "../primitives.ts";
import type { AuditLog } from "./records.ts";

const TEXT_MAX = 100;

export const auditFilters = {
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
