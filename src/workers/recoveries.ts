// Reports deposits that pay no payment, and passes on their money.
import type { Hex } from "viem";
import type { RecoveryStore } from "../operations/ports/recoveries.ts";
import type { RelayPorts } from "../operations/ports/relaying/relay.ts";
import { type FindCoinsPorts, findCoins } from "../operations/recoveries/find-coins.ts";
import { type RecoverPorts, recoverDeposits } from "../operations/recoveries/recover-deposits.ts";
import { type ReportDepositsPorts, reportDeposits } from "../operations/recoveries/report-deposits.ts";
import { type Loop, startLoop } from "./loop.ts";

export interface RecoveryPorts
  extends Pick<RecoverPorts, "quoting" | "chain" | "newestBlock">,
    Pick<ReportDepositsPorts, "assetOf">,
    Pick<FindCoinsPorts, "reader" | "routers"> {
  readonly store: RecoveryStore;
}

interface Wiring {
  readonly relaying: RelayPorts;
  readonly isBusy: () => boolean;
  readonly whileLeading: (work: () => Promise<boolean>) => () => Promise<boolean>;
}

const INTERVAL_MS = 2_000;
/** Nothing waits on an idle chain but money whose payment has ended. */
const IDLE_INTERVAL_MS = 60_000;
/** No event tells of coins, so balances are read: 600 addresses each time. */
const COINS_INTERVAL_MS = 10 * 60_000;

export function startRecoveries(ports: RecoveryPorts, { relaying, isBusy, whileLeading }: Wiring): Loop {
  const { log } = relaying;
  const coins = { afterMs: 0, after: null as Hex | null };
  const fees = () => relaying.chain.fees();
  return startLoop({
    name: `recover ${ports.reader.id}`,
    intervalMs: () => (isBusy() ? INTERVAL_MS : IDLE_INTERVAL_MS),
    log,
    run: whileLeading(async () => {
      const readsCoins = performance.now() >= coins.afterMs;
      if (readsCoins) coins.afterMs = performance.now() + COINS_INTERVAL_MS;
      if (!(await ports.store.hasAddresses())) return false;
      await reportDeposits({ ...ports, log });
      await recoverDeposits({ ...ports, relay: relaying });
      if (readsCoins) coins.after = await findCoins({ ...ports, fees }, coins.after);
      return false;
    }),
  });
}
