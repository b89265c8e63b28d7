// The schemas of the specification: the ones that validate, with named schemas as references.
import type { TSchema } from "typebox";
import * as errors from "../../contract/errors.ts";
import * as gateway from "../../contract/gateway/gateway.ts";
import * as merchants from "../../contract/merchants/merchants.ts";
import type { JsonObject } from "../../contract/openapi.ts";
import * as exceptions from "../../contract/payments/exceptions.ts";
import * as legacy from "../../contract/payments/legacy-list.ts";
import * as lists from "../../contract/payments/payment-list.ts";
import * as payments from "../../contract/payments/payments.ts";
import * as refunds from "../../contract/payments/refunds.ts";
import * as wire from "../../contract/primitives.ts";

/** Every schema that a contract module exports, by its exported name. */
const exported = (module: object): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(module).filter(([name, value]) => /^[A-Z]/.test(name) && isSchema(value)));

const isSchema = (value: unknown): value is TSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "type" in value;

const NAMED: Readonly<Record<string, TSchema>> = {
  ...exported(errors),
  ...exported(gateway),
  ...exported(payments),
  ...exported(merchants),
  ...exported(lists),
  ...exported(legacy),
  ...exported(refunds),
  ...exported(exceptions),
  Amount: wire.amount,
  AmountInput: wire.amountInput,
  CryptoSettlement: merchants.SettlementChanged,
  PaymentStatus: payments.paymentStatus,
};

/** If two names have the same schema, the later one is used. */
const nameOf = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

export const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** A schema as it appears in the specification. */
export function shown(schema: TSchema): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(schema));
  return referring(plain) as JsonObject;
}

/** All named schemas that the document refers to. */
export function namedSchemas(document: unknown): Readonly<Record<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  const collect = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = NAMED[name ?? ""];
      if (!schema || found.has(name ?? "")) continue;
      const own = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(schema))).map(mapValue(referring)));
      found.set(name ?? "", own);
      collect(own);
    }
  };
  collect(document);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const mapValue =
  (change: (value: unknown) => unknown) =>
  ([name, value]: [string, unknown]): [string, unknown] => [name, change(value)];

function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== "object" || value === null) return value;
  const name = nameOf.get(JSON.stringify(value));
  if (name !== undefined) return reference(name);
  const nullableName = nameOf.get(JSON.stringify(withoutNull(value)));
  if (nullableName !== undefined) return { anyOf: [reference(nullableName), { type: "null" }] };
  return Object.fromEntries(Object.entries(value).map(mapValue(referring)));
}

/** Undoes `nullable`; null for any other schema. */
function withoutNull(schema: object): object | null {
  const type = "type" in schema ? schema.type : undefined;
  return Array.isArray(type) && type.length === 2 && type[1] === "null" ? { ...schema, type: type[0] } : null;
}
