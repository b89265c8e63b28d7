// Exceptions in the console: each kind says what happened and what to do, and links to its payment.
import { afterAll, beforeAll, expect, test } from "vitest";
import { de } from "../../../locales/console/de.ts";
import { exceptionOf } from "../../../src/payment/transfers/exception.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { givenException } from "../../routes/payments/list-exceptions/exceptions.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ bendsBooks: "the exceptions are written, not made by a chain" });
});
afterAll(() => server.stop());

/** Ordered by creation. */
const KINDS = [
  "reorged",
  "unknown_refund",
  "refused_sender",
  "foreign_token",
  "duplicate",
  "overpaid",
  "underpaid",
  "late",
  "settlement_failed",
];

test("an empty list says that there are no exceptions", async () => {
  const owner = asPartner(server, await server.newOwner());
  const page = await openConsole({ server: owner, path: "/exceptions" });
  await page.getByText("No exceptions", { exact: true }).waitFor();
  await takePictures(page, "console-exceptions-none");
  await expectAccessibleInBoth(page);
});

test("each kind is explained, newest first, and links to its payment", async () => {
  const owner = asPartner(server, await server.newOwner());
  const paymentId = await createPayment(owner);
  for (const [index, kind] of KINDS.entries()) {
    await givenException(owner, {
      kind,
      paymentId,
      createdAt: new Date(Date.UTC(2026, 1, 18, 12, index)).toISOString(),
    });
  }
  const page = await openConsole({ server: owner, path: "/exceptions" });
  await page.getByRole("heading", { name: "Payment reversed" }).waitFor();
  const titles = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(titles).toEqual([
    "Payment reversed",
    "Paid too late",
    "Underpaid",
    "Overpaid",
    "Paid twice",
    "Another token or network",
    "Sender refused",
    "Refund not recorded",
    "Transfer dropped by the chain",
  ]);
  expect(await page.getByText("What to do", { exact: true }).count()).toBe(KINDS.length);
  expect(await page.getByText("1.234567 USDC").count()).toBe(KINDS.length);
  await takePictures(page, "console-exceptions");
  await expectAccessibleInBoth(page);

  await page.getByLabel("Exception type").selectOption("late");
  await page.waitForURL(/kind=late/);
  await page.getByRole("heading", { name: "Payment reversed" }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Paid too late" }).waitFor(); // the list reloads in between
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["Paid too late"]);
  await page.getByRole("link", { name: "View payment" }).click();
  await page.waitForURL(`**/console/payments/${paymentId}`);
});

test("a resolved exception needs no action", async () => {
  const owner = asPartner(server, await server.newOwner());
  const { id } = await givenException(owner, { kind: "underpaid", paymentId: await createPayment(owner) });
  await server.sql("update exceptions set resolved_at = now() where id = $1", [id]);
  const page = await openConsole({ server: owner, path: "/exceptions", viewport: "phone" });
  await page.getByText("Resolved", { exact: true }).waitFor();
  await page.getByText(/has paid the payment/).waitFor();
  await takePictures(page, "console-exceptions-resolved");
  await expectAccessibleInBoth(page);
});

test("a filter without matches says so, and does not claim that there are no exceptions", async () => {
  const owner = asPartner(server, await server.newOwner());
  await givenException(owner, { kind: "late", paymentId: await createPayment(owner) });
  const page = await openConsole({ server: owner, path: "/exceptions?kind=reorged", viewport: "phone" });
  await page.getByText("No exceptions match").waitFor();
  expect(await page.getByText("No exceptions", { exact: true }).count()).toBe(0);
});

test("further pages load on request", async () => {
  const owner = asPartner(server, await server.newOwner());
  const paymentId = await createPayment(owner);
  for (let index = 0; index < 21; index++) await givenException(owner, { paymentId });
  const page = await openConsole({ server: owner, path: "/exceptions", viewport: "phone" });
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => page.getByRole("heading", { level: 2 }).count()).toBe(21);
});

test("in another language, the page also says what the API added in English: the fee and the sum", async () => {
  const owner = asPartner(server, await server.newOwner());
  const { id, paymentId } = await givenException(owner, { kind: "late", paymentId: await createPayment(owner) });
  const asset = `${server.caip2}/erc20:${server.deployment.usdc}` as const;
  const transfer = { paymentId, partnerId: null, txHash: "0x00", logIndex: 0, asset, amount: 99n, fee: 22n } as const;
  const note = "This is the sum of 11 transfers, of which it names the last.";
  const message = `${exceptionOf("late", transfer).message} ${note}`;
  await server.sql("update exceptions set message = $2 where id = $1", [id, message]);
  for (const path of ["/exceptions", `/payments/${paymentId}`]) {
    const page = await openConsole({ server: owner, path, locale: "de" });
    await page.getByText(de.exceptions.kinds.late.what).waitFor();
    await page.getByText(de.exceptions.fee.replace("{fee}", "22")).waitFor();
    await page.getByText(de.exceptions.sum.other.replace("{count}", "11")).waitFor();
    expect(await page.getByText("of which it names").count()).toBe(0);
  }
});
