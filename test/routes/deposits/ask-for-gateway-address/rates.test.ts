import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { PaymentRequirements } from "../../../../src/contract/x402/x402.ts";
import { parseRates } from "../../../../src/rates/config.ts";
import { deployFeed } from "../../../harness/chain/price-feed.ts";
import { urlOf } from "../../../harness/chain/x402.ts";
import { startServer } from "../../../harness/server/server.ts";
import { givenPayment } from "../../given.ts";
import type { RouteServer } from "../../setup.ts";
import { askAsBuyer, sentTo, writtenIn } from "../given.ts";

const CAIP2 = "eip155:31337";
const HOLD_S = 1_200;

let server: RouteServer;
beforeAll(async () => {
  const { address } = await deployFeed(inject("sharedChain").rpcUrl, { description: "EUR / USD", answer: 2_00000000n });
  const pairs = [{ pair: "EUR/USD", maxAgeS: 3_600, sources: [{ type: "feed", chain: CAIP2, address }] }];
  const parsed = parseRates({ quoteLifetimeS: 60, refreshS: 10, pairs }, [CAIP2]);
  if (parsed.kind !== "ok") throw new Error(JSON.stringify(parsed.issues));
  const environment = { DEPOSIT_RATE_HOLD_S: String(HOLD_S) };
  server = (await startServer({ role: "api", rates: parsed.rates, environment })) as RouteServer;
});
afterAll(() => server.stop());

test("an address at a rate says until when the rate holds, and is no longer given after it", async () => {
  const eurc = `${server.caip2}/erc20:${server.deployment.eurc}`;
  const paymentId = await givenPayment(server);
  const { body } = await vi.waitFor(async () => {
    const answer = await askAsBuyer(server, paymentId, eurc); // a busy machine may read the feed late
    expect(answer.status).toBe(200);
    return answer;
  }, 20_000);
  expect(body.amount.value).toBe("500000");
  const heldS = (body.rateExpiresAt ?? 0) - Math.floor(Date.now() / 1_000);
  expect(heldS).toBeLessThanOrEqual(HOLD_S);
  expect(heldS).toBeGreaterThan(HOLD_S - 300);
  expect((await askAsBuyer(server, paymentId, eurc)).body).toEqual(body);

  await sentTo(server, body.address, { amount: 100_000n });
  await server.sql(
    "update deposit_addresses set quote_expires_at_s = extract(epoch from now())::bigint - 60 where payment_id = $1",
    [paymentId],
  );
  const before = await writtenIn(server);
  const ended = await askAsBuyer(server, paymentId, eurc);
  expect([ended.status, ended.body.code]).toEqual([400, "params_validation"]);
  expect(ended.body.issues).toEqual([{ field: "asset", message: expect.stringContaining("the rate has ended") }]);
  expect(await writtenIn(server)).toEqual(before);
  const usdc = await askAsBuyer(server, paymentId);
  expect([usdc.status, usdc.body.rateExpiresAt]).toEqual([200, undefined]);
});

test("a program is asked for a signature that lasts no longer than the rate", async () => {
  const { accepts } = await vi.waitFor(async () => {
    const answer = await fetch(urlOf(server, await givenPayment(server)));
    const offer = (await answer.json()) as { readonly accepts: readonly PaymentRequirements[] };
    expect(offer.accepts.length).toBe(2);
    return offer;
  }, 20_000);
  const eurc = accepts.find(({ asset }) => asset === server.deployment.eurc);
  expect(eurc?.maxTimeoutSeconds).toBeLessThanOrEqual(HOLD_S);
});
