// Exceptions in the console: each kind says what happened and what to do, and links to its payment.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ar } from "../../../locales/console/ar.ts";
import { de } from "../../../locales/console/de.ts";
import { exceptionOf } from "../../../src/payment/transfers/exception.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { givenAsDeposit, givenException, givenSent } from "../../routes/payments/list-exceptions/exceptions.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { FAILED_READS, failReads } from "../harness/fail-reads.ts";
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
  await server.sql("update exceptions set resolved_at = now(), resolution = 'chain' where id = $1", [id]);
  const page = await openConsole({ server: owner, path: "/exceptions", viewport: "phone" });
  await page.getByText("No exceptions", { exact: true }).waitFor();
  await page.getByLabel("Status").selectOption("resolved");
  await page.getByRole("heading", { name: "Underpaid" }).waitFor();
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

test("further pages load on request; one that fails says so below the others", async () => {
  const owner = asPartner(server, await server.newOwner());
  const paymentId = await createPayment(owner);
  for (let index = 0; index < 21; index++) await givenException(owner, { paymentId });
  const page = await openConsole({ server: owner, path: "/exceptions", viewport: "phone", allows: FAILED_READS });
  await page.route(/\/v1\/exceptions\?.*cursor=/, (route) => route.abort());
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("alert").getByText("The server didn't respond").waitFor();
  expect(await page.getByRole("heading", { level: 2 }).count()).toBe(20);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => page.getByRole("heading", { level: 2 }).count()).toBe(21);
});

test("in another language, the page also says what the API added in English: the fee and the sum", async () => {
  const owner = asPartner(server, await server.newOwner());
  const { id, paymentId } = await givenException(owner, { kind: "late", paymentId: await createPayment(owner) });
  const asset = `${server.caip2}/erc20:${server.deployment.usdc}` as const;
  const transfer = { paymentId, partnerId: null, txHash: "0x00", logIndex: 0, asset, amount: 99n, fee: 0n } as const;
  const note = "This is the sum of 11 transfers, of which it names the last. They came from several accounts.";
  const message = `${exceptionOf("late", transfer).message} ${note}`;
  await server.sql("update exceptions set message = $2, fee = 220000 where id = $1", [id, message]);
  for (const path of ["/exceptions", `/payments/${paymentId}`]) {
    const page = await openConsole({ server: owner, path, locale: "de" });
    await page.getByText(de.exceptions.kinds.late.what).waitFor();
    await page.getByText(de.exceptions.fee.replace("{fee}", "0,22 USDC")).waitFor();
    await page.getByText(de.exceptions.sum.other.replace("{count}", "11")).waitFor();
    await page.getByText(de.exceptions.severalSenders).waitFor();
    expect(await page.getByText("of which it names").count()).toBe(0);
  }
});

const SENDER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

test("it names sender, network and worth; marked as handled with a note, it leaves the overview and the open ones", async () => {
  const owner = asPartner(server, await server.newOwner());
  const { id } = await givenException(owner, { kind: "duplicate", paymentId: await createPayment(owner) });
  await server.sql("update exceptions set sender = $2 where id = $1", [id, SENDER]);
  const page = await openConsole({ server: owner, path: "/exceptions", viewport: "phone" });
  await page.getByText(/worth (US)?\$1\.23/).waitFor();
  expect(await page.getByTitle(SENDER).textContent()).toBe("0x70997970…17dc79C8");
  await page.getByRole("button", { name: "Copy the sender's address" }).waitFor();
  await takePictures(page, "console-exception-open");
  await page.getByRole("button", { name: "Mark as handled" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Mark as handled" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Note").fill("Sent back on Monday");
  await takePictures(page, "console-exception-handle");
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Mark as handled" }).click();
  await page.getByText("No exceptions", { exact: true }).waitFor();
  await page.getByLabel("Status").selectOption("resolved");
  await page.getByText("Sent back on Monday").waitFor();
  await page.getByText(/Handled by/).waitFor();
  await takePictures(page, "console-exception-handled");
  await expectAccessibleInBoth(page);
  const overview = await openConsole({ server: owner, path: "/" });
  await overview.getByText(/All clear/).waitFor();
  expect(await overview.getByText("1 exception").count()).toBe(0);
});

test("a half-written note stays when a later read of the list fails", async () => {
  const owner = asPartner(server, await server.newOwner());
  await givenException(owner, { kind: "late", paymentId: await createPayment(owner) });
  const page = await openConsole({ server: owner, path: "/exceptions", allows: FAILED_READS });
  await page.getByRole("button", { name: "Mark as handled" }).click();
  const note = page.getByRole("dialog").getByLabel("Note");
  await note.fill("Half");
  await failReads(page, /\/v1\/exceptions\?/);
  expect(await note.inputValue()).toBe("Half");
});

test.each([
  ["de", de],
  ["ar", ar],
] as const)("pictures in %s", async (locale, texts) => {
  const owner = asPartner(server, await server.newOwner());
  const paymentId = await createPayment(owner);
  const { id } = await givenException(owner, { kind: "duplicate", paymentId });
  await server.sql("update exceptions set sender = $2, fee = 220000 where id = $1", [id, SENDER]);
  for (const [name, path] of [
    ["exceptions", "/exceptions"],
    ["exception-of-payment", `/payments/${paymentId}`],
  ] as const) {
    const page = await openConsole({ server: owner, path, locale });
    await page.getByText(texts.exceptions.kinds.duplicate.what).waitFor();
    await takePictures(page, `console-${name}-${locale}`);
    await expectAccessibleInBoth(page);
  }
});

test("who may not refund, may not mark as handled", async () => {
  const owner = asPartner(server, await server.newOwner());
  await givenException(owner, { kind: "late", paymentId: await createPayment(owner) });
  const page = await openConsole({ server: { ...owner, apiKey: owner.readKey }, path: "/exceptions" });
  await page.getByRole("heading", { name: "Paid too late" }).waitFor();
  expect(await page.getByRole("button", { name: "Mark as handled" }).count()).toBe(0);
});

test("its money goes back by a refund, with sender, amount and network filled in; the card then leads to the queue", async () => {
  const owner = asPartner(server, await server.newOwner());
  const paymentId = await createPayment(owner);
  const { id, buyer } = await givenSent(owner, "duplicate", paymentId);
  const page = await openConsole({ server: owner, path: "/exceptions", viewport: "phone" });
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Refund" });
  await dialog.getByText(/All of it goes back: 1\.234567\sUSDC \((US)?\$1\.23\) · \w+/).waitFor();
  await dialog.getByText(`It goes to the account that sent it: ${buyer.address}`).waitFor();
  await takePictures(page, "console-exception-refund");
  await expectAccessibleInBoth(page);
  await dialog.getByLabel("Reason").fill("Two taps");
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("A refund of it is open:").waitFor();
  expect(await page.getByRole("button", { name: "Refund", exact: true }).count()).toBe(0);
  await takePictures(page, "console-exception-refund-open");
  await expectAccessibleInBoth(page);
  await page.getByRole("link", { name: "To be signed" }).click();
  await page.getByText("Two taps").waitFor();
  await page.getByRole("link", { name: "View the exception" }).waitFor();
  const listed = await owner.call<{ data: { exceptionId: string; to: string }[] }>({ path: "/v1/refunds" });
  expect(listed.body.data).toMatchObject([{ exceptionId: id, to: buyer.account, reason: "Two taps" }]);

  await page.goto(`${new URL(page.url()).origin}/console/payments/${paymentId}`);
  await page.getByText("An account of yours has to sign it.").waitFor();
});

test("the sender of a deposit may be an exchange: an address is asked for; other kinds have no refund", async () => {
  const owner = asPartner(server, await server.newOwner());
  const paymentId = await createPayment(owner);
  const { id } = await givenSent(owner, "late", paymentId);
  await givenAsDeposit(owner, id);
  await givenSent(owner, "reorged", paymentId);
  const page = await openConsole({ server: owner, path: "/exceptions" });
  await page.getByRole("heading", { name: "Transfer dropped by the chain" }).waitFor();
  const buttons = page.getByRole("button", { name: "Refund", exact: true });
  expect(await buttons.count()).toBe(1);
  await buttons.click();
  const dialog = page.getByRole("dialog", { name: "Refund" });
  await dialog.getByText(/perhaps from an exchange/).waitFor();
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await expect.poll(() => dialog.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
  await expectAccessibleInBoth(page);
  const buyer = await owner.newBuyer(0n);
  await dialog.getByLabel("Address").fill(buyer.address);
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByText("A refund of it is open:").waitFor();
  const listed = await owner.call<{ data: object[] }>({ path: "/v1/refunds" });
  expect(listed.body.data).toMatchObject([{ exceptionId: id, to: buyer.account }]);
});
