// What the checkout page says of money that came to a deposit address of a payment that has ended without it.
import { describe, expect, test } from "vitest";
import { askAsBuyer, sentTo, usdcOf } from "../../deposits/given.ts";
import { givenPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ role: "api", bendsBooks: "the payments are ended and paid by statements" });

/** The visible text of the page. */
async function textOf(paymentId: string): Promise<string> {
  const { body } = await server().call<string>({ path: `/${paymentId}` });
  return body
    .replace(/<(script|svg|noscript)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, "")
    .replace(/[\s\u00a0]+/g, " ")
    .replaceAll("&#39;", "'");
}

async function endedWith(ends: string, sent: Parameters<typeof sentTo>[2]) {
  const paymentId = await givenPayment(server());
  const { body } = await askAsBuyer(server(), paymentId);
  const hash = await sentTo(server(), body.address, sent);
  await server().sql(`update payments set ${ends} where id = $1`, [paymentId]);
  return { text: await textOf(paymentId), hash };
}

const CAME =
  "0.25 of 1.00 USDC arrived on Local chain; 0.75 were missing. Test shop gets this money: send nothing more";

test.each([
  ["expired", "status = 'expired'"],
  ["failed", "status = 'failed'"],
  ["cancelled by the merchant", "status = 'cancelled', cancelled_reason = 'cancelled_by_merchant'"],
  ["past its expiry", "expires_at = now() - interval '1 second'"],
])("%s: who has the money and by which transaction, and never that nothing was paid", async (_, ends) => {
  const { text, hash } = await endedWith(ends, { amount: 250_000n });
  expect(text).toContain(CAME);
  expect(text).toContain(hash);
  expect(text).not.toMatch(/nothing was paid/i);
});

test("declined: the money of this sender stays where it is, and the page does not say that the merchant gets it", async () => {
  const { text } = await endedWith("status = 'failed', failure_code = 'declined_user'", { amount: 1_000_000n });
  expect(text).toContain("Money from this sender can't be accepted. Send nothing more, and ask Test shop.");
  expect(text).not.toContain("gets this money");
});

test("a transfer that a reorganisation removed, and dust, are no money that came", async () => {
  const gone = await endedWith("status = 'expired'", { amount: 250_000n, isOrphaned: true });
  const dust = await endedWith("status = 'expired'", { amount: 1n });
  for (const { text } of [gone, dust]) expect(text).toContain("It was not paid in time.");
});

describe("another token", () => {
  const eurc = (changes: object = {}) => ({ amount: 250_000n, token: server().deployment.eurc, ...changes });
  const OTHER =
    "0.25 EURC arrived on Local chain. It can't pay this payment, and Test shop gets it: ask them to return it.";

  test.each([
    ["open", "status = 'requires_action'"],
    ["expired", "status = 'expired'"],
    ["paid", "status = 'succeeded'"],
  ])("while the payment is %s: the page says which, and who has it", async (_, ends) => {
    const { text } = await endedWith(ends, eurc());
    expect(text).toContain(OTHER);
  });

  test("on the page of its address: beside what is still to be sent", async () => {
    const paymentId = await givenPayment(server());
    const { body } = await askAsBuyer(server(), paymentId);
    await sentTo(server(), body.address, eurc());
    const { body: page } = await server().call<string>({ path: `/${paymentId}?deposit=${usdcOf(server())}` });
    expect(page).toContain('id="send-address"');
    expect(page).toContain('id="elsewhere"');
  });

  test("of a refused sender stays where it is; dust and what a reorganisation removed is not mentioned", async () => {
    const ends = "status = 'requires_action'";
    const refused = await endedWith(ends, eurc({ isRefused: true }));
    expect(refused.text).toContain("Money from this sender can't be accepted.");
    const others = [await endedWith(ends, eurc({ amount: 9_999n })), await endedWith(ends, eurc({ isOrphaned: true }))];
    for (const { text } of [refused, ...others]) expect(text).not.toContain("arrived on");
  });
});
