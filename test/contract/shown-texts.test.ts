// Texts that people may see refuse what people cannot see. A new field without the rule fails here.
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import * as records from "../../src/contract/console/records.ts";
import * as tills from "../../src/contract/console/tills.ts";
import * as users from "../../src/contract/console/users.ts";
import { CONSOLE_ROUTES } from "../../src/http/console/routes.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";

/** Controls of C0 and C1, both separators, and characters that reorder text. */
const UNSEEN = [
  "\0",
  "\u001b",
  "\u0085",
  "\u2028",
  "\u2029",
  "\u061c",
  "\u200f",
  "\u202a",
  "\u202e",
  "\u2066",
  "\u2069",
];

/** Fields of bodies that are not kept as they were sent, or that people never see. */
const PARSED: Readonly<Record<string, string>> = {
  "amount.unit": "a unit that is known",
  "amount.value": "digits",
  "amount.min": "digits",
  "amount.max": "digits",
  "amount.suggested": "digits",
  "amount.display.assetSymbol": "ignored",
  "amount.display.assetName": "ignored",
  "amount.display.iconUrl": "ignored",
  "amount.display.networkName": "ignored",
  "amount.display.networkIconUrl": "ignored",
  "lineItems.amount.unit": "the payment's unit",
  "lineItems.amount.value": "digits",
  "local_price.amount": "a decimal number",
  "local_price.currency": "an ISO 4217 code",
  metadata: "data of the partner's programs",
  asset: "looked up in canonical form",
  url: "kept as URL.href",
  "change.settlements.asset": "kept in canonical form",
  "change.settlements.destination": "kept in canonical form",
  "change.destination": "kept in canonical form",
  "response.clientDataJSON": "of a passkey, for programs",
  "response.authenticatorData": "of a passkey, for programs",
  "response.signature": "of a passkey, for programs",
  "response.response.clientDataJSON": "of a passkey, for programs",
  "response.response.attestationObject": "of a passkey, for programs",
  "response.response.transports": "of a passkey, for programs",
  "settlements.asset": "kept in canonical form",
  "settlements.destination": "kept in canonical form",
  destination: "kept in canonical form",
  to: "kept in canonical form",
  account: "kept in canonical form",
  merchantIds: "an id that is known",
  "paymentPayload.accepted.scheme": "a scheme that is known",
  "paymentPayload.accepted.network": "a chain that is known",
  "paymentRequirements.scheme": "a scheme that is known",
  "paymentRequirements.network": "a chain that is known",
  "paymentRequirements.asset": "read in canonical form",
  "paymentRequirements.payTo": "read in canonical form",
  "paymentRequirements.extra.name": "compared with the token's",
  "paymentRequirements.extra.version": "compared with the token's",
  timeZone: "a time zone that is known",
  paymentId: "an id that is known",
  userId: "an id that is known",
  allowedAddresses: "kept in canonical form",
  accounts: "read in canonical form",
  refresh: "read in canonical form",
  optionId: "a sealed text",
  data: "a sealed text",
  "collectedData.fields.id": "the id of a known field",
  "collectedData.fields.value": "checked by the field",
  apiKey: "hashed",
  password: "hashed",
  token: "hashed",
  code: "hashed",
};

/** The texts in a schema that take unseen characters, as paths without indices. */
function fieldsThatTake(schema: TSchema, path: string): string[] {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const parts = schema as {
    type?: string | string[];
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
    additionalProperties?: unknown;
  };
  const found = [
    ...Object.entries(parts.properties ?? {}).flatMap(([name, each]) => fieldsThatTake(each, at(name))),
    ...(parts.items ? fieldsThatTake(parts.items, path) : []),
    ...(parts.anyOf ?? []).flatMap((each) => fieldsThatTake(each, path)),
  ];
  const isOpenObject = [parts.type].flat().includes("object") && !parts.properties;
  if (isOpenObject) return [...found, path];
  if (![parts.type].flat().includes("string")) return found;
  const compiled = Compile(schema);
  const takes = UNSEEN.some((each) => EXAMPLES.some((example) => compiled.Check(example.replace("|", each))));
  return takes ? [...found, path] : found;
}

/** Of each format that a field may have; the bar stands for the unseen character. */
const EXAMPLES = ["a|b", "a|", "a|b@example.com", "https://example.com/a|b", "{number}|", "0x|"];

const BODIES: readonly (readonly [string, TSchema])[] = [
  ...[...ENDPOINTS, ...CONSOLE_ROUTES.map(({ endpoint }) => endpoint)].flatMap(({ method, path, body }) =>
    body ? [[`${method} ${path}`, body] as const] : [],
  ),
  ["sign in", records.SignInBody],
  ["sign in with a password", users.PasswordSignInBody],
  ["find an invitation", users.InvitationBody],
  ["join", users.JoinBody],
  ["sign in with a passkey", users.PasskeySignature],
  ["pair a till", tills.PairBody],
];

test.each(BODIES)("%s", (_, body) => {
  expect(fieldsThatTake(body, "").filter((field) => !(field in PARSED))).toEqual([]);
});

test("each exception is a field", () => {
  const found = new Set(BODIES.flatMap(([, body]) => fieldsThatTake(body, "")));
  expect(Object.keys(PARSED).filter((field) => !found.has(field))).toEqual([]);
});
