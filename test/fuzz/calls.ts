// Requests to one operation of the specification: valid by its schemas, or invalid in some parts.
import fc from "fast-check";
import type { JsonObject, OpenApiDocument, Operation, Parameter } from "../../src/contract/openapi.ts";
import type { SpecificationValidator } from "../openapi/validator.ts";
import { fromSchema, type Json, type Real, type SchemaReader } from "./from-schema.ts";
import { junk, junkText, mutated } from "./junk.ts";

export interface FuzzCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Headers of known and unknown callers. */
export type Callers = readonly Readonly<Record<string, string>>[];

export interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export interface World {
  readonly specification: SpecificationValidator;
  readonly real: Real;
  /** The first one has every permission its endpoints grant to anybody. */
  readonly callers: Callers;
  /** Requests that succeed, by operation id, where chance rarely produces one. */
  readonly right: Readonly<Record<string, FuzzCall>>;
}

export const placesOf = ({ paths }: OpenApiDocument): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** How many of a hundred requests are of each kind. */
const WEIGHTS = {
  right: 40,
  wrongBody: 20,
  wrongQuery: 15,
  wrongHeaders: 10,
  wrongType: 5,
  wrongPath: 5,
  wrongBytes: 5,
} as const;

export function callsTo({ method, path, operation }: Place, world: World): fc.Arbitrary<FuzzCall> {
  const reader: SchemaReader = {
    real: world.real,
    resolve: (schema) => world.specification.resolve(schema),
  };
  const parameters = operation.parameters.map(
    (parameter): Parameter => world.specification.resolve(parameter as Parameter),
  );
  const schema = operation.requestBody?.content["application/json"].schema;
  const right: Parts = {
    ids: idsOf(path, world.real),
    query: queryOf(reader, parameters),
    caller: fc.constant(world.callers[0] ?? {}),
    headers: headersOf(reader, parameters),
    body: schema ? fromSchema(reader, schema).map((body) => JSON.stringify(body)) : fc.constant(null),
  };
  const wrong = {
    right,
    wrongBody: { ...right, body: wrongBodies(reader, schema) },
    wrongQuery: { ...right, query: wrongQueries(right.query) },
    wrongHeaders: {
      ...right,
      caller: fc.constantFrom(...world.callers),
      headers: wrongHeaders(right.headers, parameters),
    },
    wrongType: { ...right, headers: wrongTypes(right.headers) },
    wrongPath: { ...right, ids: fc.dictionary(fc.constantFrom(...idNames(path), "none"), junkId) },
    wrongBytes: { ...right, body: wrongBytes(right.body) },
  };
  return fc.oneof(
    ...Object.entries(WEIGHTS).map(([kind, weight]) => ({
      weight,
      arbitrary: assembled(method, path, wrong[kind as keyof typeof WEIGHTS]),
    })),
  );
}

interface Parts {
  readonly ids: fc.Arbitrary<Record<string, string>>;
  readonly query: fc.Arbitrary<[string, string][]>;
  readonly caller: fc.Arbitrary<Readonly<Record<string, string>>>;
  readonly headers: fc.Arbitrary<Record<string, string>>;
  readonly body: fc.Arbitrary<string | null>;
}

const assembled = (method: string, path: string, parts: Parts): fc.Arbitrary<FuzzCall> =>
  fc.record({ ...parts }).map(({ ids, query, caller, headers, body }) => {
    const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
    return {
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(ids[name] ?? "none")) + (search && `?${search}`),
      headers: { ...caller, ...(body !== null && { "content-type": "application/json" }), ...headers },
      body,
    };
  });

/** Lone surrogates have no UTF-8. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, ""));

const idNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

const idsOf = (path: string, real: Real): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      idNames(path).map((name) => {
        const kind = name === "id" ? kindOfId(path) : name;
        return [name, fc.constantFrom(...(real[kind] ?? ["none"]))];
      }),
    ),
    { noNullPrototype: true },
  );

const KINDS = {
  crypto: "settlementId",
  events: "eventId",
  refunds: "refundId",
  "payment-links": "linkId",
  "webhook-endpoints": "endpointId",
} as const;

/** The kind of id in a path, by the segment before it. */
const kindOfId = (path: string): string =>
  Object.entries({ ...KINDS, "webhook-deliveries": "deliveryId" }).find(([parent]) =>
    path.includes(`/${parent}/`),
  )?.[1] ?? "paymentId";

/** An empty id, or one that equals another path's segment, addresses another path. */
const junkId = junkText.map((text) => (text === "" || text === "." || text === ".." ? "none" : text));

function queryOf(reader: SchemaReader, parameters: readonly Parameter[]): fc.Arbitrary<[string, string][]> {
  const fields = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) =>
      fc.option(fromSchema(reader, schema, name), { freq: 3 }).map((value) => pairs(name, value)),
    );
  return fc.tuple(...fields).map((found) => found.flat());
}

const pairs = (name: string, value: Json): [string, string][] => {
  if (value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]);
};

const wrongQueries = (right: fc.Arbitrary<[string, string][]>): fc.Arbitrary<[string, string][]> =>
  fc.tuple(right, fc.array(fc.tuple(fc.nat(), junkText), { minLength: 1, maxLength: 3 })).map(([query, changes]) => {
    const names = [...query.map(([name]) => name), "limit", "status", "unasked", "cursor"];
    // The server would honour a valid wait.
    const added = changes.map(([place, text]): [string, string] => [names[place % names.length] ?? "", text]);
    return [...query, ...added.filter(([name]) => name !== "maxPollMs")];
  });

function headersOf(reader: SchemaReader, parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const own = parameters.filter((parameter) => parameter.in === "header");
  const fields = own.map(({ name, schema, required }) => {
    const value = fromSchema(reader, schema, name).map(String).filter(canBeSent);
    return [name, required ? value : fc.option(value, { freq: 2, nil: undefined })] as const;
  });
  // Two version headers must agree, which the specification cannot express.
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true }).map(({ "WCP-Version": _, ...headers }) => {
    return Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  });
}

/** Characters that Node's client sends: tab, visible ASCII and Latin-1. */
const canBeSent = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.length < 4_000;

const OTHER_HEADERS = ["WCP-Version", "Authorization", "X-Api-Key", "App-Id", "Client-Id", "Content-Type", "Accept"];

function wrongHeaders(right: fc.Arbitrary<Record<string, string>>, parameters: readonly Parameter[]) {
  const names = [
    ...parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name),
    ...OTHER_HEADERS,
  ];
  const value = junkText.filter(canBeSent);
  return fc
    .tuple(right, fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3 }))
    .map(([headers, changes]) => ({ ...headers, ...Object.fromEntries(changes) }));
}

const TYPES = ["text/plain", "application/xml", "application/jsonp", "multipart/form-data; boundary=x", "x", ""];

const wrongTypes = (right: fc.Arbitrary<Record<string, string>>): fc.Arbitrary<Record<string, string>> =>
  fc.tuple(right, fc.constantFrom(...TYPES)).map(([headers, type]) => ({ ...headers, "content-type": type }));

const wrongBodies = (reader: SchemaReader, schema: JsonObject | undefined): fc.Arbitrary<string | null> =>
  (schema ? mutated(fromSchema(reader, schema)) : junk).map((body) => JSON.stringify(body));

const PIECES = ['{"a":', "1e400", '"\\ud800"', "\0", '{"__proto__":{"x":1}}', "[".repeat(2_000), " ".repeat(270_000)];

/** Text with a piece replaced, often no longer valid JSON. */
const wrongBytes = (right: fc.Arbitrary<string | null>): fc.Arbitrary<string | null> =>
  fc.tuple(right, fc.nat(), fc.constantFrom(...PIECES)).map(([text, place, piece]) => {
    const start = text === null ? 0 : place % (text.length + 1);
    return `${text?.slice(0, start) ?? ""}${piece}${text?.slice(start + 1) ?? ""}`;
  });
