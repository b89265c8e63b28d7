// Quotas refill within hours here, so that no token returns during the test.
import { expect, test } from "vitest";
import { gateway, givenConfirm, givenPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const QUOTA = 25;
const CLASSES = ["read", "write", "gateway", "app", "anonymous"];
const server = serverForFile({
  environment: { RATE_LIMITS: CLASSES.map((name) => `${name}=${QUOTA}/36000`).join() },
});

test("a signature that does not pay takes ten tokens, because a node is asked why", async () => {
  const paymentId = await givenPayment(server());
  const signed = await givenConfirm(server(), paymentId, await server().newBuyer());
  const refused = { ...signed, results: [{ type: "walletRpc", data: ["0x"] }] };
  const leftAfter = async (body: object) => {
    const { status, headers } = await gateway(server(), paymentId, "/confirm", { body });
    return [status, Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])];
  };
  const [, before] = await leftAfter({}); // 400: takes one
  expect(await leftAfter(refused)).toEqual([422, Number(before) - 10]);
  expect(await leftAfter(refused)).toEqual([422, Number(before) - 20]);
  expect((await leftAfter(signed))[0]).toBe(200);
});
