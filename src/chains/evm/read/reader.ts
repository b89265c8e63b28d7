// The watcher's view of a chain: blocks, events, nonces and used authorisations. Every result is checked against the
// request: a node that lags, forks or lies must not look like an empty block.
import { BlockNotFoundError, getAddress, type Hex, TransactionNotFoundError } from "viem";
import type { ChainReader } from "../../../operations/ports/chain/chain-reader.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { balancesAt } from "./balances.ts";
import { toBlock } from "./block.ts";
import { cancellationsOf } from "./cancellations.ts";
import { eventReader, paidReader } from "./events.ts";
import { provenBySources } from "./second-source.ts";
import { isUsed } from "./used.ts";

/** All methods throw ChainUnavailableError if the chain does not respond. */
export function createReader(connection: Connection, config: EvmChainConfig): ChainReader {
  const { client } = connection;
  const { caip2: id } = config;
  const ask = <T>(request: () => Promise<T>): Promise<T> => withChainErrors(id, request);

  return {
    id,
    head: () => ask(async () => toBlock(await client.getBlock({ blockTag: "latest" }))),
    block: (number) =>
      ask(async () => {
        const block = await client.getBlock({ blockNumber: number }).catch(nullIfNotFound);
        return block && toBlock(block);
      }),
    ...paidReader(eventReader(connection, config)),
    transactionCount: (account, at) =>
      ask(async () => BigInt(await client.getTransactionCount({ address: account, blockHash: at.hash }))),
    transactionNonce: async (hash) => {
      const transaction = await ask(() => transactionOf(client, hash));
      return transaction && BigInt(transaction.nonce);
    },
    transactionSender: async (hash) => {
      const transaction = await ask(() => transactionOf(client, hash));
      return transaction && getAddress(transaction.from);
    },
    balancesAt: (at, holdings) => ask(() => balancesAt(connection, config, at, holdings)),
    isUsed: (option, at) => ask(() => isUsed(connection, config, option, at)),
    cancellations: (option, within) => ask(() => cancellationsOf(connection, config, option, within)),
    proven: (transfers) => provenBySources(connection, config, transfers),
    checkIdentity: () =>
      ask(async () => {
        const found = await client.getChainId();
        if (found !== config.chainNumber) throw new TypeError(`the node now serves chain ${found}`);
      }),
  };
}

async function transactionOf(client: Connection["client"], hash: Hex) {
  const transaction = await client.getTransaction({ hash }).catch(nullIfUnknown);
  if (transaction && transaction.hash !== hash) throw new TypeError("the node returned another transaction");
  return transaction;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof BlockNotFoundError) return null;
  throw error;
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof TransactionNotFoundError) return null;
  throw error;
}
