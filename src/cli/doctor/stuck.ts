// The doctor's list of payments that should have been sent or have ended long ago, across all partners.
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import type { StuckPayment } from "../../operations/ports/vitals.ts";
import { settleMaxS } from "../../payment/transfers/finality.ts";
import { openStore } from "../../store/store.ts";

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
    return stuck.map((payment) => {
      const { paymentId, partnerId, chain, note } = payment;
      const since = sinceWhen(payment);
      const why = note === null ? "" : ` (${note})`;
      const message = `${paymentId} of ${partnerId} ${since}${why}. See turnpike payment show ${paymentId}.`;
      return { part: chain, state: "problem", message };
    });
  } finally {
    await store.close();
  }
}

function sinceWhen({ state, since, deadline, isOverdue }: StuckPayment): string {
  if (isOverdue) return `stays in processing, ${state}, although its deadline was ${deadline.toISOString()}`;
  const whatFails = state === "sent" ? "the chain does not settle it" : "no relayer sends it";
  return `is ${state} since ${since.toISOString()}, and ${whatFails}`;
}
