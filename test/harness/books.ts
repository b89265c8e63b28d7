// The books: what the chain says was paid for a server's payments, against what its database says of them. To be closed at the
// end of a test file; nothing else proves as well that nothing was lost and nothing paid twice.
import { type Address, getAbiItem, type Hex } from "viem";
import { expect, vi } from "vitest";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import type { TestServer } from "./server.ts";

/** A `Paid` event as the chain has it now. */
export interface Paid {
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly key: Hex;
  readonly termsHash: Hex;
  readonly token: Address;
  readonly destination: Address;
  readonly amount: bigint;
  readonly fee: bigint;
}

type Books = Pick<TestServer, "client" | "deployment" | "sql" | "destination" | "feeReceiver" | "balance">;

/** The router's `Paid` events of these payment keys, asked of the chain itself. */
export async function paidEvents({ client, deployment }: Books, keys: readonly Hex[]): Promise<readonly Paid[]> {
  if (keys.length === 0) return [];
  const logs = await client.getLogs({
    address: deployment.router,
    event: getAbiItem({ abi: paymentRouterAbi, name: "Paid" }),
    args: { key: [...keys] },
    fromBlock: 0n,
    strict: true,
  });
  return logs.map(({ transactionHash: txHash, logIndex, blockNumber, args }) => ({
    txHash,
    logIndex,
    blockNumber,
    ...args,
  }));
}

/** Checks the books, as soon as the watcher has had its time, and then stops the server. */
export async function closeBooks(server: TestServer): Promise<void> {
  try {
    await expectBooksToBalance(server);
  } finally {
    await server.stop();
  }
}

export const expectBooksToBalance = (server: Books): Promise<void> =>
  vi.waitFor(async () => expect(await differences(server)).toEqual([]), { timeout: 50_000, interval: 200 });

/** Every difference between chain and database, in words. */
export async function differences(server: Books): Promise<string[]> {
  const rows = await server.sql<TransferRow>(TRANSFERS);
  const payments = await server.sql<PaymentRow>(PAYMENTS);
  const keys = payments.map(({ key }) => key);
  const events = await paidEvents(server, keys);
  const live = rows.filter(({ is_orphaned }) => !is_orphaned);
  return [
    ...missing("the chain's, not in the database", events.map(nameOfEvent), live.map(nameOfRow)),
    ...missing("the database's, not on chain", live.map(nameOfRow), events.map(nameOfEvent)),
    ...rows
      .filter(({ is_orphaned }) => is_orphaned)
      .map((row) => `taken out by a reorg and not back: ${nameOfRow(row)}`),
    ...payments.flatMap((payment) => paymentDifferences(payment, live)),
    ...sums(live, events),
    ...(await balanceDifferences(server, payments, events)),
  ];
}

interface TransferRow {
  readonly tx_hash: string;
  readonly log_index: number;
  readonly block_number: string;
  readonly terms_hash: string;
  readonly amount: string;
  readonly state: "seen" | "credited" | "exception" | "foreign";
  readonly payment_id: string;
  readonly is_orphaned: boolean;
  readonly is_told: boolean;
}

interface PaymentRow {
  readonly id: string;
  readonly key: Hex;
  readonly status: string;
  readonly terms_hash: string | null;
  readonly amount: string | null;
  readonly relay_state: string | null;
  readonly fee_receiver: string | null;
  readonly events: string[];
}

const TRANSFERS = `
  select '0x' || encode(t.tx_hash, 'hex') as tx_hash, t.log_index, t.block_number::text,
         '0x' || encode(t.terms_hash, 'hex') as terms_hash, t.amount::text, t.state, t.payment_id,
         t.orphaned_at is not null as is_orphaned,
         exists (select from exceptions e where e.payment_id = t.payment_id and e.tx_hash = t.tx_hash
                    and e.kind in ('late', 'duplicate')) as is_told
    from transfers t where t.payment_id is not null`;

const PAYMENTS = `
  select p.id, '0x' || encode(p.chain_key, 'hex') as key, p.status, '0x' || encode(c.terms_hash, 'hex') as terms_hash,
         c.amount::text, c.relay_state, c.fee_receiver,
         array(select e.type from payment_events e where e.payment_id = p.id order by e.id) as events
    from payments p left join confirmations c on c.payment_id = p.id`;

/** Events that move no status. */
const BESIDE = /^(exception|refunded|buyer_data_\w+)$/;

/** What every payment has been through, in one of these ways, when it is in this status; exceptions and a refund may follow. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  requires_action: ["created"],
  processing: ["created,confirmed"],
  succeeded: ["created,confirmed,paid"],
  failed: ["created,confirmed,given_up", "created,declined"],
  expired: ["created,expired"],
  cancelled: ["created,cancelled"],
};

const nameOfEvent = ({ txHash, logIndex, blockNumber, termsHash, amount }: Paid): string =>
  `${amount} for terms ${termsHash} in block ${blockNumber}, ${txHash} log ${logIndex}`;

const nameOfRow = (row: TransferRow): string =>
  `${row.amount} for terms ${row.terms_hash} in block ${row.block_number}, ${row.tx_hash} log ${row.log_index}`;

function missing(what: string, names: readonly string[], among: readonly string[]): string[] {
  const known = new Set(among);
  return names.filter((name) => !known.has(name)).map((name) => `${what}: ${name}`);
}

function paymentDifferences(payment: PaymentRow, live: readonly TransferRow[]): string[] {
  const own = live.filter(({ payment_id }) => payment_id === payment.id);
  const credited = own.filter(({ state }) => state === "credited");
  const isOver = !["requires_action", "processing"].includes(payment.status);
  const found: string[] = [];
  if (credited.length !== (payment.status === "succeeded" ? 1 : 0)) found.push(`${credited.length} transfers credited`);
  for (const row of credited) {
    if (row.terms_hash !== payment.terms_hash) found.push("credited with other terms than it was confirmed with");
    if (row.amount !== payment.amount) found.push(`credited with ${row.amount} instead of ${payment.amount}`);
  }
  for (const row of own) {
    if (isOver && row.state === "seen") found.push(`nothing decided about ${nameOfRow(row)}`);
    if (row.state === "exception" && !row.is_told) found.push(`the partner was not told of ${nameOfRow(row)}`);
  }
  if (isOver && payment.relay_state !== null && payment.relay_state !== "closed") {
    found.push(`still ${payment.relay_state} with the relayer`);
  }
  const events = payment.events.filter((type) => !BESIDE.test(type));
  if (!EVENTS[payment.status]?.includes(events.join())) found.push(`its events are ${events.join()}`);
  return found.map((difference) => `payment ${payment.id} (${payment.status}): ${difference}`);
}

/** Credited, told as exceptions, foreign and waiting: together what the chain paid. */
function sums(live: readonly TransferRow[], events: readonly Paid[]): string[] {
  const told = live.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const paid = events.reduce((sum, { amount }) => sum + amount, 0n);
  return told === paid ? [] : [`the chain paid ${paid}, the database knows of ${told}`];
}

/**
 * A server's destination and fee receiver are its own, so they hold what its payments brought and nothing else. Where a
 * partner has a fee receiver of its own, the test that gave it one looks at it.
 */
async function balanceDifferences(
  server: Books,
  payments: readonly PaymentRow[],
  events: readonly Paid[],
): Promise<string[]> {
  const elsewhere = new Set(
    payments.filter(({ fee_receiver }) => fee_receiver && fee_receiver !== server.feeReceiver).map(({ key }) => key),
  );
  const { usdc, eurc } = server.deployment;
  const found: string[] = [];
  for (const token of [usdc, eurc]) {
    const of = events.filter((event) => event.token === token);
    const fees = of.filter(({ key }) => !elsewhere.has(key)).reduce((sum, { fee }) => sum + fee, 0n);
    const toMerchant = of.filter(({ destination }) => destination === server.destination);
    const payouts = toMerchant.reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
    const [merchantHolds, feeReceiverHolds] = await Promise.all([
      server.balance(token, server.destination),
      server.balance(token, server.feeReceiver),
    ]);
    if (merchantHolds !== payouts) found.push(`the merchant holds ${merchantHolds} of ${token} instead of ${payouts}`);
    if (feeReceiverHolds !== fees)
      found.push(`the fee receiver holds ${feeReceiverHolds} of ${token} instead of ${fees}`);
  }
  return found;
}
