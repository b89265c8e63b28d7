// The settings for buyer data: without keys none is requested, a worker deletes old data, and only named sites may
// frame the form.
import { expect, onTestFinished, test, vi } from "vitest";
import { openLog } from "../../src/log.ts";
import { confirm, createPayment, listOptions, signPayment } from "../harness/chain/wallet.ts";
import { type ServerOptions, startOn, startServer, type TestServer } from "../harness/server/server.ts";
import { ADA, askFrom, formOf, openForm, optionsOf, sendForm } from "./given.ts";

async function givenServer(options: ServerOptions): Promise<TestServer> {
  const server = await startServer(options);
  onTestFinished(() => server.stop());
  return server;
}

test("without keys, options that need data are not offered, and older ones cannot be confirmed", async () => {
  const lines: string[] = [];
  const log = openLog("warn", { write: (line) => void lines.push(line) });
  const server = await givenServer({ role: "api", environment: { BUYER_DATA_KEYS: "" }, log });
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server);
  const signed = await signPayment(server, paymentId, buyer);
  await askFrom(server, 1n);
  for (let times = 0; times < 3; times++) {
    expect(await listOptions(server, paymentId, [buyer.account])).toEqual([]);
  }
  expect(lines.filter((line) => line.includes("options that require buyer data are left out"))).toHaveLength(1);
  expect((await confirm(server, signed)).status).toBe(400);
  await askFrom(server, 100_000n);
  expect(await listOptions(server, paymentId, [buyer.account])).toHaveLength(1);
});

test("a worker deletes data past the retention time", async () => {
  const server = await givenServer({ role: "api", environment: { BUYER_DATA_RETENTION_DAYS: "7" } });
  await askFrom(server, 1n);
  const given = async () => {
    const paymentId = await createPayment(server);
    await sendForm(server, await formOf(server, paymentId, (await server.newBuyer()).account), ADA);
    return paymentId;
  };
  const [old, young] = [await given(), await given()];
  await server.sql("update buyer_data set created_at = now() - interval '8 days' where payment_id = $1", [old]);
  const worker = await startOn(server.installation, "worker");
  onTestFinished(() => worker.stop());
  const left = () => server.sql("select distinct payment_id from buyer_data");
  await vi.waitFor(async () => expect(await left()).toEqual([{ payment_id: young }]), { timeout: 10_000 });
});

test("sites named by the operator may frame the form", async () => {
  const FORM_FRAME_ANCESTORS = "https://wallet.example, https://shop.example:8443";
  const server = await givenServer({ role: "api", environment: { FORM_FRAME_ANCESTORS } });
  await askFrom(server, 1n);
  const path = await formOf(server, await createPayment(server), (await server.newBuyer()).account);
  const { headers } = await openForm(server, path);
  expect(headers.get("content-security-policy")).toMatch(
    /; frame-ancestors 'self' https:\/\/wallet\.example https:\/\/shop\.example:8443$/,
  );
});

test("the form's URL begins with the public URL", async () => {
  const server = await givenServer({ role: "api", environment: { PUBLIC_URL: "https://pay.shop.example" } });
  await askFrom(server, 1n);
  const { collectData } = await optionsOf(server, await createPayment(server), (await server.newBuyer()).account);
  expect(collectData?.url).toMatch(/^https:\/\/pay\.shop\.example\/collect\/[\w-]+$/);
});
