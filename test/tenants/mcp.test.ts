// The tools of an assistant: those that a key's role allows, and no other partner's data.
import { beforeAll, describe, expect, test } from "vitest";
import { TOOLS } from "../../src/http/mcp/tools.ts";
import { callTool, resultOf, sendMessage } from "../harness/server/mcp.ts";
import { createKeyFor, sharedServerForFile } from "../routes/setup.ts";
import { nobodysIds } from "./calls.ts";
import { belongingsOf, newTenant, type Tenant } from "./tenant.ts";

const server = sharedServerForFile();

let victim: Tenant;
let caller: Tenant;
beforeAll(async () => {
  [victim, caller] = [await newTenant(server()), await newTenant(server())];
});

const READS = ["find_payments", "get_payment", "wait_for_payment", "list_exceptions"];
const ALL = [...READS, "create_payment", "create_payment_link", "request_refund"];

describe.each([
  ["partner", ALL],
  ["read", READS],
  ["pos", ["wait_for_payment", "create_payment"]],
] as const)("a key of the role %s", (role, names) => {
  test("sees and may call its tools only", async () => {
    const headers = { "api-key": await createKeyFor(server(), role) };
    const { tools } = resultOf(await sendMessage(server(), "tools/list", {}, headers)) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const name of ALL.filter((each) => !names.some((allowed) => allowed === each))) {
      await expect(callTool(server(), name, {}, headers)).rejects.toThrow(`Unknown tool: ${name}`);
    }
  });
});

test("the endpoints that only tools need are closed to keys without them", async () => {
  const { paymentId } = caller.ids;
  for (const path of [`/mcp/payments/${paymentId}`, `/mcp/payments/${paymentId}/timeline`, "/mcp/find?text=100"]) {
    for (const role of ["pos", "wallet", "charges"] as const) {
      const apiKey = await createKeyFor(server(), role);
      expect((await server().call({ path, headers: { "api-key": apiKey } })).status).toBe(403);
    }
    expect((await server().call({ path, headers: { "api-key": null } })).status).toBe(401);
    expect((await server().call({ path, headers: { "api-key": caller.readKey } })).status).toBe(200);
  }
});

const MONEY = { amount: { unit: "iso4217/USD", value: "100" } };

/** How each tool is called about someone's data. */
const CALLS: Readonly<Record<string, (ids: Tenant["ids"]) => object>> = {
  find_payments: ({ paymentId, merchantId }) => ({ text: paymentId, merchantId: [merchantId] }),
  get_payment: ({ paymentId }) => ({ paymentId }),
  wait_for_payment: ({ paymentId }) => ({ paymentId, waitS: 0 }),
  list_exceptions: ({ paymentId }) => ({ paymentId }),
  create_payment: ({ merchantId }) => ({ merchantId, idempotencyKey: "a", referenceId: "a", ...MONEY }),
  create_payment_link: ({ merchantId }) => ({ merchantId, idempotencyKey: "a", ...MONEY }),
  request_refund: ({ paymentId }) => ({ paymentId, idempotencyKey: "a", reason: "a" }),
};

test("every tool has a call", () => {
  expect(Object.keys(CALLS)).toEqual(TOOLS.map(({ name }) => name));
});

describe.each(Object.entries(CALLS))("%s", (name, inputOf) => {
  test("treats another partner's ids as unknown", async () => {
    const before = await belongingsOf(server(), victim);
    const headers = { "api-key": caller.apiKey, "merchant-id": null };
    const ask = async (ids: Tenant["ids"]) => {
      const given = Object.values(ids).filter((id) => typeof id === "string");
      const text = JSON.stringify(await callTool(server(), name, inputOf(ids), headers));
      return given.reduce((rest, id) => rest.replaceAll(id, "<id>"), text).replace(/request [0-9a-f-]{36}/, "request");
    };
    expect(await ask(victim.ids)).toEqual(await ask(nobodysIds()));
    expect(await belongingsOf(server(), victim)).toEqual(before);
  });
});
