// Checks a test server's books when it stops: reconcile's differences, and the balances of merchant and operator. This
// is the strongest proof that nothing was lost or paid twice.
import { type Address, erc20Abi, getAbiItem, type Hex, isAddressEqual, zeroAddress } from "viem";
import { expect, vi } from "vitest";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import { createEvmChain } from "../../src/chains/evm/chain.ts";
import { type ReconcileRange, type ReconcileResult, reconcile } from "../../src/operations/books/reconcile.ts";
import { quotingOn } from "../../src/operations/gateway/payable-chains.ts";
import { type TestChainPlace, type TestServer, testClient } from "./server/server.ts";

/** A `Paid` event currently on chain. */
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

/** The most keys that a node takes in one request. */
const KEYS_PER_REQUEST = 5_000;

/** The router's `Paid` events of these payment keys, read from the chain. */
export async function paidEvents(place: TestChainPlace, keys: readonly Hex[]): Promise<readonly Paid[]> {
  const requests = Array.from({ length: Math.ceil(keys.length / KEYS_PER_REQUEST) }, (_, index) =>
    paidEventsIn(place, keys.slice(index * KEYS_PER_REQUEST, (index + 1) * KEYS_PER_REQUEST)),
  );
  return (await Promise.all(requests)).flat();
}

async function paidEventsIn({ rpcUrl, deployment }: TestChainPlace, keys: readonly Hex[]): Promise<Paid[]> {
  const logs = await testClient(rpcUrl).getLogs({
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

interface Recovered {
  readonly token: Address;
  readonly destination: Address;
  readonly amount: bigint;
}

/** What was passed on from the payments' deposit addresses without a fee. Coins are not counted: sweeps hide some. */
async function recoveredEvents({ rpcUrl, deployment }: TestChainPlace, keys: readonly Hex[]): Promise<Recovered[]> {
  const logs = await testClient(rpcUrl).getLogs({
    address: deployment.router,
    event: getAbiItem({ abi: paymentRouterAbi, name: "Recovered" }),
    fromBlock: 0n,
    strict: true,
  });
  const own = new Set(keys);
  return logs.map(({ args }) => args).filter(({ key, token }) => own.has(key) && token !== zeroAddress);
}

type Books = Pick<TestServer, "places" | "installation" | "store" | "sql" | "destination" | "feeReceiver">;

/** The time in which workers must finish open work. */
const SETTLED_WITHIN_MS = 50_000;

/** Resolves once the books balance, after giving the workers time to finish. */
export const expectBooksToBalance = (server: Books): Promise<void> =>
  vi.waitFor(async () => expect(await differences(server)).toEqual([]), { timeout: SETTLED_WITHIN_MS, interval: 200 });

/** All differences between chains and database, as text. */
export async function differences(server: Books): Promise<string[]> {
  const payments = await server.sql<KnownPayment>(PAYMENTS);
  if (payments.length === 0) return [];
  const [{ differences: found }, ...held] = await Promise.all([
    reconciled(server),
    ...server.places.map((place) => balanceDifferences(server, place, payments)),
  ]);
  return [
    ...found.map(({ kind, paymentId, transaction, message }) =>
      [kind, paymentId, transaction && `${transaction.hash}:${transaction.logIndex}`, message].join(" "),
    ),
    ...held.flat(),
  ];
}

export const EVERYTHING: ReconcileRange = { from: null, to: null, withUnconfirmed: true };

/** Reads the nodes directly, because a proxy of the test may lie. */
export async function reconciled(
  { installation, places, store }: Pick<Books, "installation" | "places" | "store">,
  range: ReconcileRange = EVERYTHING,
  feeReceiver?: Address,
): Promise<ReconcileResult> {
  const chains = installation.chains.map(async (config, index) => {
    const { payment, readerWith } = createEvmChain({ ...config, rpcUrls: [places[index]?.rpcUrl ?? ""] }, []);
    const quoting = quotingOn(feeReceiver ? { ...payment, feeReceiver } : payment, installation.chains);
    return { quoting, reader: readerWith(await store.routers.everUsed(config.caip2)), relayers: [] };
  });
  return reconcile({ chains: await Promise.all(chains), store: store.books }, range);
}

interface KnownPayment {
  readonly key: Hex;
  readonly terms_hash: Hex | null;
  readonly fee_receiver: string | null;
}

const PAYMENTS = `
  select '0x' || encode(p.payment_key, 'hex') as key, '0x' || encode(c.terms_hash, 'hex') as terms_hash, c.fee_receiver
    from payments p left join confirmations c on c.payment_id = p.id`;

/**
 * A server's destination and fee receiver are its own, so they hold exactly what its payments brought.
 * A test that gives a partner a fee receiver checks that one itself.
 */
async function balanceDifferences(
  server: Pick<Books, "destination" | "feeReceiver">,
  place: TestChainPlace,
  payments: readonly KnownPayment[],
): Promise<string[]> {
  const keys = payments.map(({ key }) => key);
  const [paid, recovered] = await Promise.all([paidEvents(place, keys), recoveredEvents(place, keys)]);
  // By terms: the payer of a facilitator's payment may choose the key of another payment.
  const elsewhere = new Set(
    payments
      .filter(({ fee_receiver }) => fee_receiver && fee_receiver !== server.feeReceiver)
      .map(({ terms_hash }) => terms_hash),
  );
  const found: string[] = [];
  const toMerchant = [...paid, ...recovered.map((event) => ({ ...event, fee: 0n }))].filter(({ destination }) =>
    isAddressEqual(destination, server.destination),
  );
  for (const token of new Set([...paid, ...recovered].map((event) => event.token))) {
    const of = paid.filter((event) => event.token === token);
    const payouts = toMerchant.reduce(
      (sum, event) => (event.token === token ? sum + event.amount - event.fee : sum),
      0n,
    );
    const fees = of.filter(({ termsHash }) => !elsewhere.has(termsHash)).reduce((sum, { fee }) => sum + fee, 0n);
    const [merchantHolds, feeReceiverHolds] = await Promise.all([
      holds(place, token, server.destination),
      holds(place, token, server.feeReceiver),
    ]);
    if (merchantHolds !== payouts) found.push(`the merchant holds ${merchantHolds} of ${token} instead of ${payouts}`);
    if (feeReceiverHolds !== fees)
      found.push(`the fee receiver holds ${feeReceiverHolds} of ${token} instead of ${fees}`);
  }
  return found;
}

function holds({ rpcUrl }: TestChainPlace, token: Address, account: Address): Promise<bigint> {
  const client = testClient(rpcUrl);
  if (token === zeroAddress) return client.getBalance({ address: account });
  return client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [account] });
}
