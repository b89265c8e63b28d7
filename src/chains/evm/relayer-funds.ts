// Whether a relayer can pay the gas of a payment.
import type { Address } from "viem";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { withChainErrors } from "./errors.ts";
import { currentFees } from "./fees.ts";
import { ONE_PAYMENT_GAS } from "./gas.ts";

/** Nodes require the whole gas limit at the bid fee. @throws ChainUnavailableError */
export const relayerFunds = (connection: Connection, config: EvmChainConfig, relayers: readonly Address[]) => () =>
  withChainErrors(config.caip2, async (): Promise<boolean> => {
    if (relayers.length === 0) return false;
    const [{ maxFeePerGas }, ...balances] = await Promise.all([
      currentFees(connection, config),
      ...relayers.map((address) => connection.client.getBalance({ address })),
    ]);
    return balances.some((balance) => balance >= ONE_PAYMENT_GAS * maxFeePerGas);
  });
