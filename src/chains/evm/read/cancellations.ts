// Cancellations of a buyer's authorisation: the token's AuthorizationCanceled (EIP-3009) and Permit2's
// UnorderedNonceInvalidation. The first rules out a payment; the second may also follow a payment. Of a transfer to the
// destination also the token's AuthorizationUsed, which the router's own use causes too.
import { getAddress, type Hex, parseAbi } from "viem";
import { isTransaction } from "../../../money/asset.ts";
import type { BlockName, BlockRange } from "../../../operations/ports/chain/chain-reader.ts";
import type { Option } from "../../../payment/option.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { readLogRange } from "../nodes/log-range.ts";
import { nonceOf, permit2Nonce } from "./used.ts";

const [CANCELED, USED, INVALIDATED] = parseAbi([
  "event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)",
]);

/**
 * @param within a single block, read by its hash, or a range
 * @returns the blocks with such an event; none for a method without an authorisation
 */
export async function cancellationsOf(
  connection: Connection,
  config: EvmChainConfig,
  option: Pick<Option, "method" | "terms">,
  within: BlockName | BlockRange,
): Promise<readonly BlockName[]> {
  const inBlock = (hash: Hex) => cancelledIn(connection, config, option, { hash });
  if (isTransaction(option.method)) return [];
  if ("hash" in within) return inBlock(within.hash);
  const found: BlockName[] = [];
  for (let { from, to } = within; from <= to; ) {
    const read = await readLogRange(
      connection.logRangeMax,
      { from, to },
      {
        inRange: (blocks) => cancelledIn(connection, config, option, blocks),
        inBlock: async (number) => inBlock((await connection.client.getBlock({ blockNumber: number })).hash),
      },
    );
    found.push(...read.logs);
    from = read.to + 1n;
  }
  return found;
}

async function cancelledIn(
  connection: Connection,
  config: EvmChainConfig,
  option: Pick<Option, "method" | "terms">,
  within: Pick<BlockName, "hash"> | BlockRange,
): Promise<readonly BlockName[]> {
  const where = "hash" in within ? { blockHash: within.hash } : { fromBlock: within.from, toBlock: within.to };
  const logs = await logsOf(connection, config, option, where);
  return logs.map(({ address, expected, blockNumber: number, blockHash: hash }) => {
    if (number === null || hash === null || getAddress(address) !== getAddress(expected)) {
      throw new TypeError("the event does not match the filter");
    }
    const isWithin = "hash" in within ? hash === within.hash : within.from <= number && number <= within.to;
    if (!isWithin) throw new TypeError("the event is in another block");
    return { number, hash };
  });
}

type Where = { readonly blockHash: Hex } | { readonly fromBlock: bigint; readonly toBlock: bigint };

async function logsOf(
  { client }: Connection,
  { permit2 }: EvmChainConfig,
  { method, terms }: Pick<Option, "method" | "terms">,
  where: Where,
) {
  const { payer, token } = terms;
  const nonce = nonceOf({ method, terms });
  if (method === "eip3009" || method === "transfer") {
    const args = { authorizer: payer, nonce };
    const events = method === "eip3009" ? [CANCELED] : [CANCELED, USED];
    const logs = await Promise.all(
      events.map((event) => client.getLogs({ ...where, address: token, event, args, strict: true })),
    );
    return logs
      .flat()
      .filter((log) => log.args.authorizer === payer && log.args.nonce === nonce)
      .map((log) => ({ ...log, expected: token }));
  }
  const { word, bit } = permit2Nonce(nonce);
  const args = { owner: payer };
  const logs = await client.getLogs({ ...where, address: permit2, event: INVALIDATED, args, strict: true });
  return logs
    .filter((log) => log.args.owner === payer && log.args.word === word && ((log.args.mask >> bit) & 1n) === 1n)
    .map((log) => ({ ...log, expected: permit2 }));
}
