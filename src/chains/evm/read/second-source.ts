// Asks each endpoint separately whether it shows transfers: the same event in the same block, deep enough. To invent or
// hide a transfer, a node would need a node of another provider to agree. A sweep leaves no mark in the chain's state:
// the deposits that it passed on must be shown as well.
import { type Address, type Hex, numberToHex, type RpcLog } from "viem";
import type { ToProve } from "../../../operations/ports/chain/chain-reader.ts";
import type { DepositEvent } from "../../../payment/transfers/deposit-event.ts";
import { depthOf, type Finality } from "../../../payment/transfers/finality.ts";
import type { Proof } from "../../../payment/transfers/proof.ts";
import type { PaidEvent, Transfer } from "../../../payment/transfers/transfer.ts";
import type { EvmChainConfig } from "../config/config.ts";
import { ATTEMPT_TIMEOUT_MS, awakeSources, type Connection } from "../nodes/client.ts";
import type { WatchedEndpoint } from "../nodes/watched-endpoint.ts";
import { PAID_TOPIC, toPaidEvent } from "../router/paid-event.ts";
import { toTransfers, transferFilter } from "./deposits.ts";

/** An endpoint's response about one block. */
interface Statement {
  readonly host: string;
  readonly blockHash: Hex;
  readonly head: bigint;
  /** The newest block with each of the requested tags. */
  readonly tagged: ReadonlyMap<Finality, bigint>;
  readonly events: readonly PaidEvent[];
  readonly deposits: readonly DepositEvent[];
}

/** An event that must be shown. */
interface Part {
  readonly number: bigint;
  readonly proof: Proof;
  /** Null: it is a payment. */
  readonly deposit: DepositEvent | null;
  isShownBy(statement: Statement): boolean;
}

/** What is asked about a block. */
interface Question {
  readonly number: bigint;
  readonly tags: ReadonlySet<Finality>;
  readonly hasPayments: boolean;
  /** The addresses whose deposits are asked for. */
  readonly addresses: readonly Address[];
}

/** Returns the transfers that have their proof. Never throws. */
export async function provenBySources<T extends ToProve>(
  connection: Connection,
  config: EvmChainConfig,
  items: readonly T[],
): Promise<readonly T[]> {
  const partsOf = new Map(items.map((item) => [item, [paymentIn(item), ...depositsIn(item)]]));
  const all = [...partsOf.values()].flat();
  const numbers = [...new Set(all.map(({ number }) => number))];
  const shown = await Promise.all(
    numbers.map(async (number) => {
      const ofBlock = all.filter((part) => part.number === number);
      const statements = await statementsAbout(connection, config, questionAbout(number, ofBlock));
      return ofBlock.filter((part) => isProven(part, statements));
    }),
  );
  const proven = new Set(shown.flat());
  return items.filter((item) => {
    const parts = (partsOf.get(item) ?? []).filter((part) => proven.has(part));
    const came = parts.reduce((sum, { deposit }) => sum + (deposit?.amount ?? 0n), 0n);
    return parts.some(({ deposit }) => deposit === null) && came >= (item.backing?.needed ?? 0n);
  });
}

const paymentIn = ({ transfer, proof }: ToProve): Part => ({
  number: transfer.blockNumber,
  proof,
  deposit: null,
  isShownBy: ({ events, blockHash }) =>
    events.some((event) => event.blockHash === blockHash && isSame(event, transfer)),
});

const depositsIn = ({ backing, proof }: ToProve): readonly Part[] =>
  (backing?.deposits ?? []).map((deposit) => ({
    number: deposit.blockNumber,
    proof,
    deposit,
    isShownBy: ({ deposits, blockHash }) =>
      deposits.some((event) => event.blockHash === blockHash && isSameDeposit(event, deposit)),
  }));

const questionAbout = (number: bigint, parts: readonly Part[]): Question => ({
  number,
  tags: new Set(parts.flatMap(({ proof }) => proof.finality ?? [])),
  hasPayments: parts.some(({ deposit }) => deposit === null),
  addresses: [...new Set(parts.flatMap(({ deposit }) => deposit?.address ?? []))],
});

async function statementsAbout(
  connection: Connection,
  config: EvmChainConfig,
  question: Question,
): Promise<readonly Statement[]> {
  const statements = await Promise.all(
    awakeSources(connection).map((source) => statementOf(source, config, question).catch(() => null)),
  );
  return statements.filter((statement) => statement !== null);
}

/** @throws if the endpoint does not respond, lacks the block, or returns a different one */
async function statementOf(
  source: WatchedEndpoint,
  config: EvmChainConfig,
  { number, tags, hasPayments, addresses }: Question,
): Promise<Statement> {
  const ask = (method: string, ...params: unknown[]) => source.request(method, params, ATTEMPT_TIMEOUT_MS);
  const blockAt = async (tag: string) => (await ask("eth_getBlockByNumber", tag, false)) as { number: Hex; hash: Hex };
  const logsOf = async (filter: object) => (await ask("eth_getLogs", filter)) as RpcLog[];
  const [{ hash: blockHash }, latest, tagged] = await Promise.all([
    blockAt(numberToHex(number)),
    blockAt("latest"),
    Promise.all([...tags].map(async (tag) => [tag, BigInt((await blockAt(tag)).number)] as const)),
  ]);
  const paid = hasPayments ? await logsOf({ address: config.router, topics: [PAID_TOPIC], blockHash }) : [];
  const moved = addresses.length > 0 ? await logsOf({ ...transferFilter(config, addresses), blockHash }) : [];
  return {
    host: source.host,
    blockHash,
    head: BigInt(latest.number),
    tagged: new Map(tagged),
    events: paid.map((log) => toPaidEvent(log, config, number, number)),
    deposits: toTransfers(moved, config, { from: number, to: number }),
  };
}

function isProven({ number, proof, isShownBy }: Part, statements: readonly Statement[]): boolean {
  const showing = statements.filter(
    (statement) =>
      depthOf(number, statement.head) >= proof.depth &&
      (proof.finality === null || (statement.tagged.get(proof.finality) ?? -1n) >= number) &&
      isShownBy(statement),
  );
  return showing.some(({ blockHash }) => {
    const hosts = new Set(showing.filter((other) => other.blockHash === blockHash).map(({ host }) => host));
    return hosts.size >= proof.sources;
  });
}

const COMPARED = ["txHash", "logIndex", "termsHash", "asset", "payer", "amount", "destination", "fee"] as const;

const isSame = (a: Transfer, b: Transfer): boolean => COMPARED.every((field) => a[field] === b[field]);

const COMPARED_OF_DEPOSIT = ["txHash", "logIndex", "token", "sender", "address", "amount"] as const;

const isSameDeposit = (a: DepositEvent, b: DepositEvent): boolean =>
  COMPARED_OF_DEPOSIT.every((field) => a[field] === b[field]);
