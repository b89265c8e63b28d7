// Transfers to one account in a mined transaction: ERC-20 tokens by the receipt's events, the native coin by the
// transaction's value. Coin forwarded by a contract leaves no trace in a receipt and is not seen.
import {
  type Address,
  decodeEventLog,
  erc20Abi,
  getAbiItem,
  getAddress,
  type Hex,
  isAddressEqual,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  toEventSelector,
  zeroAddress,
} from "viem";
import type { TokenTransfer } from "../../../operations/ports/chain/payment-chain.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";

const TRANSFER = getAbiItem({ abi: erc20Abi, name: "Transfer" });
export const TRANSFER_TOPIC = toEventSelector(TRANSFER);
/** The event's own topic and two indexed accounts. An ERC-721 transfer has the same first topic and one more topic. */
export const TRANSFER_TOPICS = 3;
/** The transaction's own value sorts before its events. */
const COIN_LOG_INDEX = -1;

export const transferReader =
  ({ client }: Connection, chain: string) =>
  (txHash: Hex, token: Address, account: Address): Promise<readonly TokenTransfer[] | null> =>
    withChainErrors(chain, async () => {
      const receipt = await client.getTransactionReceipt({ hash: txHash }).catch(nullIfNotFound);
      if (!receipt) return null;
      if (receipt.transactionHash !== txHash.toLowerCase()) throw new TypeError("the receipt is another transaction's");
      if (receipt.status !== "success") return [];
      if (token !== zeroAddress) return transfersIn(receipt, token, account);
      const { to, value } = await client.getTransaction({ hash: txHash });
      const isToAccount = to !== null && isAddressEqual(to, account);
      return isToAccount ? [{ blockNumber: receipt.blockNumber, logIndex: COIN_LOG_INDEX, amount: value }] : [];
    });

function nullIfNotFound(error: unknown): null {
  if (error instanceof TransactionReceiptNotFoundError) return null;
  throw error;
}

function transfersIn({ blockNumber, logs }: TransactionReceipt, token: Address, account: Address): TokenTransfer[] {
  return logs.flatMap(({ address, topics, data, logIndex }) => {
    if (getAddress(address) !== getAddress(token)) return [];
    if (topics[0] !== TRANSFER_TOPIC || topics.length !== TRANSFER_TOPICS) return [];
    const { args } = decodeEventLog({ abi: [TRANSFER], topics, data, strict: true });
    return isAddressEqual(args.to, account) ? [{ blockNumber, logIndex, amount: args.value }] : [];
  });
}
