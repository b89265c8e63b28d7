// turnpike books exports a month and closes it. (Accounting programs read the journals in test/operator.)
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenRefund, signRefund } from "../../harness/chain/refunds.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { monthAgo, moveEvents } from "../../routes/books/months.ts";
import { givenException } from "../../routes/payments/list-exceptions/exceptions.ts";
import { writeSettings } from "../chains/two-chains.ts";
import { json, turnpike } from "../turnpike.ts";

let server: TestServer;
let paid: string;
beforeAll(async () => {
  server = await startServer({ bendsBooks: "events are moved to an earlier month" });
  paid = await createPayment(server, { referenceId: "0042", amount: { unit: "iso4217/USD", value: "1234" } });
  await confirm(server, await signPayment(server, paid, await server.newBuyer()));
  await untilFinal(server, paid);
});
afterAll(() => server.stop());

async function books(...args: string[]) {
  return turnpike(["books", ...args, "--partner", server.partnerId], await writeSettings(server));
}

async function exported(month: string, ...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await books("export", "--month", month, ...options);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

test("the CSV opens in a spreadsheet, in English and in German", async () => {
  const [head, line, end] = (await exported(monthAgo(0))).split("\r\n");
  expect(head).toMatch(/^\uFEFFdate_utc,kind,exception,adjusts_month,payment_id,/);
  expect(line).toContain(
    `,payment,,,${paid},"=""0042""",${server.merchantId},,USD,12.34,0.04,12.30,1,pegged,Local chain,`,
  );
  expect(line).toContain(",12.34,0.04936,12.29064,merchant,");
  expect(end).toBe("");
  const [germanHead, german] = (await exported(monthAgo(0), "--locale", "de")).split("\r\n");
  expect(germanHead).toMatch(/^\uFEFFDatum \(UTC\);Art;Abweichung;berichtigt Monat;Zahlung;/);
  expect(german).toContain(`;Zahlung;;;${paid};`);
  expect(german).toContain(";USD;12,34;0,04;12,30;1;fester Kurs;Local chain;");
});

test("a closed month keeps its bytes; a later exception and a refund are entries of the next one", async () => {
  const [before, present] = [monthAgo(1), monthAgo(0)];
  expect(await books("close", "--month", present)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/an hour after its end/),
  });
  await moveEvents(server, before);
  const canonical = await exported(before, "--format", "canonical");
  const closing = await json<{ checksum: string; entries: number }>(
    ["books", "close", "--partner", server.partnerId, "--month", before],
    await writeSettings(server),
  );
  expect(closing).toMatchObject({ checksum: sha256(canonical), entries: 1 });

  const { id } = await givenException(server, { kind: "settlement_failed", paymentId: paid });
  await server.sql(
    `insert into payment_events (payment_id, partner_id, type, status, data)
     values ($1, $2, 'exception', 'succeeded', jsonb_build_object('exceptionId', $3::text))`,
    [paid, server.partnerId, id],
  );
  const part = { amount: { unit: "iso4217/USD", value: "100" } };
  await signRefund(server, await givenRefund(server, paid, part), await server.newBuyer());
  expect(await exported(before, "--format", "canonical")).toBe(canonical);
  const journal = await exported(before, "--format", "hledger");
  expect(journal).toContain(`; Turnpike: ${server.partnerId}, ${before} (closed `);
  expect(journal).toContain(`SHA-256 ${closing.checksum})`);
  const entries = (await exported(present, "--format", "canonical"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries).toMatchObject([
    { kind: "exception", exception: "settlement_failed", paymentId: paid, adjusts: before },
    { kind: "refund", paymentId: paid, fiat: "100", adjusts: null },
  ]);

  expect(
    await json(["books", "close", "--partner", server.partnerId, "--month", before], await writeSettings(server)),
  ).toEqual(closing);
  expect((await books("closed")).stdout).toContain(closing.checksum);
  const [line] = await server.sql("select after from audit_log where action = 'month_closed'");
  expect(line).toEqual({ after: { month: before, checksum: closing.checksum } });

  await moveEvents(server, before);
  const changed = await books("export", "--month", before);
  expect(changed).toMatchObject({ code: 1, stdout: "", stderr: /was closed with the checksum [0-9a-f]{64}, but/ });
});

test.each([
  [
    "an unknown partner",
    ["export", "--partner", "prtn_unknown", "--month", "2026-01"],
    /there is no partner prtn_unknown/,
  ],
  ["a malformed month", ["export", "--partner", "prtn_unknown", "--month", "2026-13"], /it is not a month such as/],
])("%s is refused with an explanation", async (_, args, words) => {
  const answer = await turnpike(["books", ...args], await writeSettings(server));
  expect(answer).toMatchObject({ code: 1, stdout: "" });
  expect(answer.stderr).toMatch(words);
});
