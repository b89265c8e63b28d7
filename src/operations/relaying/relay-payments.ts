// Sends confirmed payments to the chain in batches, each under one nonce of one relayer. Taking payments out of the
// queue stores the nonce and the signed bytes in the same transaction, so that every resend is the same bytes.
import { paymentKey } from "../../payment/terms.ts";
import type { RelayPorts, StoredTransaction } from "../ports/relaying/relay.ts";
import { packBatch } from "./pack-batch.ts";
import { checkWaste, examinePayers, prepareIsolated } from "./prepare-isolated.ts";
import { reportQuarantined, sendBatch } from "./send-batch.ts";
import { reportSigner, signBatch } from "./sign-batch.ts";
import { type BatchBuilder, type TakeLimits, takeBatch } from "./take-batch.ts";

/** Batches in flight per relayer: more would only wait in the node's pool. */
const UNDER_WAY_MAX = 4;

/** Registers the relayers with the chain's transaction counts, so that no used nonce is allocated. */
export async function registerRelayers({ chain, store }: RelayPorts): Promise<void> {
  for (const relayer of chain.relayers) {
    await store.registerRelayer(chain.id, relayer, await chain.nextNonce(relayer));
  }
}

/**
 * Sends the queued payments, batch after batch.
 * @returns the milliseconds after which payments that wait for others must go; null if none wait
 * @throws if the chain does not respond; `resendSilent` then sends the stored batches
 */
export async function relayQueued(ports: RelayPorts): Promise<number | null> {
  const { chain, store } = ports;
  if (!(await store.hasQueued(chain.id))) return null;
  await checkBudget(ports);
  const [fees, examined] = await Promise.all([chain.fees(), examinePayers(ports)]);
  await prepareIsolated(ports, examined);
  const { batchMax, leftOutMax, gasPerDay, walletGasPerDay: gasAtRiskMax } = chain;
  const limits: Omit<TakeLimits, "relayers"> = {
    router: ports.router,
    batchMax,
    leftOutMax,
    underWayMax: UNDER_WAY_MAX,
    fillMaxMs: ports.fillMaxMs,
    gasPerDay,
    examined,
    gasAtRiskMax,
  };
  const builder: BatchBuilder = {
    pack: (authorizations, wereLeftOut) => packBatch(chain, authorizations, wereLeftOut),
    packIsolated: chain.encodeIsolated,
    sign: async (call, relayer, nonce) => ({ fees, signed: await signBatch(ports, { relayer, nonce, call, fees }) }),
  };
  let fillsInMs: number | null = null;
  const failed = new Set<string>();
  for (;;) {
    // A signer is not asked twice in a run, however long its failures take.
    const relayers = chain.ableRelayers().filter((relayer) => !failed.has(relayer));
    if (relayers.length === 0) break;
    const taken = await store
      .takeTurn(chain.id, (turn) => takeBatch(turn, { ...limits, relayers }, builder))
      .catch(reportSigner(ports));
    if (!taken) break;
    if ("failedSigner" in taken) {
      failed.add(taken.failedSigner);
      continue;
    }
    reportQuarantined(ports, taken.quarantined);
    fillsInMs = taken.fillsInMs;
    if (!taken.transaction) {
      if (taken.quarantined.length === 0) break;
      continue;
    }
    ports.crashPoint("relay.stored");
    await sendTraced(ports, taken.transaction, taken.paymentIds);
  }
  await checkWaste(ports);
  return fillsInMs;
}

/** Its span names the payments as the chain does. */
const sendTraced = (ports: RelayPorts, transaction: StoredTransaction, paymentIds: readonly string[]) =>
  ports.tracing.span(
    "relay batch",
    () => ({
      "turnpike.chain": ports.chain.id,
      "turnpike.transaction": transaction.hash,
      "turnpike.payment_keys": paymentIds.map(paymentKey),
    }),
    () => sendBatch(ports, transaction),
  );

/** Percent of the daily gas at which the log warns. */
const BUDGET_WARNING_PERCENT = 80n;

async function checkBudget({ chain, store, log, throttle }: RelayPorts): Promise<void> {
  const { id, relayers, gasPerDay } = chain;
  if (gasPerDay === null) return;
  const gas = await store.gasOfDay(id, relayers);
  for (const relayer of relayers) {
    const spent = gas.get(relayer) ?? 0n;
    const fields = { chain: id, relayer, gas: spent.toString(), gasPerDay: gasPerDay.toString() };
    const [isLow, isSpent] = [`${relayer} nears its gas of the day`, `${relayer} has spent its gas of the day`];
    if (spent >= gasPerDay) {
      throttle.warn(isSpent, () =>
        log.error(fields, "the relayer has spent its gas of the day and gets no more batches"),
      );
      continue;
    }
    throttle.recovered(isSpent, () => log.info(fields, "the relayer has gas of the day again"));
    if (spent * 100n >= gasPerDay * BUDGET_WARNING_PERCENT) {
      throttle.warn(isLow, () => log.warn(fields, "the relayer has almost spent its gas of the day"));
    } else throttle.recovered(isLow, () => {});
  }
}
