// Buyer data appears nowhere in clear: after two payments, one by each form, with failed submissions before, everything
// that was written is searched: database, log lines, responses, events and lists.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "../../src/log.ts";
import { type Service, startService } from "../../src/service/main.ts";
import { readConfig } from "../../src/settings/config.ts";
import { asWallet, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { ApiAnswer, ApiCall } from "../harness/server/api.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { ADA, askFrom, collectedData, formOf, openForm, sendForm } from "./given.ts";

const lines: string[] = [];
const answers: string[] = [];
let installed: TestServer;
let service: Service;
let server: TestServer;

beforeAll(async () => {
  installed = await startServer({ role: null });
  const { environment, chains } = installed.installation;
  const config = readConfig({}, environment);
  service = await startService({
    config,
    databaseUrl: installed.databaseUrl,
    secretKey: config.secretKey ?? Buffer.alloc(0),
    chains,
    rates: null,
    role: "all",
    log: openLog("trace", { write: (line) => void lines.push(line) }),
  });
  server = installed.at(service.baseUrl ?? "");
  await askFrom(server, 1n);
});
afterAll(async () => {
  await service.stop();
  await installed.stop();
});

/** The searched strings: whole values, and recognisable parts. */
const MARKS = [ADA.fullName, "Qwyxlace", ADA.dob, ADA.porAddress, "Zvorble", "Marked-Wrong"];

async function heard<Body>(call: ApiCall): Promise<ApiAnswer<Body>> {
  const answer = await server.call<Body>(call);
  answers.push(JSON.stringify(answer.body));
  return answer;
}

async function confirm(paymentId: string, body: object): Promise<ApiAnswer<{ status: string }>> {
  return heard({ path: `/v1/gateway/payment/${paymentId}/confirm`, headers: asWallet(server), body });
}

async function read(paymentId: string): Promise<void> {
  for (const path of ["/v1/payments", "/v1/merchants/payments", `/v1/payments/${paymentId}`, "/v1/exceptions"])
    await heard({ path });
  const wallet = asWallet(server);
  await heard({ path: `/v1/gateway/payment/${paymentId}`, headers: wallet });
  await heard({ path: `/v1/gateway/payment/${paymentId}/status`, headers: wallet });
  answers.push((await openForm(server, `/${paymentId}`)).body);
}

test("a payment by the wallet's own form", async () => {
  const paymentId = await createPayment(server);
  const { option, signature } = await signPayment(server, paymentId, await server.newBuyer());
  const body = { optionId: option.id, results: [{ type: "walletRpc", data: [signature] }] };
  const wrong = collectedData({
    ...ADA,
    dob: "Marked-Wrong",
    porCountry: "Marked-Wrong",
    "Marked-Wrong": "Marked-Wrong",
  });
  expect((await confirm(paymentId, { ...body, collectedData: wrong })).status).toBe(400);
  expect((await confirm(paymentId, { ...body, collectedData: { fields: [{ id: ADA.fullName }] } })).status).toBe(400);
  expect((await confirm(paymentId, { ...body, collectedData: collectedData() })).status).toBe(200);
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  await read(paymentId);
});

test("a payment by the hosted form", async () => {
  const paymentId = await createPayment(server);
  const buyer = await server.newBuyer();
  const path = await formOf(server, paymentId, buyer.account);
  expect((await sendForm(server, path, { ...ADA, dob: "Marked-Wrong" })).status).toBe(400);
  expect((await sendForm(server, path, ADA)).status).toBe(303);
  answers.push((await openForm(server, path)).body);
  const { option, signature } = await signPayment(server, paymentId, buyer);
  await confirm(paymentId, { optionId: option.id, results: [{ type: "walletRpc", data: [signature] }] });
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  await read(paymentId);
});

test("no response contains any of it", () => {
  expect(answers.length).toBeGreaterThan(15);
  expect(answers.filter((text) => MARKS.some((mark) => text.includes(mark)))).toEqual([]);
});

test("no log line contains any of it", () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((text) => MARKS.some((mark) => text.includes(mark)))).toEqual([]);
});

test("no row of any table contains any of it, as text or as bytes", async () => {
  const tables = await server.sql<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' order by 1`,
  );
  expect(tables.map(({ name }) => name)).toContain("buyer_data");
  let rows = 0;
  for (const { name } of tables) {
    const dump = await server.sql<{ row: string }>(`select t::text as row from ${name} as t`);
    rows += dump.length;
    const found = dump.filter(({ row }) =>
      MARKS.some((mark) => row.includes(mark) || row.toLowerCase().includes(Buffer.from(mark).toString("hex"))),
    );
    expect(found, name).toEqual([]);
  }
  expect(rows).toBeGreaterThan(20);
  expect(await server.sql("select from buyer_data")).toHaveLength(10);
});
