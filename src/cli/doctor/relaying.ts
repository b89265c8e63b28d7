// The doctor's checks of the relayers: quarantined payments, batches that every node refuses, low funds.
import { formatEther } from "viem";
import type { EvmChain } from "../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { type RelayerKey, signerProblem } from "../../chains/evm/relay/relayer-account.ts";
import { INCLUSION_S } from "../../payment/transfers/finality.ts";
import { openStore } from "../../store/store.ts";

interface RelayingFinding {
  readonly part: string;
  readonly state: "warning" | "problem";
  readonly message: string;
}

const SEE = "See turnpike batch list.";

export async function checkRelaying(
  databaseUrl: string,
  chains: readonly EvmChainConfig[],
): Promise<RelayingFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const [batches, quarantined] = [await store.batches.unmined(), await store.batches.quarantined()];
    const { chains: reported } = await store.vitals.read(chains.map(({ caip2 }) => caip2));
    const hanging = reported.flatMap(({ chain, relayers }) =>
      relayers.flatMap(({ relayer, unminedS }): RelayingFinding[] =>
        unminedS !== null && unminedS > INCLUSION_S
          ? [{ part: chain, state: "problem", message: hangingMessage(relayer, unminedS) }]
          : [],
      ),
    );
    const names = new Set([...batches, ...quarantined].map(({ chain }) => chain));
    const waiting = [...names].toSorted().flatMap((part): RelayingFinding[] => {
      const held = quarantined.filter(({ chain }) => chain === part).length;
      const refused = batches.filter(({ chain, refusals }) => chain === part && refusals > 0);
      const isConfigured = chains.some(({ caip2 }) => caip2 === part);
      return [
        ...(held > 0 ? [{ part, state: "warning" as const, message: quarantineMessage(held) }] : []),
        ...(refused.length > 0 && isConfigured
          ? [{ part, state: "warning" as const, message: `${countOf(refused.length)} refused by every node. ${SEE}` }]
          : []),
      ];
    });
    return [...hanging, ...waiting];
  } finally {
    await store.close();
  }
}

/**
 * Relayers that cannot pay for a full batch: a problem if none can, because payments then wait. Those with nothing at
 * all are among the chain's problems.
 */
export async function checkFunds({ payment, relayerFunds }: EvmChain): Promise<RelayingFinding[]> {
  const funds = await relayerFunds().catch(() => []); // the chain's own check says that it does not respond
  const state = funds.every(({ isLow }) => isLow) ? "problem" : "warning";
  return funds
    .filter(({ isLow, balance }) => isLow && balance > 0n)
    .map(({ relayer, balance, batchCost }) => {
      const cost = `a full batch costs up to ${formatEther(batchCost)}`;
      const message = `the relayer ${relayer} has ${formatEther(balance)} left, and ${cost}. Send it coin.`;
      return { part: payment.id, state, message };
    });
}

/** Remote signers that would not sign now. */
export async function checkSigners(part: string, relayers: readonly RelayerKey[]): Promise<RelayingFinding[]> {
  const remote = relayers.filter((relayer) => typeof relayer !== "string");
  const found = await Promise.all(
    remote.map(async (relayer) => ({ relayer: relayer.address, problem: await signerProblem(relayer) })),
  );
  const state = remote.length === relayers.length && found.every(({ problem }) => problem) ? "problem" : "warning";
  return found.flatMap(({ relayer, problem }) =>
    problem === null ? [] : [{ part, state, message: `the relayer ${relayer} cannot sign: ${problem}` }],
  );
}

const countOf = (batches: number): string => (batches === 1 ? "a batch is" : `${batches} batches are`);

const hangingMessage = (relayer: string, unminedS: number): string =>
  `the oldest batch of the relayer ${relayer} has not been mined for ${Math.floor(unminedS / 60)} minutes. ${SEE}`;

const quarantineMessage = (payments: number): string =>
  `${payments === 1 ? "a payment is" : `${payments} payments are`} quarantined and not relayed. ${SEE}`;
