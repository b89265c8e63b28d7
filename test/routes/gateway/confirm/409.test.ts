import { expect, test } from "vitest";
import { openOption, optionKeys, sealOption } from "../../../../src/payment/option.ts";
import { gateway, givenConfirm, givenPayment } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("fetch and confirm of an option whose quote has expired", async () => {
  const paymentId = await givenPayment(server());
  const { optionId, results } = await givenConfirm(server(), paymentId, await server().newBuyer());
  // Prices of pegged assets do not expire, so the test reseals the option with an expired price.
  const keys = optionKeys(Buffer.from(server().installation.environment.SECRET_KEY ?? "", "hex"));
  const option = openOption(keys, optionId);
  if (!option) throw new Error("the option cannot be opened with the installation's key");
  const stale = sealOption(keys, { ...option, quoteExpiresAtS: Math.floor(Date.now() / 1000) - 1 });

  const calls: [string, object][] = [
    ["/fetch", { optionId: stale, data: "" }],
    ["/confirm", { optionId: stale, results }],
  ];
  for (const [action, body] of calls) {
    const answer = await gateway(server(), paymentId, action, { body });
    expect([action, answer.status, answer.body.code]).toEqual([action, 409, "quote_expired"]);
    expect(answer.body.message).toContain("expired");
  }
  expect(await rowsOf(server(), "confirmations")).toBe(0);
});
