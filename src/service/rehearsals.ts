// Wires the demo buyer of one chain together. It confirms payments as any wallet does, but seals its options itself, by
// a key that ends with the process.
import { randomBytes } from "node:crypto";
import type { EvmChain } from "../chains/evm/chain.ts";
import type { Screening } from "../operations/gateway/screen-accounts.ts";
import type { PaymentChains } from "../operations/ports/chain/payment-chain.ts";
import type { Log } from "../operations/ports/log.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import { buyerDataTokenKeys } from "../payment/buyer-data/buyer-data-token.ts";
import { percentagePolicy } from "../payment/fee.ts";
import { optionKeys } from "../payment/option.ts";
import type { Config } from "../settings/config.ts";
import { crashAt } from "../settings/crash-point.ts";
import type { Store } from "../store/store.ts";
import type { RehearsalPorts } from "../workers/rehearsals.ts";

interface RehearsalParts {
  readonly store: Store;
  readonly screening: Screening;
  readonly paymentChains: PaymentChains;
  readonly nowMs: () => number;
  readonly log: Log;
}

const KEY_BYTES = 32;

/** The demo buyer pays at par only, so no rate is asked for. */
const NO_RATES = { quote: async () => null };

export function rehearsalPorts(
  config: Config,
  { payment, demoBuyer }: Pick<EvmChain, "payment" | "demoBuyer">,
  { store, screening, paymentChains, nowMs, log }: RehearsalParts,
): RehearsalPorts {
  const secret = randomBytes(KEY_BYTES);
  return {
    store: store.ofLeader.rehearsals,
    chain: payment,
    buyers: demoBuyer,
    payments: store.payments,
    paymentLinks: store.paymentLinks,
    chains: paymentChains,
    followed: store.ledger,
    optionKeys: optionKeys(secret),
    optionFacts: store.openOptionFacts(config.destinationGraceS),
    optionLifetimeS: config.optionLifetimeS,
    fees: { standard: percentagePolicy(config.feePpm), find: store.feePolicies.find },
    rates: NO_RATES,
    screening,
    buyerData: store.buyerData,
    buyerDataKeys: config.buyerDataKeys,
    buyerDataTokenKeys: buyerDataTokenKeys(secret),
    crashPoint: crashAt(config.crashPoint),
    throttle: createLogThrottle(),
    log,
    nowS: () => Math.floor(nowMs() / 1_000),
    nowMs,
  };
}

/** The same screening, which refuses the accounts by which demo buyers rehearse a refusal. */
export function refusingDemoBuyers(screening: Screening, chains: readonly Pick<EvmChain, "demoBuyer" | "payment">[]) {
  const refused = new Set(
    chains.flatMap(({ demoBuyer, payment }) =>
      (demoBuyer?.buyers ?? []).map((buyer) => `${payment.id}:${demoBuyer?.accountOf(buyer, "refused", "")}`),
    ),
  );
  if (refused.size === 0) return screening;
  return {
    async refused(accounts): Promise<ReadonlySet<string>> {
      const own = accounts.map(({ text }) => text).filter((text) => refused.has(text));
      return new Set([...(await screening.refused(accounts)), ...own]);
    },
  } satisfies Screening;
}
