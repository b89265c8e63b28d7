// A till requests refunds of its sales. A manager signs them.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signRefund, type WireRefund } from "../../harness/chain/refunds.ts";
import { confirm, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";
import { pairTill } from "../harness/till.ts";
import { noSidewaysScroll } from "../harness/width.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** Sells for 7.50 EUR, and goes to today's sales. @returns the payment's id */
async function sell(page: Page): Promise<string> {
  for (const key of ["7", "5", "0"]) await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("button", { name: "Charge €7.50" }).click();
  const code = page.getByRole("img", { name: /QR code for the payment link/ });
  await code.waitFor();
  const paymentId = /pay_\w+/.exec((await code.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await untilFinal(server, paymentId);
  await page.getByRole("button", { name: "Next sale" }).click();
  await page.getByText("Today", { exact: true }).click();
  return paymentId;
}

const refundsOf = async (paymentId: string): Promise<readonly WireRefund[]> =>
  (await server.call<{ data: WireRefund[] }>({ path: `/v1/refunds?paymentId=${paymentId}` })).body.data;

test("a part and then the rest are requested; the list shows what waits, and what went back", async () => {
  const { page } = await pairTill(server, "Counter", { viewport: "narrow" });
  const paymentId = await sell(page);
  const request = page.getByRole("button", { name: /^Request a refund of / });
  await request.click();
  const dialog = page.getByRole("dialog", { name: "Request refund" });
  await dialog.getByText("A manager signs the refund in the console.").waitFor();
  expect(await dialog.getByText("another address").count()).toBe(0);
  await dialog.getByRole("radio").nth(1).check();
  await dialog.getByRole("textbox").first().fill("2.50");
  await dialog.getByLabel("Reason").fill("One cup was cold");
  await takePictures(page, "till-refund");
  await expectAccessibleInBoth(page);
  await noSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Request refund" }).click();
  await page.getByText(/is requested\. A manager signs it\./).waitFor();
  const list = page.getByRole("list", { name: "Today's sales" });
  await list.getByText("Refund requested").waitFor();
  const [part] = await refundsOf(paymentId);
  expect(part).toMatchObject({ status: "requires_action", fiatAmount: { value: "250" }, reason: "One cup was cold" });
  expect(part).toMatchObject({ requestedBy: { type: "till" } });
  const signer = await server.newBuyer(1_000_000_000n);
  if (part) expect(await signRefund(server, part, signer)).toBe("succeeded");
  await page.reload();
  await page.getByText("Today", { exact: true }).click();
  await list.getByText("Partly refunded").waitFor();
  await takePictures(page, "till-refunded");
  await expectAccessibleInBoth(page);
  await request.click();
  await dialog.getByRole("button", { name: "Request refund" }).click();
  await list.getByText("Refund requested").waitFor();
  const rest = (await refundsOf(paymentId)).find(({ refundId }) => refundId !== part?.refundId);
  expect(rest).toMatchObject({ fiatAmount: { value: "500" } });
  expect(await request.count()).toBe(0); // nothing is left
  if (rest) expect(await signRefund(server, rest, signer)).toBe("succeeded");
  await page.reload();
  await page.getByText("Today", { exact: true }).click();
  await list.getByText("Refunded", { exact: true }).waitFor();
});
