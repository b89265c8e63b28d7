// Debian's hledger and Beancount accept the exported journals: they balance, and agree with reconcile.
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { parseRates, type RatesConfig } from "../../src/rates/config.ts";
import { writeSettings } from "../cli/chains/two-chains.ts";
import { json, temporaryDir, turnpike } from "../cli/turnpike.ts";
import { payWithOwnTerms } from "../harness/chain/own-terms.ts";
import { deployFeed } from "../harness/chain/price-feed.ts";
import { givenRefund, signRefund } from "../harness/chain/refunds.ts";
import { confirm, createPayment, listOptions, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { setBalance, startServer, type TestServer } from "../harness/server/server.ts";

const MONTH = new Date().toISOString().slice(0, 7);

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ rates: await euroRate() });
  const plain = await paid({ unit: "iso4217/USD", value: "1234" }, 'shop; "x" | \\ 1');
  await paid({ unit: "iso4217/EUR", value: "999" }, "in euros");
  const marked = await paid({ unit: "iso4217/USD", value: "500" }, "marked");
  await signRefund(
    server,
    await givenRefund(server, plain, { amount: { unit: "iso4217/USD", value: "234" } }),
    await server.newBuyer(),
  );
  await server.call({ path: "/v1/refunds", body: { paymentId: marked } });
  await payWithOwnTerms(server, plain, { amount: 3_210_000n });
  await vi.waitFor(async () => expect(await exceptions()).toHaveLength(1), { timeout: 20_000 });
});
afterAll(() => server.stop());

const exceptions = () => server.sql("select id from exceptions where partner_id = $1", [server.partnerId]);

/** 1.08 US dollars per euro. */
async function euroRate(): Promise<RatesConfig> {
  const { address } = await deployFeed(inject("sharedChain").rpcUrl, { description: "EUR / USD", answer: 1_08000000n });
  const pairs = [{ pair: "EUR/USD", maxAgeS: 3_600, sources: [{ type: "feed", chain: "eip155:31337", address }] }];
  const parsed = parseRates({ quoteLifetimeS: 60, refreshS: 10, pairs }, ["eip155:31337"]);
  if (parsed.kind === "ok") return parsed.rates;
  throw new Error(JSON.stringify(parsed.issues));
}

/** Pays with USDC. */
async function paid(amount: { unit: string; value: string }, referenceId: string): Promise<string> {
  const paymentId = await createPayment(server, { amount, referenceId });
  const buyer = await server.newBuyer();
  await setBalance(server.client, server.deployment.eurc, buyer.address, 0n);
  await vi.waitFor(async () => expect(await listOptions(server, paymentId, [buyer.account])).toHaveLength(1), {
    timeout: 20_000,
  });
  await confirm(server, await signPayment(server, paymentId, buyer));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  return paymentId;
}

async function exported(format: string, ...options: string[]): Promise<string> {
  const args = ["books", "export", "--partner", server.partnerId, "--month", MONTH, "--format", format, ...options];
  const { code, stdout, stderr } = await turnpike(args, await writeSettings(server));
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

async function fileOf(format: string): Promise<string> {
  const file = join(await temporaryDir(), `books.${format}`);
  await writeFile(file, await exported(format));
  return file;
}

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: "utf8", timeout: 60_000, env: { ...process.env, LC_ALL: "C.UTF-8" } });

/** Credited payments and reported exceptions of the local chain, in USDC. */
async function reconciled() {
  interface Sum {
    readonly asset: string;
    readonly credited: string;
    readonly reported: string;
  }
  const { chains } = await json<{ chains: { sums: Sum[] }[] }>(["reconcile"], await writeSettings(server));
  const sum = chains[0]?.sums.find(({ asset }) => asset.endsWith(server.deployment.usdc));
  return { credited: BigInt(sum?.credited ?? 0), reported: BigInt(sum?.reported ?? 0) };
}

/** The last line of a balance report in hledger: its total, which is empty or 0 if everything balances. */
const totalOf = (report: string): string => report.trimEnd().split("\n").at(-1)?.trim() ?? "";

/** The sum of these accounts in smallest units of USDC. */
function usdc(file: string, ...query: string[]): bigint {
  const csv = run("hledger", ["-f", file, "balance", "-O", "csv", ...query, "cur:USDC"]);
  const [, sign = "", whole = "", fraction = ""] = /"total","(-?)(\d+)(?:\.(\d+))? USDC"/.exec(csv) ?? [];
  return BigInt(sign + whole + fraction.padEnd(6, "0"));
}

describe("a month in double entry", () => {
  test("hledger: it balances to zero at cost, and its tokens equal reconcile's", async () => {
    const file = await fileOf("hledger");
    run("hledger", ["-f", file, "check", "ordereddates"]);
    expect(totalOf(run("hledger", ["-f", file, "balance", "-B"]))).toBe("0");
    const { credited, reported } = await reconciled();
    // A refund is a payment backwards, and reconcile counts its transfer as well.
    expect(usdc(file, "tag:kind=payment") - usdc(file, "tag:kind=refund")).toBe(credited);
    expect(-usdc(file, "Liabilities:Unmatched")).toBe(reported);
    const income = run("hledger", ["-f", file, "balance", "-N", "-B", "Income"]);
    expect(income).toMatch(/^\s+7\.34 USD {2}Income:Refunds:.+\s+-9\.99 EUR\s+-17\.34 USD {2}Income:Sales:/);
  });

  test("Beancount: it accepts the same postings", async () => {
    const file = await fileOf("beancount");
    expect(run("bean-check", [file])).toBe("");
    const query = "select sum(cost(position)) where account ~ 'Income:Sales'";
    expect(run("bean-query", [file, query])).toMatch(/-17\.34 USD/);
  });
});
