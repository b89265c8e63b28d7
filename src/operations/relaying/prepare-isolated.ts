// Payments whose payer's code is unproven are relayed alone, with the gas that a simulation needs and no more. A
// simulation proves nothing about the transaction, so the gas that may be wasted is limited per day.
import type { Address } from "viem";
import type { RelayPorts } from "../ports/relaying/relay.ts";
import type { QueuedPayment, SignedPayment } from "../ports/relaying/relay-queue.ts";
import { holdMs } from "./resolve-unpaid.ts";
import { reportQuarantined } from "./send-batch.ts";
import { isIsolated, isolatedGasLeft, quarantineReason } from "./sort-queue.ts";

/** One eth_call takes this many. */
const EXAMINED_MAX = 500;
/** Simulations of one run, each a request. */
const SIMULATED_MAX = 8;

/**
 * Finds out which payers of queued payments have code.
 * @returns the others @throws if the chain does not respond
 */
export async function examinePayers({ chain, store }: RelayPorts): Promise<readonly Address[]> {
  const payers = await store.queuedPayers(chain.id, EXAMINED_MAX);
  if (payers.length === 0) return [];
  const withCode = new Set(await chain.withCode(payers));
  if (withCode.size > 0) await store.notePayerCode(chain.id, [...withCode]);
  return payers.filter((payer) => !withCode.has(payer));
}

/**
 * Simulates isolated payments, fewest strikes first. One that fails is held and retried, like one that a batch left
 * out.
 * @param examined payers without code
 */
export async function prepareIsolated(ports: RelayPorts, examined: readonly Address[]): Promise<void> {
  const { chain, store, router } = ports;
  let next: readonly QueuedPayment[] = [];
  for await (const page of store.queuedWithoutGas(chain.id, { router, examined })) {
    const isolated = page.filter((payment) => isIsolated(payment) && quarantineReason(payment) === null);
    next = [...next, ...isolated].toSorted((a, b) => a.strikes - b.strikes).slice(0, SIMULATED_MAX);
  }
  if (next.length === 0) return;
  const payments = await store.signed(next.map(({ paymentId }) => paymentId));
  await Promise.all(payments.map((payment) => prepare(ports, payment)));
}

async function prepare(ports: RelayPorts, { paymentId, authorization, attempts }: SignedPayment): Promise<void> {
  const { chain, store, log } = ports;
  const [relayer] = chain.relayers;
  if (!relayer) return;
  try {
    const gas = await chain.isolatedGas(authorization, relayer);
    if (gas !== null) return await store.noteIsolatedGas(paymentId, gas);
    log.warn({ chain: chain.id, paymentId }, "a contract wallet refuses its payment in a simulation by the relayer");
  } catch (error) {
    if (error instanceof TypeError) {
      const quarantined = { paymentId, reason: `cannot be encoded: ${error.message}` };
      await store.quarantine(quarantined);
      return reportQuarantined(ports, [quarantined]);
    }
    // The request of one wallet may fail because of that wallet, so it holds up no other payment.
    log.warn({ chain: chain.id, paymentId, err: error }, "could not simulate a contract wallet's payment");
  }
  await store.holdQueued(paymentId, holdMs(attempts));
}

/** Percent of the day's gas at which the log warns, and at which wallets that need much gas wait. */
const WASTE_WARNING_PERCENT = 50n;

/** Says when contract wallets have wasted the gas that they may waste in a day, or half of it. */
export async function checkWaste({ chain, store, log, throttle }: RelayPorts): Promise<void> {
  const gas = await store.gasWasted(chain.id);
  const waiting = await store.queuedAbove(chain.id, isolatedGasLeft(gas, chain.walletGasPerDay));
  const fields = { chain: chain.id, gas: gas.toString(), walletGasPerDay: chain.walletGasPerDay.toString() };
  const [isHalf, isSpent] = ["half of the wallets' gas is wasted", "the wallets' gas is wasted"];
  if (waiting > 0) {
    const message = "contract wallets have wasted their gas of the day: those that have not paid before wait";
    throttle.warn(isSpent, () => log.error({ ...fields, payments: waiting }, message));
  } else throttle.recovered(isSpent, () => log.info(fields, "no contract wallet's payment waits for gas any more"));
  if (gas * 100n >= chain.walletGasPerDay * WASTE_WARNING_PERCENT) {
    throttle.warn(isHalf, () => log.warn(fields, "contract wallets have wasted half of their gas of the day"));
  } else throttle.recovered(isHalf, () => {});
}
