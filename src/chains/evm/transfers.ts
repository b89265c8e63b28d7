// What a mined transaction transferred of an ERC-20 token to one account, by the events in its receipt.
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
} from "viem";
import type { TokenTransfer } from "../../operations/ports.ts";
import type { Connection } from "./client.ts";
import { asked } from "./errors.ts";

const TRANSFER = getAbiItem({ abi: erc20Abi, name: "Transfer" });
const TRANSFER_TOPIC = toEventSelector(TRANSFER);
/** The event's own and its two indexed accounts; an ERC-721 transfer has the same topic and one more. */
const TRANSFER_TOPICS = 3;

export const transferReader =
  ({ client }: Connection, chain: string) =>
  (txHash: Hex, token: Address, account: Address): Promise<readonly TokenTransfer[] | null> =>
    asked(chain, async () => {
      const receipt = await client.getTransactionReceipt({ hash: txHash }).catch(nullIfNotFound);
      return receipt && transfersIn(receipt, txHash, token, account);
    });

function nullIfNotFound(error: unknown): null {
  if (error instanceof TransactionReceiptNotFoundError) return null;
  throw error;
}

function transfersIn(
  { transactionHash, status, blockNumber, logs }: TransactionReceipt,
  txHash: Hex,
  token: Address,
  account: Address,
): TokenTransfer[] {
  if (transactionHash !== txHash.toLowerCase()) throw new TypeError("the receipt of another transaction");
  if (status !== "success") return [];
  return logs.flatMap(({ address, topics, data, logIndex }) => {
    if (getAddress(address) !== getAddress(token)) return [];
    if (topics[0] !== TRANSFER_TOPIC || topics.length !== TRANSFER_TOPICS) return [];
    const { args } = decodeEventLog({ abi: [TRANSFER], topics, data, strict: true });
    return isAddressEqual(args.to, account) ? [{ blockNumber, logIndex, amount: args.value }] : [];
  });
}
