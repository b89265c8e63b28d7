// Reads the relayers' balances, and whether they pay for a batch at current fees.
import type { Address } from "viem";
import type { RelayerFunds } from "../../../operations/monitoring/report-availability.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { currentFees } from "../nodes/fees.ts";
import { ONE_PAYMENT_GAS, TRANSACTION_GAS_MAX } from "../router/gas.ts";

/** Nodes require the whole gas limit at the bid fee. The result throws ChainUnavailableError. */
export const relayerFunds =
  (connection: Connection, config: EvmChainConfig, relayers: readonly Address[]) =>
  (): Promise<readonly RelayerFunds[]> =>
    withChainErrors(config.caip2, async () => {
      if (relayers.length === 0) return [];
      const [{ maxFeePerGas }, ...balances] = await Promise.all([
        currentFees(connection, config),
        ...relayers.map((address) => connection.client.getBalance({ address })),
      ]);
      const batchCost = BigInt(TRANSACTION_GAS_MAX) * maxFeePerGas;
      return balances.map((balance, index) => {
        const state = fundsState(balance, batchCost);
        return {
          relayer: relayers[index] as Address,
          balance,
          batchCost,
          canPay: state !== "empty",
          isLow: state !== "ok",
        };
      });
    });

/** Low: it pays for a batch of one payment, but not for a full one. Empty: for none. */
export function fundsState(balance: bigint, batchCost: bigint): "ok" | "low" | "empty" {
  if (balance >= batchCost) return "ok";
  return balance * BigInt(TRANSACTION_GAS_MAX) >= ONE_PAYMENT_GAS * batchCost ? "low" : "empty";
}
