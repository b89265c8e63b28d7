// Requests that ask for a fault which nobody can rehearse.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../../harness/server/server.ts";
import type { WireBody } from "../../routes/setup.ts";
import { type Rehearsing, startRehearsing } from "./rehearsing.ts";

let scene: Rehearsing;
beforeAll(async () => {
  scene = await startRehearsing();
});
afterAll(() => scene.stop());

const create = async (server: TestServer, referenceId: string, unit = "iso4217/USD") => {
  const body = { amount: { unit, value: "1000" }, referenceId };
  const { status, body: answer } = await server.call<WireBody>({ path: "/v1/payments", body });
  return { status, issues: answer.issues ?? [] };
};

const createLink = async (server: TestServer, referencePattern: string, changes: object = {}) => {
  const body = { amount: { unit: "iso4217/USD", value: "1000" }, referencePattern, ...changes };
  const { status, body: answer } = await server.call<WireBody>({ path: "/v1/payment-links", body });
  return { status, issues: answer.issues ?? [] };
};
const field = "referencePattern";

const NEEDS = expect.stringContaining("needs a demo buyer (DEMO_BUYER_KEYS)");
const ALL =
  "test:paid, test:insufficient, test:declined, test:underpaid, test:late, test:twice, test:reorganised, test:slow";

test.each(["test:sideways", "test:", "test: late", "test:later", "test:LATE"])(
  "%s names no fault",
  async (reference) => {
    expect(await create(scene.shop, reference)).toEqual({
      status: 400,
      issues: [{ field: "referenceId", message: `must name a fault after test:, one of ${ALL}` }],
    });
  },
);

test("a live payment has no fault, and may have another reference that begins alike", async () => {
  expect(await create(scene.live, "test:late order 1")).toEqual({
    status: 400,
    issues: [
      {
        field: "referenceId",
        message: "test:late asks for a fault: only payments of a test key (tp_test_…) have one",
      },
    ],
  });
  expect((await create(scene.live, "test:later")).status).toBe(201);
});

test("a payment link whose payments would ask for a fault in live mode, and one that names no fault", async () => {
  expect(await createLink(scene.live, "test:late {number}")).toEqual({
    status: 400,
    issues: [{ field, message: "test:late asks for a fault: only payments of a test key (tp_test_…) have one" }],
  });
  expect((await createLink(scene.live, "test:late{number}")).status).toBe(201);
  expect(await createLink(scene.shop, "test:late{number}")).toEqual({
    status: 400,
    issues: [{ field, message: `must name a fault after test:, one of ${ALL}` }],
  });
  expect((await createLink(scene.shop, "test:late {number}")).status).toBe(201);
});

test("a payment link in a currency in which the demo buyer has no token", async () => {
  const amount = { unit: "iso4217/CHF", min: "100", max: "1000" };
  expect(await createLink(scene.shop, "test:late {number}", { amount })).toEqual({
    status: 400,
    issues: [{ field, message: NEEDS }],
  });
});

test("a currency in which the demo buyer has no token", async () => {
  expect(await create(scene.shop, "test:late", "iso4217/CHF")).toEqual({
    status: 400,
    issues: [{ field: "referenceId", message: NEEDS }],
  });
});

test("a reorg on a chain that has none on demand, and any fault without a demo buyer", async () => {
  await scene.live.sql("update demo_buyers set can_reorganise = false");
  expect(await create(scene.shop, "test:reorganised")).toEqual({
    status: 400,
    issues: [{ field: "referenceId", message: NEEDS }],
  });
  expect((await create(scene.shop, "test:declined")).status).toBe(201);
  await scene.live.sql("delete from demo_buyers");
  expect(await create(scene.shop, "test:declined")).toEqual({
    status: 400,
    issues: [{ field: "referenceId", message: NEEDS }],
  });
  expect(await createLink(scene.shop, "test:declined {number}")).toEqual({
    status: 400,
    issues: [{ field, message: NEEDS }],
  });
  expect((await create(scene.shop, "order 1")).status).toBe(201);
});
