// A payment's deposits in the console and on the till: the address, what came, what is missing, and what came of it.
import { getAddress } from "viem";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { sendTo } from "../../harness/chain/deposits.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { askAsBuyer } from "../../routes/deposits/given.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { charge, pairTill } from "../harness/till.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const askFor = async (paymentId: string, on = server) => {
  const { body } = await askAsBuyer(on as unknown as RouteServer, paymentId);
  return getAddress(body.address);
};

test("the payment's page shows the address as it is asked for, each transfer, and what is missing, until it is paid", async () => {
  const paymentId = await createPayment(server);
  const page = await openConsole({ server, path: `/payments/${paymentId}` });
  await page.getByText("The buyer hasn't paid yet.").waitFor();
  expect(await page.getByText("Deposit address").count()).toBe(0);
  const address = await askFor(paymentId);
  await page.getByText(address).waitFor();
  await page.getByText("Extended", { exact: true }).waitFor();
  await page.getByText("The buyer asked for a deposit address, so there is more time to pay.").waitFor();
  const part = await sendTo(server, address, 9_500_000n);
  const deposits = page.locator("section", { has: page.getByRole("heading", { name: "Deposit address" }) });
  await deposits.getByTitle(part).waitFor();
  expect(await deposits.textContent()).toMatch(/Received\s*9\.50\sUSDC\s*Missing\s*0\.50\sUSDC/);
  await takePictures(page, "console-payment-deposit-part");
  await expectAccessibleInBoth(page);
  const rest = await sendTo(server, address, 500_000n);
  await page.getByText("Paid and confirmed.").waitFor();
  await deposits.getByTitle(rest).waitFor();
  expect(await deposits.getByText("Missing").count()).toBe(0);
  await page.getByText("Sent by the buyer to the payment's deposit address").waitFor();
  await takePictures(page, "console-payment-deposit-paid");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByRole("button", { name: "I have already sent it by hand" }).click();
  await page.getByRole("dialog").getByText("Exchanges send from shared accounts.").waitFor();
});

test("a part of a payment that has ended says that it does not pay it, and where it goes", async () => {
  const own = await startServer({ bendsBooks: "the recovery is written, not made on a chain" });
  onTestFinished(() => own.stop());
  const paymentId = await createPayment(own);
  const address = await askFor(paymentId, own);
  const part = await sendTo(own, address, 2_000_000n);
  const page = await openConsole({ server: own, path: `/payments/${paymentId}`, viewport: "narrow" });
  await page.getByTitle(part).waitFor();
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel payment" }).click();
  await page.getByText(/This money does not pay the payment\. It is passed on to your destination\./).waitFor();
  const passedOn = "ab".repeat(32);
  await own.sql(
    `insert into recoveries (chain, tx_hash, log_index, block_number, block_hash, terms_hash, token, amount)
     select chain, $2, 0, 1, $2, terms_hash, token, 2000000 from deposit_addresses where payment_id = $1`,
    [paymentId, Buffer.from(passedOn, "hex")],
  );
  await page.reload();
  const recovered = page.locator("section", { has: page.getByRole("heading", { name: "Recovered" }) });
  await recovered.getByTitle(`0x${passedOn}`).waitFor();
  expect(await recovered.textContent()).toMatch(/2\.00\sUSDC/);
  await takePictures(page, "console-payment-deposit-cancelled");
  await expectAccessibleInBoth(page);
});

test("a customer scans the till's code and pays from an exchange: the till shows what came, is missing, and Paid", async () => {
  const { page } = await pairTill(server, "Exchange");
  const paymentId = await charge(page);
  const phone = await openPage({ server, touch: true });
  await phone.goto(`/${paymentId}`);
  await phone.locator("#send > summary").click();
  await phone.getByRole("button", { name: "Local chain" }).click();
  const address = getAddress((await phone.locator("#send-address").textContent()) ?? "");
  await page.getByText(/The buyer is sending 12\.50\sEURC on Local chain\. Nothing has arrived yet/).waitFor();
  await page.getByText(/5\d:\d\d left/).waitFor();
  await sendTo(server, address, 10_000_000n, server.deployment.eurc);
  await page.getByText(/Received 10\.00\sEURC of 12\.50\sEURC\. 2\.50\sEURC is missing\./).waitFor();
  await phone.locator("#received").getByText("Received 10.00 of 12.50 EURC: send 2.50 more.").waitFor();
  await takePictures(page, "till-deposit-part");
  await expectAccessibleInBoth(page);
  await sendTo(server, address, 2_500_000n, server.deployment.eurc);
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await phone.getByRole("heading", { name: "Payment complete" }).waitFor();
});

test("a sale that is cancelled with a part says that money came", async () => {
  const { page } = await pairTill(server, "Part");
  const paymentId = await charge(page);
  const asset = `${server.caip2}/erc20:${server.deployment.eurc}`;
  const { body } = await askAsBuyer(server as unknown as RouteServer, paymentId, asset);
  await sendTo(server, getAddress(body.address), 1_000_000n, server.deployment.eurc);
  await page.getByText(/11\.50\sEURC is missing/).waitFor();
  await page.getByRole("button", { name: "Cancel sale" }).click();
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await page.getByText(/1\.00\sEURC arrived, which does not pay this sale\./).waitFor();
  expect(await page.getByText("no money was taken").count()).toBe(0);
  await takePictures(page, "till-deposit-cancelled");
  await expectAccessibleInBoth(page);
});
