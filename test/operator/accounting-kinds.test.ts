// Debian's hledger and Beancount read each kind of entry of the books: with its postings, in sum zero, and equal to the
// merchant's statement, to reconcile and to what the merchant's account holds on chain.
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Statement } from "../../src/contract/console/books.ts";
import { writeSettings } from "../cli/chains/two-chains.ts";
import { json, temporaryDir, turnpike } from "../cli/turnpike.ts";
import { payWithOwnTerms } from "../harness/chain/own-terms.ts";
import { refusedList } from "../harness/chain/refused-list.ts";
import { signIn } from "../harness/server/console.ts";
import { monthAgo, moveEvents } from "../routes/books/months.ts";
import { type GivenBooks, reported, startBooks } from "./given-books.ts";

const [LAST, PRESENT] = [monthAgo(1), monthAgo(0)];

const list = refusedList();
let books: GivenBooks;
beforeAll(async () => {
  books = await startBooks(list);
});
afterAll(() => books.stop());

const assets = () => books.shop.installation.chains.flatMap((chain) => chain.assets);
const symbolOf = (asset: string): string => assets().find(({ id }) => id === asset)?.symbol ?? asset;
const decimalsOf = (symbol: string): number => assets().find((asset) => asset.symbol === symbol)?.decimals ?? 2;

async function exported(format: string, month = PRESENT): Promise<string> {
  const args = ["books", "export", "--partner", books.shop.partnerId, "--month", month, "--format", format];
  const { code, stdout, stderr } = await turnpike(args, await writeSettings(books.shop));
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

async function fileOf(format: string, month = PRESENT): Promise<string> {
  const file = join(await temporaryDir(), `books.${format}`);
  await writeFile(file, await exported(format, month));
  return file;
}

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: "utf8", timeout: 60_000, env: { ...process.env, LC_ALL: "C.UTF-8" } });

/** An amount without its decimal point. */
function unitsOf(text: string, symbol: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimalsOf(symbol), "0"));
}

type Sums = Readonly<Record<string, bigint>>;

/** The rows of a CSV without commas in its cells. */
const rowsOf = (csv: string): readonly string[][] =>
  csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));

/** What the query's postings add up to by commodity, in smallest units, without zeros. */
function sumsOf(file: string, ...query: string[]): Sums {
  const rows = rowsOf(run("hledger", ["-f", file, "balance", "-O", "csv", "--layout=bare", ...query]));
  const totals = rows.filter(([account]) => account === "total");
  return nonZero(totals.map(([, symbol = "", amount = ""]) => [symbol, unitsOf(amount, symbol)]));
}

const nonZero = (sums: readonly (readonly [string, bigint])[]): Sums =>
  Object.fromEntries(sums.filter(([, sum]) => sum !== 0n));

function added(...sums: readonly Sums[]): Sums {
  const symbols = new Set(sums.flatMap((each) => Object.keys(each)));
  return nonZero([...symbols].map((symbol) => [symbol, sums.reduce((sum, each) => sum + (each[symbol] ?? 0n), 0n)]));
}

const negated = (sums: Sums): Sums => Object.fromEntries(Object.entries(sums).map(([symbol, sum]) => [symbol, -sum]));

/** By token, which has no zeros in the journal either. */
const ofAssets = <Row>(
  rows: readonly Row[],
  read: (row: Row) => readonly [asset: string, units: string | bigint],
): Sums => nonZero(rows.map(read).map(([asset, units]) => [symbolOf(asset), BigInt(units)]));

/** The parts of accounts' names that do not depend on the test. */
const accountsOf = (postings: readonly { readonly paccount: string }[]): string =>
  postings.map(({ paccount }) => paccount.split(":").slice(0, 2).join(":")).join(", ");

/** How often each kind of entry has these postings. */
function kindsIn(file: string): Readonly<Record<string, number>> {
  interface Transaction {
    readonly ttags: readonly (readonly [string, string])[];
    readonly tpostings: readonly { readonly paccount: string }[];
  }
  const found = JSON.parse(run("hledger", ["-f", file, "print", "-O", "json"])) as Transaction[];
  return countsOf(
    found.map(({ ttags, tpostings }) => {
      const tags = new Map(ttags);
      const kind = [tags.get("kind"), tags.get("exception")].filter(Boolean).join(" ");
      return `${kind}: ${accountsOf(tpostings)}`;
    }),
  );
}

function countsOf(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

test("each entry that moved money has its postings, and the others are notes", async () => {
  const [file, text] = [await fileOf("hledger"), await exported("hledger")];
  const exception = "Assets:Unassigned, Liabilities:Unmatched";
  expect(kindsIn(file)).toEqual({
    "payment: Assets:Wallets, Expenses:Fees, Income:Sales": 12,
    "payment: Assets:Wallets, Income:Sales": 1, // a facilitator takes no fee
    "refund: Income:Refunds, Assets:Wallets": 2,
    "refund: Liabilities:Unmatched, Assets:Wallets": 1,
    "marked: Income:Refunds, Assets:Unassigned": 1,
    "exception underpaid: Assets:Unassigned, Expenses:Fees, Liabilities:Unmatched": 1,
    [`exception underpaid: ${exception}`]: 1,
    [`exception overpaid: ${exception}`]: 1,
    [`exception late: ${exception}`]: 1,
    [`exception duplicate: ${exception}`]: 1,
    [`exception foreign_token: ${exception}`]: 1,
    "exception settlement_failed: Assets:Wallets, Expenses:Fees, Expenses:Losses": 1,
    [`withdrawn underpaid: ${exception}`]: 1,
  });
  const notes = [...text.matchAll(/^; \S+ \* \(\S+\) (exception\D+?) order.+ \(no money of the merchant moved\)$/gm)];
  expect(countsOf(notes.map(([, title = ""]) => title))).toEqual({
    "exception reorged": 2,
    "exception withdrawn reorged": 1,
    "exception refused_sender": 1,
    "exception unknown_refund": 1,
  });
  const entries = (await exported("canonical")).trim().split("\n").length;
  const transactions = Object.values(kindsIn(file)).reduce((sum, count) => sum + count, 0);
  expect(transactions + notes.length).toBe(entries);
});

test("hledger: it balances to zero, and its tokens are those of reconcile and of the chain", async () => {
  const { shop, feeReceiver } = books;
  const file = await fileOf("hledger");
  run("hledger", ["-f", file, "check", "ordereddates"]);
  expect(sumsOf(file, "-B")).toEqual({});

  interface Reconciled {
    readonly chains: readonly {
      readonly sums: readonly { readonly asset: string; readonly credited: string; readonly reported: string }[];
      readonly deposits: readonly { readonly token: string; readonly recovered: string }[];
    }[];
    readonly differences: readonly unknown[];
  }
  const { chains, differences } = await json<Reconciled>(["reconcile"], await writeSettings(shop));
  const [{ sums, deposits } = { sums: [], deposits: [] }] = chains;
  expect(differences).toEqual([]);
  // A refund is a payment backwards, and a settlement that failed is no longer on the chain.
  const losses = sumsOf(file, "Expenses:Losses");
  const payments = sumsOf(file, "^(Assets|Expenses)", "tag:kind=^payment$");
  const sent = sumsOf(file, "^Assets", "tag:kind=^refund$");
  const credited = added(payments, negated(sent), negated(losses));
  expect(credited).toEqual(ofAssets(sums, (sum) => [sum.asset, sum.credited]));
  const matchedNothing = negated(sumsOf(file, "Liabilities:Unmatched", "tag:kind=^(exception|withdrawn)$"));
  const direct = ofAssets(sums, (sum) => [sum.asset, sum.reported]);
  const recovered = ofAssets(deposits, (sum) => [`${shop.caip2}/erc20:${sum.token}`, sum.recovered]);
  expect(matchedNothing).toEqual(added(direct, recovered));

  const held = async (account: typeof feeReceiver): Promise<Sums> =>
    nonZero(
      await Promise.all(
        assets().map(async ({ symbol, address }) => {
          const isCoin = address === zeroAddress;
          const balance = isCoin ? shop.client.getBalance({ address: account }) : shop.balance(address, account);
          return [symbol, await balance] as const;
        }),
      ),
    );
  const received = sumsOf(file, "^Assets", "not:tag:kind=^(refund|marked)$");
  expect(received).toEqual(await held(shop.destination));
  const fees = added(await held(feeReceiver), await held(shop.feeReceiver));
  expect(sumsOf(file, "Expenses:Fees")).toEqual(fees);
  expect(Object.keys(received).sort()).toEqual(["DAI", "ETH", "EURC", "USDC", "USDT"]);
});

test("Beancount: it accepts the same postings", async () => {
  const [journal, file] = [await fileOf("hledger"), await fileOf("beancount")];
  expect(run("bean-check", [file])).toBe("");
  const query = "select account, currency, sum(number) group by account, currency";
  const sums = run("bean-query", ["-f", "csv", file, query]);
  const rows = run("hledger", ["-f", journal, "balance", "-O", "csv", "--layout=bare", "-N"]);
  const named = (csv: string) =>
    rowsOf(csv)
      .slice(1)
      .map(([account, symbol = "", amount = ""]) => [`${account} ${symbol}`, unitsOf(amount, symbol)] as const);
  expect(nonZero(named(sums))).toEqual(nonZero(named(rows)));
});

test("the merchant's statement has the journal's totals", async () => {
  const file = await fileOf("hledger");
  const { merchantId } = books.shop;
  const path = `/books/statement?month=${PRESENT}&merchantId=${merchantId}`;
  const { status, body } = await (await signIn(books.shop)).call<Statement>({ path });
  expect(status).toBe(200);
  type Amount = Statement["sales"][number]["tokenGross"];
  const assetOf = (amount: Amount): string => amount?.unit.replace(/^caip19\//, "") ?? "";
  const units = (amount: Amount): bigint => BigInt(amount?.value ?? 0);
  const tokens = (read: (sale: Statement["sales"][number]) => Amount): Sums =>
    ofAssets(body.sales, (sale) => [assetOf(read(sale)), units(read(sale))]);
  const payment = "tag:kind=^payment$";
  expect(tokens((sale) => sale.tokenGross)).toEqual(sumsOf(file, "^(Assets|Expenses)", payment));
  expect(tokens((sale) => sale.tokenFee)).toEqual(sumsOf(file, "Expenses", payment));
  expect(tokens((sale) => sale.tokenNet)).toEqual(sumsOf(file, "Assets", payment));
  const sentBack = sumsOf(file, "Liabilities", "tag:kind=^refund$");
  const refunded = negated(added(sumsOf(file, "Assets", "tag:kind=^(refund|marked)$"), sentBack));
  expect(tokens((sale) => sale.tokenRefunded)).toEqual(refunded);
  const fiat = (read: (sale: Statement["sales"][number]) => Amount): Sums =>
    nonZero([["USD", body.sales.reduce((sum, sale) => sum + units(read(sale)), 0n)]]);
  expect(fiat((sale) => sale.gross)).toEqual(negated(sumsOf(file, "Income:Sales")));
  expect(fiat((sale) => sale.fee)).toEqual(sumsOf(file, "Expenses", payment, "-B"));
  expect(fiat((sale) => sale.net)).toEqual(sumsOf(file, "Assets", payment, "-B"));
  expect(fiat((sale) => sale.refunded)).toEqual(sumsOf(file, "Income:Refunds"));

  const stated = Object.fromEntries(
    body.exceptions.map(({ kind, amount }) => [
      kind,
      ofAssets(amount ? [amount] : [], (of) => [assetOf(of), of.value]),
    ]),
  );
  const against = "^(Liabilities|Expenses:Losses)";
  const kinds = ["underpaid", "overpaid", "late", "duplicate", "foreign_token", "settlement_failed"];
  const booked = kinds.map((kind) => [kind, negated(sumsOf(file, against, `tag:exception=^${kind}$`))] as const);
  const notes = ["reorged", "refused_sender", "unknown_refund"].map((kind) => [kind, {}] as const);
  expect(stated).toEqual(Object.fromEntries([...booked, ...notes, ["sent_back", negated(sentBack)]]));
});

test("a closed month stays as it is; what is found later is an adjustment in the next one, which balances", async () => {
  const { shop, paid } = books;
  await moveEvents(shop, LAST);
  const args = ["books", "close", "--partner", shop.partnerId, "--month", LAST];
  const { checksum } = await json<{ checksum: string }>(args, await writeSettings(shop));
  const closed = await exported("hledger", LAST);
  expect(closed).toContain(`SHA-256 ${checksum})`);
  expect(await exported("canonical")).toBe("");

  await payWithOwnTerms(shop, paid, { amount: 2_500_000n });
  await reported(shop, paid, "overpaid");
  expect(await exported("hledger", LAST)).toBe(closed);
  const [last, present] = [await fileOf("hledger", LAST), await fileOf("hledger")];
  expect(kindsIn(present)).toEqual({ "exception overpaid: Assets:Unassigned, Liabilities:Unmatched": 1 });
  expect(sumsOf(present, "Liabilities", `tag:adjusts=^${LAST}$`)).toEqual({ USDC: -2_500_000n });
  for (const file of [last, present]) {
    run("hledger", ["-f", file, "check", "ordereddates"]);
    expect(sumsOf(file, "-B")).toEqual({});
  }
  for (const month of [LAST, PRESENT]) expect(run("bean-check", [await fileOf("beancount", month)])).toBe("");
});
