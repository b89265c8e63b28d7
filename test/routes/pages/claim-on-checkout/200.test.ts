import { expect, test } from "vitest";
import { readRefund } from "../../../harness/chain/refunds.ts";
import { sharedServerForFile } from "../../setup.ts";
import { textOf } from "../page-text.ts";
import { givenClaim, submit, tokenIn } from "./given.ts";

const server = sharedServerForFile();

test("a good address is repeated in groups of four, and nothing is claimed before the buyer has compared it", async () => {
  const { paymentId, refundId } = await givenClaim(server());
  const token = await tokenIn(server(), paymentId);
  const { address } = await server().newBuyer(0n);
  const { status, body } = await submit(server(), paymentId, { token, address: address.toLowerCase(), step: "check" });
  expect(status).toBe(200);
  const [, groups = ""] = /class="whole-address"><code dir="ltr">(.*?)<\/code>/.exec(body) ?? [];
  expect(groups.match(/<span>.{4,6}<\/span>/g)).toHaveLength(10);
  expect(groups.replaceAll(/<[^>]+>/g, "")).toBe(address);
  expect(textOf(body)).toContain("Is this your address?");
  expect(textOf(body)).toContain("Test shop sends USDC on Local chain to this address.");
  expect(textOf(body)).toContain("on exactly Local chain");
  expect((await readRefund(server(), refundId)).claim).toBeUndefined();
});

test("what people paste around an address does not matter", async () => {
  const { paymentId } = await givenClaim(server());
  const token = await tokenIn(server(), paymentId);
  const { address, account } = await server().newBuyer(0n);
  const grouped = address.replace(/.{6}|.{4}/g, "$& ");
  for (const typed of [` ${address}\n`, `\u200e${address}\u200b`, grouped, account])
    expect((await submit(server(), paymentId, { token, address: typed, step: "check" })).body).toContain(
      `value="${address}"`,
    );
});

test("changing it leads back to the field with what was typed", async () => {
  const { paymentId } = await givenClaim(server());
  const token = await tokenIn(server(), paymentId);
  const { address } = await server().newBuyer(0n);
  const { status, body } = await submit(server(), paymentId, { token, address, step: "change", lang: "de" });
  expect(status).toBe(200);
  expect(body).toMatch(new RegExp(`<input id="claim-address" name="address" value="${address}"`));
  expect(body).toContain('<html lang="de"');
});
