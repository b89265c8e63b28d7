// Passes on the money on deposit addresses that pays no payment: to its payment's destination, by the router, many at
// once in one transaction of a relayer. Each recovery of it may fail alone.
import type { QuotingChain } from "../../payment/transfers/credit.ts";
import { deepest } from "../../payment/transfers/finality.ts";
import { leastDeposits } from "../deposits/confirm-deposited.ts";
import type { BlockName } from "../ports/chain/chain-reader.ts";
import type {
  FailedRecovery,
  RecoveringChain,
  RecoveryGas,
  RecoveryStore,
  TriedRecoveries,
  Unrecovered,
} from "../ports/recoveries.ts";
import type { RelayPorts, StoredTransaction } from "../ports/relaying/relay.ts";
import { pickRelayer } from "../relaying/choose-batch.ts";
import { sendBatch } from "../relaying/send-batch.ts";
import { reportSigner, signBatch, storedBatch } from "../relaying/sign-batch.ts";

export interface RecoverPorts {
  readonly quoting: Pick<QuotingChain, "id" | "assets" | "confirmations">;
  readonly chain: RecoveringChain;
  readonly store: RecoveryStore;
  readonly relay: RelayPorts;
  /** The newest ingested block. */
  readonly newestBlock: (chain: string) => Promise<(BlockName & { readonly timeS: number }) | null>;
}

/** Recoveries of one transaction: about 4 million gas. */
const RECOVERIES_MAX = 30;
/** A recovery's gas for planning; a transaction's limit comes from its simulation. */
const RECOVERY_GAS = 150_000n;
/** A partner may use this part of the day's gas, so that its dust leaves gas for the others. */
const PARTNER_SHARE = 4n;
/** Unmined batches of one relayer, beyond which it gets no recoveries: payments go first. */
const UNDER_WAY_MAX = 2;
/** PaymentRouter.RECOVERABLE_AFTER_S. */
const WITHOUT_FEE_AFTER_S = 30 * 86_400;

/**
 * One run. @returns how many recoveries were sent
 * @throws if the chain does not respond; a stored batch is then sent by `resendSilent`
 */
export async function recoverDeposits(ports: RecoverPorts): Promise<number> {
  const { quoting, store, relay } = ports;
  const least = leastDeposits(quoting);
  report(ports, await store.refresh(quoting.id, deepest(quoting.confirmations), least));
  const relayers = relay.chain.ableRelayers();
  const [relayer] = relayers;
  if (!relayer) return 0;
  const due = await store.due(quoting.id, relay.chain.relayers, least, RECOVERIES_MAX);
  const newest = due.length > 0 ? await ports.newestBlock(quoting.id) : null;
  if (!newest) return 0;
  const affordable = withinBudget(ports, due, await store.gasOfDay(quoting.id));
  if (affordable.length === 0) return 0;
  const asks = affordable.map(({ terms, token, attempts }) => ({
    terms,
    token,
    withoutFee: attempts > 0 && terms.deadlineS + WITHOUT_FEE_AFTER_S <= newest.timeS,
  }));
  const tried = await ports.chain.tryRecoveries(asks, relayer);
  const refused = affordable.flatMap(({ termsHash, token }, index) => {
    const reason = tried.refusals[index] ?? null;
    return reason === null ? [] : [{ termsHash, token, reason }];
  });
  report(ports, await store.failed(quoting.id, refused));
  const transaction = await take(ports, affordable, tried);
  if (!transaction) return 0;
  relay.crashPoint("relay.stored");
  await sendBatch(relay, transaction);
  return affordable.length - refused.length;
}

/** The recoveries that the gas of the day is enough for. */
function withinBudget({ chain, relay, quoting }: RecoverPorts, due: readonly Unrecovered[], spent: RecoveryGas) {
  const { recoveryGasPerDay: most } = chain;
  let all = spent.all;
  const byPartner = new Map(spent.byPartner);
  const affordable = due.filter(({ partnerId, isUrgent }) => {
    const own = (byPartner.get(partnerId) ?? 0n) + RECOVERY_GAS;
    if (!isUrgent && (all + RECOVERY_GAS > most || own > most / PARTNER_SHARE)) return false;
    all += RECOVERY_GAS;
    byPartner.set(partnerId, own);
    return true;
  });
  const isSpent = "the gas of recoveries is spent";
  const fields = { chain: quoting.id, gas: spent.all.toString(), recoveryGasPerDay: most.toString() };
  if (affordable.length < due.length) {
    relay.throttle.warn(isSpent, () =>
      relay.log.warn(fields, "recoveries have used their gas of the day: money waits on deposit addresses"),
    );
  } else relay.throttle.recovered(isSpent, () => relay.log.info(fields, "recoveries have gas of the day again"));
  return affordable;
}

/** Stores the batch with its nonce and its signed bytes. @returns null if no relayer is free, or its signer failed */
async function take(
  { store, relay, quoting }: RecoverPorts,
  due: readonly Unrecovered[],
  { call, refusals }: TriedRecoveries,
): Promise<StoredTransaction | null> {
  if (!call) return null;
  const { chain } = relay;
  const fees = await chain.fees();
  const recoveries = due.filter((_, index) => refusals[index] === null);
  const limits = { underWayMax: UNDER_WAY_MAX, gasPerDay: chain.gasPerDay };
  const taken = await store
    .takeTurn(quoting.id, async (turn) => {
      const { relayers } = await turn.situation(chain.ableRelayers(), limits.gasPerDay !== null);
      const free = pickRelayer(relayers, limits);
      if (!free) return null;
      const { address: relayer, nextNonce: nonce } = free;
      const signed = await signBatch(relay, { relayer, nonce, call, fees });
      const batch = { relayer, nonce, call, signed, fees, recoveries };
      const batchId = await turn.store(batch);
      relay.log.info(
        { chain: quoting.id, batch: batchId.toString(), recoveries: recoveries.length },
        "recoveries stored",
      );
      return storedBatch(batch, batchId);
    })
    .catch(reportSigner(relay));
  return taken && "failedSigner" in taken ? null : taken;
}

function report({ relay, quoting }: RecoverPorts, failed: readonly FailedRecovery[]): void {
  for (const { paymentId, token, reason } of failed) {
    const fields = { chain: quoting.id, paymentId, token, reason };
    relay.log.error(fields, "money on a deposit address could not be passed on: see turnpike deposits list");
  }
}
