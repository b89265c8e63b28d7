// What the checkout page says of money that came to a deposit address of a payment that has ended without it.
import { expect, test } from "vitest";
import { askAsBuyer, sentTo } from "../../deposits/given.ts";
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

async function endedWith(ends: string, sent: { readonly amount: bigint; readonly isOrphaned?: boolean }) {
  const paymentId = await givenPayment(server());
  const { body } = await askAsBuyer(server(), paymentId);
  const hash = await sentTo(server(), body.address, sent);
  await server().sql(`update payments set ${ends} where id = $1`, [paymentId]);
  return { text: await textOf(paymentId), hash };
}

const CAME = "0.25 USDC arrived on Local chain. Test shop gets this money: send nothing more";

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
  for (const { text } of [gone, dust]) expect(text).toContain("Nothing was paid in time.");
});
