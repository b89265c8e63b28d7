// The books of a test's server: what reconcile says of its database and its chains, and whether merchant and operator hold what
// their payments brought. Every server closes them when it stops; nothing else proves as well that nothing was lost and nothing
// paid twice.
import { type Address, getAbiItem, type Hex, isAddressEqual, zeroAddress } from "viem";
import { expect, vi } from "vitest";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import { createEvmChain } from "../../src/chains/evm/chain.ts";
import { type ReconcileRange, type Reconciliation, reconcile } from "../../src/operations/reconcile.ts";
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

type Books = Pick<
  TestServer,
  "client" | "deployment" | "sql" | "destination" | "feeReceiver" | "balance" | "store" | "installation" | "rpcUrl"
>;

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

/** Stops the server, which closes its books. */
export const closeBooks = (server: TestServer): Promise<void> => server.stop();

/** Within this a worker must have done what it still had to do. */
const SETTLED_WITHIN_MS = 50_000;

/** As soon as the workers have had their time. */
export const expectBooksToBalance = (server: Books): Promise<void> =>
  vi.waitFor(async () => expect(await differences(server)).toEqual([]), { timeout: SETTLED_WITHIN_MS, interval: 200 });

/** Every difference between chain and database, in words. */
export async function differences(server: Books): Promise<string[]> {
  const payments = await server.sql<KnownPayment>(PAYMENTS);
  if (payments.length === 0) return [];
  const keys = payments.map(({ key }) => key);
  const [{ differences: found }, paid] = await Promise.all([reconciled(server), paidEvents(server, keys)]);
  return [
    ...found.map(({ kind, paymentId, transaction, message }) =>
      [kind, paymentId, transaction && `${transaction.hash}:${transaction.logIndex}`, message].join(" "),
    ),
    ...(await balanceDifferences(server, payments, paid)),
  ];
}

const EVERYTHING: ReconcileRange = { from: null, to: null, withUnconfirmed: true };

/** By the node itself: what a test has put between it and the server is not to lie to us. */
export function reconciled(
  { installation, store, rpcUrl }: Pick<Books, "installation" | "store" | "rpcUrl">,
  range: ReconcileRange = EVERYTHING,
): Promise<Reconciliation> {
  const chains = installation.chains.map((config) => {
    const { reader, payment } = createEvmChain({ ...config, rpcUrls: [rpcUrl] }, []);
    return { reader, quoting: payment };
  });
  return reconcile({ chains, store: store.books }, range);
}

interface KnownPayment {
  readonly key: Hex;
  readonly fee_receiver: string | null;
}

const PAYMENTS = `
  select '0x' || encode(p.chain_key, 'hex') as key, c.fee_receiver
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
  payments: readonly KnownPayment[],
  paid: readonly Paid[],
): Promise<string[]> {
  const elsewhere = new Set(
    payments.filter(({ fee_receiver }) => fee_receiver && fee_receiver !== server.feeReceiver).map(({ key }) => key),
  );
  const found: string[] = [];
  for (const token of new Set(paid.map((event) => event.token))) {
    const of = paid.filter((event) => event.token === token);
    const toMerchant = of.filter(({ destination }) => isAddressEqual(destination, server.destination));
    const payouts = toMerchant.reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
    const fees = of.filter(({ key }) => !elsewhere.has(key)).reduce((sum, { fee }) => sum + fee, 0n);
    const [merchantHolds, feeReceiverHolds] = await Promise.all([
      holds(server, token, server.destination),
      holds(server, token, server.feeReceiver),
    ]);
    if (merchantHolds !== payouts) found.push(`the merchant holds ${merchantHolds} of ${token} instead of ${payouts}`);
    if (feeReceiverHolds !== fees)
      found.push(`the fee receiver holds ${feeReceiverHolds} of ${token} instead of ${fees}`);
  }
  return found;
}

const holds = ({ client, balance }: Books, token: Address, account: Address): Promise<bigint> =>
  token === zeroAddress ? client.getBalance({ address: account }) : balance(token, account);
