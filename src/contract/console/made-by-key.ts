// What would end, or has ended, with a key, on the wire of the console.
import Type, { type Static } from "typebox";
import { MADE_KINDS, type MadeByKey, type MadeKind } from "../../merchant/made-by-key.ts";
import * as wire from "../primitives.ts";

export const MadeQuery = wire.closed({ since: Type.Optional(wire.timestamp) });

const things = Type.Array(Type.Object({ id: Type.String(), name: wire.nullable(Type.String()) }));

export const Made = Type.Object({
  made: Type.Object(Object.fromEntries(MADE_KINDS.map((kind) => [kind, things])) as Record<MadeKind, typeof things>),
  /** Open payments. */
  payments: Type.Integer(),
  /** What it did to things that others made, by action of the audit log. It stays. */
  changes: Type.Record(Type.String(), Type.Integer()),
});
export type Made = Static<typeof Made>;

export const madeShown = ({ made, payments, changes }: MadeByKey): Made => ({
  made: Object.fromEntries(MADE_KINDS.map((kind) => [kind, made[kind].map((thing) => ({ ...thing }))])) as Made["made"],
  payments,
  changes: { ...changes },
});
