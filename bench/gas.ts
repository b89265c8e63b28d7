// Gas per payment with the real USDC and Permit2, alone and in batches: the relayer's cost, including calldata. Payers,
// destinations and the fee receiver hold the token beforehand, as most do. `--check` compares with contracts/gas.json,
// `--write` writes it.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Address, LocalAccount } from "viem";
import { mint } from "../src/local/tokens/circle-token.ts";
import { type Payout, settle } from "../test/contracts/calls.ts";
import {
  FEE_RECEIVER,
  fundedBuyer,
  openStage,
  pullOf,
  type Stage,
  someone,
  termsOf,
  transact,
} from "../test/contracts/stage.ts";
import { plainTransfer, transferOf, WAYS, type Way } from "./gas/ways.ts";
import { report } from "./harness/report.ts";

const SIZES = [10, 50, 150];
const SNAPSHOT = new URL("../contracts/gas.json", import.meta.url);
/** Random ids and signatures have more or fewer zero bytes, which cost less. */
const TOLERANCE = 0.004;

/** ChargeGasBenchmark in .gas-snapshot of github.com/base/commerce-payments at 0c3c8e6. */
const COMMERCE_PAYMENTS_CHARGE = 164_905;

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: { check: { type: "boolean" }, write: { type: "boolean" }, summary: { type: "string" } },
});

/** Gas of a payment by row and column. */
type Table = Record<string, Record<string, number>>;
const BUYER_USDC = 1_000_000_000n;

const WITHOUT_ROUTER = "without a router";

const stage = await openStage();
try {
  const buyers: LocalAccount[] = [];
  for (let i = 0; i < Math.max(...SIZES); i++) {
    buyers.push(await fundedBuyer(stage, `buyer ${i}`, BUYER_USDC));
    await mint(stage.chain, stage.usdc, merchant(i), 1n);
  }
  await mint(stage.chain, stage.usdc, FEE_RECEIVER, 1n);
  const measured = await measure(stage, buyers);
  print(measured);
  if (!given.check) summarise(measured);
  compare(measured);
} finally {
  await stage.close();
}

function merchant(i: number): Address {
  return someone(`merchant ${i}`);
}

async function measure(stage: Stage, buyers: readonly LocalAccount[]): Promise<Table> {
  const [buyer] = buyers;
  if (buyer === undefined) throw new Error("There are no buyers.");
  const rows: Table = {
    alone: await byWay(1, (way) => alone(stage, buyer, way)),
  };
  for (const size of SIZES) {
    const some = buyers.slice(0, size);
    rows[`${size} to one destination`] = await byWay(size, (way) => perPayment(stage, way, some, () => merchant(0)));
    rows[`${size} to ${size} destinations`] = await byWay(size, (way) => perPayment(stage, way, some, merchant));
  }
  // The mean of half payments and half refunds.
  rows["50 to 50 destinations, mixed"] = { "EIP-3009 and refund": await mixed(stage, buyers.slice(0, 50)) };
  const transferWithAuthorization = await plainTransfer(stage, buyer, merchant(0));
  const { receipt } = await transact(stage, transferOf(stage.usdc, buyer.address, FEE_RECEIVER, 10_000n));
  rows[WITHOUT_ROUTER] = { transferWithAuthorization, transfer: Number(receipt.gasUsed) };
  return rows;
}

async function byWay(size: number, gasOf: (way: Way) => Promise<number>): Promise<Record<string, number>> {
  const row: Record<string, number> = {};
  for (const way of WAYS.filter(({ sizeMax = size }) => size <= sizeMax)) row[way.name] = await gasOf(way);
  return row;
}

/** Each payment's gas, and its ratio to the same payment without this router. */
function print({ [WITHOUT_ROUTER]: without = {}, ...payments }: Table): void {
  const { transferWithAuthorization = 0, transfer = 0 } = without;
  const baselines = {
    "USDC transfer": transfer,
    "USDC transferWithAuthorization": transferWithAuthorization,
    "both, the fee by transfer": transferWithAuthorization + transfer,
    "base/commerce-payments, charge": COMMERCE_PAYMENTS_CHARGE,
  };
  const rows: Record<string, Record<string, number | string>> = {};
  for (const [name, columns] of Object.entries(payments)) {
    for (const [way, gas] of Object.entries(columns)) {
      const ratios = Object.entries(baselines).map(([baseline, of]) => [`× ${baseline}`, (gas / of).toFixed(2)]);
      rows[`${way}, ${name}`] = { gas, ...Object.fromEntries(ratios) };
    }
  }
  for (const [name, gas] of Object.entries(baselines)) rows[name] = { gas };
  console.log("Gas per payment. The figure of base/commerce-payments is the published one, without calldata.");
  console.table(rows);
}

/** The fee is split in each payment. */
function summarise({ [WITHOUT_ROUTER]: without = {}, ...payments }: Table): void {
  const { transferWithAuthorization = 0 } = without;
  const beside = { what: "USDC transferWithAuthorization", rounds: [transferWithAuthorization] };
  const rows = [
    { id: "gas.alone", row: "alone", what: "gas of a payment alone", atMost: 1.15 },
    {
      id: "gas.batch",
      row: "50 to one destination",
      what: "gas of a payment among 50 to one destination",
      atMost: 0.65,
    },
  ];
  // A refund costs the relayers no more than a payment: beside the payments of the same run.
  const refunds = ["alone", "50 to 50 destinations"].map((row) => ({
    id: `gas.refund.${row === "alone" ? "alone" : "batch"}`,
    what: `gas of a refund ${row === "alone" ? row : "among 50 to 50 buyers"}`,
    rounds: [payments[row]?.refund ?? Number.NaN],
    beside: { what: `a payment, ${row}`, rounds: [payments[row]?.["EIP-3009"] ?? Number.NaN] },
    target: { atMost: 1 },
  }));
  report(
    [
      ...rows.map(({ id, row, what, atMost }) => ({
        id,
        what,
        rounds: [payments[row]?.["EIP-3009"] ?? Number.NaN],
        beside,
        target: { atMost },
      })),
      ...refunds,
    ],
    { ...(given.summary !== undefined && { summary: given.summary }) },
  );
}

function compare(measured: Table): void {
  if (given.write) writeFileSync(SNAPSHOT, `${JSON.stringify(measured, null, 2)}\n`);
  if (!given.check) return;
  const snapshot: Table = JSON.parse(readFileSync(SNAPSHOT, "utf8"));
  for (const [row, columns] of Object.entries(measured)) {
    for (const [column, gas] of Object.entries(columns)) {
      const before = snapshot[row]?.[column] ?? 0;
      if (Math.abs(gas - before) <= before * TOLERANCE) continue;
      console.error(
        `${row}, ${column}: ${gas} gas, ${before} in contracts/gas.json. Run npm run bench:gas -- --write.`,
      );
      process.exitCode = 1;
    }
  }
}

function mixed(stage: Stage, buyers: readonly LocalAccount[]): Promise<number> {
  const [payment, refund] = ["EIP-3009", "refund"].map((name) => WAYS.find((way) => way.name === name));
  if (!payment || !refund) throw new Error("There are no such ways.");
  return batched(stage, (i) => (i % 2 === 0 ? payment : refund), buyers, merchant);
}

function perPayment(
  stage: Stage,
  way: Way,
  buyers: readonly LocalAccount[],
  destinationOf: (i: number) => Address,
): Promise<number> {
  return batched(stage, () => way, buyers, destinationOf);
}

async function batched(
  stage: Stage,
  wayOf: (i: number) => Way,
  buyers: readonly LocalAccount[],
  destinationOf: (i: number) => Address,
): Promise<number> {
  const payouts = new Map<Address, Payout & { readonly feeReceiver: Address }>();
  for (const [i, buyer] of buyers.entries()) {
    const way = wayOf(i);
    const quoted = termsOf(stage, buyer.address, { destination: destinationOf(i) });
    const { terms, signature } = await way.prepare(stage, buyer, quoted);
    const { destination, feeReceiver } = terms;
    const pull = pullOf(terms, signature, way.method);
    payouts.set(destination, {
      destination,
      feeReceiver,
      pulls: [...(payouts.get(destination)?.pulls ?? []), pull],
    });
  }
  // As the relayer does: payments of one group are adjacent.
  const batch = [...payouts.values()].toSorted((one, other) => one.feeReceiver.localeCompare(other.feeReceiver));
  const { receipt, paid } = await transact(stage, settle(stage, batch));
  if (paid.length !== buyers.length) throw new Error(`Only ${paid.length} of ${buyers.length} payments settled.`);
  return Math.round(Number(receipt.gasUsed) / buyers.length);
}

async function alone(stage: Stage, buyer: LocalAccount, { prepare, pay }: Way): Promise<number> {
  const terms = termsOf(stage, buyer.address, { destination: merchant(0) });
  const { receipt } = await transact(stage, pay(await prepare(stage, buyer, terms)));
  return Number(receipt.gasUsed);
}
