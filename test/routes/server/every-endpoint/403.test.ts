import { describe, expect, test } from "vitest";
import { createKeyFor, sharedServerForFile } from "../../setup.ts";
import { callTo, EVERY, everythingIn, LET_THROUGH } from "./calls.ts";

const server = sharedServerForFile();

/** Permissions by role: partner everything, read the partner's reads, wallet the gateway. */
const MAY = {
  partner: ["pay", "read", "write"],
  read: ["read"],
  wallet: ["pay"],
};

describe.each(EVERY)("%s", (_, endpoint) => {
  test.each(["partner", "read", "wallet"] as const)("with a key of the role %s", async (role) => {
    const { apiKey, readKey, walletKey } = server();
    const before = await everythingIn(server());
    const key = { partner: apiKey, read: readKey, wallet: walletKey }[role];
    const { status, body, headers } = await server().call(callTo(endpoint, { "api-key": key }));
    expect(headers.get("pay-version")).toBe("2026-02-18");
    if (MAY[role].includes(endpoint.access)) expect(LET_THROUGH).toContain(body.code);
    else expect([status, body.code]).toEqual([403, "forbidden"]);
    expect(await everythingIn(server())).toEqual(before);
  });
});

/** The endpoints that a point of sale needs. */
const FOR_POS = [
  "POST /v1/payments",
  "GET /v1/merchants/payments",
  "GET /v1/payments/:id/status",
  "POST /v1/payments/:id/cancel",
  "POST /v1/payments/:id/deposit",
  "POST /v1/merchant/payment",
  "GET /v1/merchant/payment/:id/status",
  "POST /commerce/charges",
  "GET /commerce/charges",
  "GET /commerce/charges/:id",
  "POST /commerce/charges/:id/cancel",
];

test.each(EVERY)("%s with a point of sale's key", async (name, endpoint) => {
  const before = await everythingIn(server());
  const key = await createKeyFor(server(), "pos");
  const { status, body } = await server().call(callTo(endpoint, { "api-key": key }));
  if (FOR_POS.includes(name)) expect(LET_THROUGH).toContain(body.code);
  else expect([status, body.code]).toEqual([403, "forbidden"]);
  expect(await everythingIn(server())).toEqual(before);
});

test("the reads are exactly the GET endpoints", () => {
  for (const [name, { method, access, caller }] of EVERY) {
    if (caller === "partner") expect([name, access]).toEqual([name, method === "GET" ? "read" : "write"]);
  }
});
