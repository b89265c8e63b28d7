// An unmodified @x402/fetch client pays by payment links: a payment for each request, and one however it retries.
import { afterAll, beforeAll, expect, test } from "vitest";
import { untilFinal } from "../../harness/chain/wallet.ts";
import { AMOUNT, newAgent, payAt, settlementIn, signAt } from "../../harness/chain/x402.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { givenLink, OPEN, readLink } from "../../routes/payment-links/given-links.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const balanceOf = (account: { readonly address: `0x${string}` }) =>
  server.balance(server.deployment.usdc, account.address);

/** As this server is reached here. */
const urlOf = ({ x402Url = "" }, query = ""): string => server.baseUrl + new URL(x402Url).pathname + query;

test("a client pays a link twice: two payments of the link, each settled", async () => {
  const link = await givenLink(server);
  const agent = await newAgent(server, 2n * AMOUNT);
  const [first, second] = [await payAt(server, urlOf(link), agent), await payAt(server, urlOf(link), agent)];
  expect([first.response.status, second.response.status]).toEqual([200, 200]);
  expect(first.body.paymentId).not.toBe(second.body.paymentId);
  expect(settlementIn(first.response)).toMatchObject({ success: true, payer: agent.address });
  expect(await balanceOf(agent)).toBe(0n);
  expect(await readLink(server, link.id)).toMatchObject({
    stats: { created: 2, open: 0, succeeded: 2, amounts: [{ unit: "iso4217/USD", value: "2000" }] },
  });
});

test("an answer that is lost: the same payload gets it again, even once the link is deleted", async () => {
  const link = await givenLink(server);
  const agent = await newAgent(server, 2n * AMOUNT);
  const signed = await signAt(server, urlOf(link), agent);
  expect(signed.required.resource.url).toBe(link.x402Url);
  const answers = await Promise.all([signed.send(), signed.send()]);
  const settlements = answers.map((answer) => settlementIn(answer));
  expect(settlements).toMatchObject([{ success: true }, settlements[0]]);
  await server.call({ method: "DELETE", path: `/v1/payment-links/${link.id}` });
  const again = await signed.send();
  expect([again.status, settlementIn(again)]).toEqual([200, settlements[0]]);
  expect(await balanceOf(agent)).toBe(AMOUNT);
});

test("what the chain shows of a payment tells nobody its id, which opens its page", async () => {
  const link = await givenLink(server);
  const signed = await signAt(server, urlOf(link), await newAgent(server));
  expect((await signed.send()).status).toBe(200);
  // Address and authorisation are public now; the rest of the message is the link's.
  const { accepted, ...payload } = signed.payload;
  const { paymentId, ...extra } = accepted.extra;
  expect(paymentId).toMatch(/^pay_/);
  const header = Buffer.from(JSON.stringify({ ...payload, accepted: { ...accepted, extra } })).toString("base64");
  const answer = await fetch(urlOf(link), { headers: { "payment-signature": header } });
  expect([answer.status, await answer.text()]).toEqual([402, expect.not.stringContaining(String(paymentId))]);
});

test("a client chooses an open amount and fills in the fields by the query", async () => {
  const link = await givenLink(server, { amount: OPEN, fields: [{ label: "Name", required: true }] });
  const agent = await newAgent(server, 7_500_000n);
  const { response, body } = await payAt(server, urlOf(link, "?amount=7.50&field-0=Ada"), agent);
  expect(response.status).toBe(200);
  expect(await balanceOf(agent)).toBe(0n);
  const details = await server.call({ path: `/v1/payments/${body.paymentId}` });
  expect(details.body).toMatchObject({
    paymentLink: { id: link.id, fields: [{ label: "Name", value: "Ada" }] },
    createdBy: { type: "link", id: link.id },
  });
});

test("of two clients that sign for the last use, one pays; the other keeps its money", async () => {
  const link = await givenLink(server, { maxUses: 1 });
  const agents = [await newAgent(server), await newAgent(server)];
  const signed = await Promise.all(agents.map((agent) => signAt(server, urlOf(link), agent)));
  const answers = await Promise.all(signed.map(({ send }) => send()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const winner = answers.findIndex(({ status }) => status === 200);
  const { paymentId = "" } = ((await answers[winner]?.json()) ?? {}) as { paymentId?: string };
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect((await Promise.all(agents.map(balanceOf))).sort()).toEqual([0n, AMOUNT]);
  const late = await fetch(urlOf(link));
  expect([late.status, await late.json()]).toMatchObject([
    410,
    { code: "invalid_state", message: expect.stringContaining("used up") },
  ]);
  expect((await signed[winner]?.send())?.status).toBe(200);
});
