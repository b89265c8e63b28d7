// The doctor's list of payments that should have been sent or have ended long ago, across all partners.
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import type { StuckPayment } from "../../operations/ports/monitoring/vitals.ts";
import { settleMaxS } from "../../payment/transfers/finality.ts";
import type { UnrecoveredRow } from "../../store/recoveries/operator.ts";
import { openStore } from "../../store/store.ts";
import { secondText } from "../output/text.ts";

interface StuckFinding {
  readonly part: string;
  readonly state: "problem";
  readonly message: string;
}

/** More would only repeat the cause. */
const LISTED_MAX = 20;

export async function checkStuck(
  databaseUrl: string,
  chains: readonly EvmChainConfig[],
): Promise<readonly StuckFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const settling = new Map(chains.map((chain) => [chain.caip2, settleMaxS(chain)]));
    const stuck = await store.vitals.stuck(LISTED_MAX, settling);
    const resting = await store.unrecovered.list(LISTED_MAX);
    return [...stuck.map(stuckFinding), ...resting.filter(isLong).map(restingFinding)];
  } finally {
    await store.close();
  }
}

function stuckFinding(payment: StuckPayment): StuckFinding {
  const { paymentId, partnerId, chain, note } = payment;
  const since = sinceWhen(payment);
  const why = note === null ? "" : ` (${note})`;
  const message = `${paymentId} of ${partnerId} ${since}${why}. See turnpike payment show ${paymentId}.`;
  return { part: chain, state: "problem", message };
}

/** As the alert TurnpikeDepositsRest. */
const RESTS_MS_MAX = 6 * 3_600_000;

const isLong = ({ state, since }: UnrecoveredRow): boolean =>
  state !== "refused_sender" && Date.now() - since.getTime() > RESTS_MS_MAX;

function restingFinding({ chain, paymentId, address, since, note }: UnrecoveredRow): StuckFinding {
  const why = note === null ? "" : ` (${note})`;
  const message = `money of ${paymentId} lies on its deposit address ${address} since ${secondText(since)}${why}`;
  return { part: chain, state: "problem", message: `${message}. See turnpike deposits list.` };
}

function sinceWhen({ state, since, deadline, isOverdue }: StuckPayment): string {
  if (isOverdue) return `stays in processing, ${state}, although its deadline was ${secondText(deadline)}`;
  const whatFails = state === "sent" ? "the chain does not settle it" : "no relayer sends it";
  return `is ${state} since ${secondText(since)}, and ${whatFails}`;
}
