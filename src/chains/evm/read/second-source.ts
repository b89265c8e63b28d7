// Asks each endpoint separately whether it shows transfers: the same event in the same block, deep enough. To invent or
// hide a transfer, a node would need a node of another provider to agree.
import { type Hex, numberToHex, type RpcLog } from "viem";
import type { ToProve } from "../../../operations/ports/chain/chain-reader.ts";
import { depthOf, type Finality } from "../../../payment/transfers/finality.ts";
import type { PaidEvent, Transfer } from "../../../payment/transfers/transfer.ts";
import type { EvmChainConfig } from "../config/config.ts";
import { ATTEMPT_TIMEOUT_MS, awakeSources, type Connection } from "../nodes/client.ts";
import type { WatchedEndpoint } from "../nodes/watched-endpoint.ts";
import { PAID_TOPIC, toPaidEvent } from "../router/paid-event.ts";

/** An endpoint's response about one block. */
interface Statement {
  readonly host: string;
  readonly blockHash: Hex;
  readonly head: bigint;
  /** The newest block with each of the requested tags. */
  readonly tagged: ReadonlyMap<Finality, bigint>;
  readonly events: readonly PaidEvent[];
}

/** Returns the transfers that have their proof. Never throws. */
export async function provenBySources<T extends ToProve>(
  connection: Connection,
  config: EvmChainConfig,
  items: readonly T[],
): Promise<readonly T[]> {
  const numbers = [...new Set(items.map(({ transfer }) => transfer.blockNumber))];
  const proven = await Promise.all(
    numbers.map(async (number) => {
      const ofBlock = items.filter(({ transfer }) => transfer.blockNumber === number);
      const tags = new Set(ofBlock.flatMap(({ proof }) => proof.finality ?? []));
      const statements = await statementsAbout(connection, config, number, tags);
      return ofBlock.filter((item) => isProven(item, statements));
    }),
  );
  return proven.flat();
}

async function statementsAbout(
  connection: Connection,
  config: EvmChainConfig,
  number: bigint,
  tags: ReadonlySet<Finality>,
): Promise<readonly Statement[]> {
  const statements = await Promise.all(
    awakeSources(connection).map((source) => statementOf(source, config, number, tags).catch(() => null)),
  );
  return statements.filter((statement) => statement !== null);
}

/** @throws if the endpoint does not respond, lacks the block, or returns a different one */
async function statementOf(
  source: WatchedEndpoint,
  config: EvmChainConfig,
  number: bigint,
  tags: ReadonlySet<Finality>,
): Promise<Statement> {
  const ask = (method: string, ...params: unknown[]) => source.request(method, params, ATTEMPT_TIMEOUT_MS);
  const blockAt = async (tag: string) => (await ask("eth_getBlockByNumber", tag, false)) as { number: Hex; hash: Hex };
  const [{ hash: blockHash }, latest, tagged] = await Promise.all([
    blockAt(numberToHex(number)),
    blockAt("latest"),
    Promise.all([...tags].map(async (tag) => [tag, BigInt((await blockAt(tag)).number)] as const)),
  ]);
  const logs = await ask("eth_getLogs", { address: config.router, topics: [PAID_TOPIC], blockHash });
  const events = (logs as RpcLog[]).map((log) => toPaidEvent(log, config, number, number));
  return { host: source.host, blockHash, head: BigInt(latest.number), tagged: new Map(tagged), events };
}

function isProven({ transfer, proof }: ToProve, statements: readonly Statement[]): boolean {
  const showing = statements.filter(
    ({ blockHash, head, tagged, events }) =>
      depthOf(transfer.blockNumber, head) >= proof.depth &&
      (proof.finality === null || (tagged.get(proof.finality) ?? -1n) >= transfer.blockNumber) &&
      events.some((event) => event.blockHash === blockHash && isSame(event, transfer)),
  );
  return showing.some(({ blockHash }) => {
    const hosts = new Set(showing.filter((other) => other.blockHash === blockHash).map(({ host }) => host));
    return hosts.size >= proof.sources;
  });
}

const COMPARED = ["txHash", "logIndex", "termsHash", "asset", "payer", "amount", "destination", "fee"] as const;

const isSame = (a: Transfer, b: Transfer): boolean => COMPARED.every((field) => a[field] === b[field]);
