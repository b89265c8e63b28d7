// Checks whether a transaction named by a wallet paid an option. Only the router's event with the terms hash proves it.
import { type Hex, TransactionReceiptNotFoundError } from "viem";
import type { Option } from "../../../payment/option.ts";
import { termsHash } from "../../../payment/terms.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { hasPaid } from "../router/paid-event.ts";
import { isUsed } from "./used.ts";

export const paymentFinder =
  (connection: Connection, config: EvmChainConfig) =>
  (txHash: Hex, option: Option): Promise<"paid" | "other" | "not_mined"> =>
    withChainErrors(config.caip2, async () => {
      const receipt = await connection.client.getTransactionReceipt({ hash: txHash }).catch(nullIfNotFound);
      if (!receipt) return "not_mined";
      if (receipt.transactionHash !== txHash.toLowerCase()) throw new TypeError("the receipt is another transaction's");
      const { logs } = receipt;
      if (hasPaid(logs, config.router, termsHash(option.terms))) return "paid";
      // A wallet that sent the payment twice may name the later transaction, which reverted.
      return (await isUsed(connection, config, option, { number: receipt.blockNumber, hash: receipt.blockHash }))
        ? "paid"
        : "other";
    });

function nullIfNotFound(error: unknown): null {
  if (error instanceof TransactionReceiptNotFoundError) return null;
  throw error;
}
