// The changes for which docs/console.md promises that the console asks for the proof again, against all endpoints.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { CONSOLE_ROUTES } from "../../src/http/console/routes.ts";
import { type SignedIn, signIn } from "../harness/server/console.ts";
import { newUser, type TestUser } from "../harness/server/users.ts";
import { sharedServerForFile, type WireBody } from "../routes/setup.ts";
import { nobodysIds } from "../tenants/calls.ts";
import { consoleRowOf } from "../tenants/console-calls.ts";

const server = sharedServerForFile();

const table = /\| Requires the proof again \|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)+)/.exec(
  readFileSync(new URL("../../docs/console.md", import.meta.url), "utf8"),
)?.[1];
const PROMISED = [...(table ?? "").matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, name = ""]) => name).sort();

/** Urgent, or without effect on money's way and on who may do what. */
const WITHOUT_PROOF = [
  /^DELETE \/console\/api\/(sessions|tills)/,
  /^DELETE \/console\/api\/users\/:id\/sessions$/,
  /^POST \/console\/api\/(confirmation|receipt-numbers|account\/passkeys\/options)/,
  /^POST \/console\/api\/change-requests\/:id\/(reject|withdraw)$/,
  /^PUT \/console\/api\/(branding|account\/mail)$/,
  /^POST \/console\/api\/books\/closed-months$/,
  /^(POST|PATCH) \/v1\/merchants(\/:merchantId)?$/,
  /^(POST|PATCH|DELETE) \/v1\/payment-links/,
  /^POST \/v1\/(merchant\/payment|payments|refunds|exceptions)/,
  /^POST \/x402\//, // not for sessions
  /^POST \/v1\/webhook-(endpoints\/:id\/(test|replay)|deliveries\/:id\/retry)$/,
];

const nameOf = ({ endpoint: { method, path } }: (typeof CONSOLE_ROUTES)[number]): string => `${method} ${path}`;
const WRITES = CONSOLE_ROUTES.filter(({ method }) => method !== "GET");

test("docs/console.md lists the changes that ask again, and each other one has a reason not to", () => {
  const asking = WRITES.filter(({ endpoint }) => endpoint.asksForKeyAgain).map(nameOf);
  expect([...new Set(asking)].sort()).toEqual(PROMISED);
  const rest = WRITES.map(nameOf).filter((name) => !PROMISED.includes(name));
  expect(rest.filter((name) => !WITHOUT_PROOF.some((reason) => reason.test(name)))).toEqual([]);
});

let owner: TestUser;
let keySession: SignedIn;
beforeAll(async () => {
  owner = await newUser(server(), server().apiKey, { role: "owner" });
  keySession = await signIn(server());
});

test.each(WRITES.filter((route) => PROMISED.includes(nameOf(route))).map((route) => [nameOf(route), route] as const))(
  "%s is refused to a session without the proof",
  async (name, { method, path, endpoint }) => {
    const call = consoleRowOf(`${method} ${path}`, endpoint).call(nobodysIds(), server());
    const headers = { "idempotency-key": name.replaceAll(" ", "-"), ...call.headers };
    const { status, body } = await owner.call<WireBody>({ ...call, method, headers });
    expect([status, body.message]).toEqual([403, "Confirm that it is you, then try again"]);
    const ofKey = await keySession.call<WireBody>({ ...call, method, headers });
    expect([401, 403]).toContain(ofKey.status);
  },
);
