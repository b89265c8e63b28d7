// Payments whose payer's code is unproven are relayed alone, with the gas that a simulation needs and no more. A
// simulation proves nothing about the transaction, so the gas that may be wasted is limited per day.
import type { Address } from "viem";
import type { LonePayment, RelayPorts } from "./ports/relay.ts";
import { reportQuarantined } from "./send-batch.ts";

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

/** Simulates payments to relay alone. One that fails is held and retried, like one that a batch left out. */
export async function prepareLone(ports: RelayPorts): Promise<void> {
  const { chain, store } = ports;
  const lone = await store.lonePayments(chain.id, SIMULATED_MAX);
  await Promise.all(lone.map((payment) => prepare(ports, payment)));
}

async function prepare(ports: RelayPorts, { paymentId, authorization }: LonePayment): Promise<void> {
  const { chain, store, log } = ports;
  const [relayer] = chain.relayers;
  if (!relayer) return;
  try {
    const gas = await chain.loneGas(authorization, relayer);
    if (gas !== null) return await store.noteLoneGas(paymentId, gas);
    log.warn({ chain: chain.id, paymentId }, "a contract wallet refuses its payment in a simulation by the relayer");
  } catch (error) {
    if (error instanceof TypeError) {
      const reason = `cannot be encoded: ${error.message}`;
      await store.quarantine(paymentId, reason);
      return reportQuarantined(ports, [{ paymentId, reason }]);
    }
    // The request of one wallet may fail because of that wallet, so it holds up no other payment.
    log.warn({ chain: chain.id, paymentId, err: error }, "could not simulate a contract wallet's payment");
  }
  await store.holdQueued(paymentId);
}

/** Percent of the day's gas at which the log warns, and at which wallets that need much gas wait. */
const WASTE_WARNING_PERCENT = 50n;

/** Says when contract wallets have wasted the gas that they may waste in a day, or half of it. */
export async function checkWaste({ chain, store, log, throttle }: RelayPorts): Promise<void> {
  const { gas, waiting } = await store.gasWasted(chain.id, chain.walletGasPerDay);
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
