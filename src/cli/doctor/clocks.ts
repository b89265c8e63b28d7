// The doctor's check whether a chain has stopped or a clock is wrong.
import { createEvmChain } from "../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { judgeClocks } from "../../operations/monitoring/clock-verdict.ts";
import { openStore } from "../../store/store.ts";

interface ClockFinding {
  readonly part: string;
  readonly state: "warning" | "problem";
  readonly message: string;
}

/** Chains that do not respond have findings of their own. */
export async function checkClocks(databaseUrl: string, configs: readonly EvmChainConfig[]): Promise<ClockFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const heads = await Promise.all(
      configs.map(async (config) => {
        const head = await createEvmChain(config, [])
          .reader.head()
          .catch(() => null);
        return head && { ...config, chain: config.caip2, timeS: head.timeS };
      }),
    );
    const { nowMs } = await store.processes.look();
    const clocks = { databaseS: nowMs / 1_000, machineS: Date.now() / 1_000 };
    return judgeClocks(
      heads.filter((head) => head !== null),
      clocks,
    ).map(({ chain, isProblem, message }) => ({ part: chain, state: isProblem ? "problem" : "warning", message }));
  } finally {
    await store.close();
  }
}
