// The relayer's write access to a chain: encodes batches for the router, signs and sends them.
import { type Address, size, type TransactionSerializableEIP1559 } from "viem";
import type { BatchCall, ChainWriter, FeesPerGas } from "../../../operations/ports/chain/chain-writer.ts";
import type { Authorization } from "../../../operations/ports/chain/payment-chain.ts";
import { keccak256 } from "../../../payment/keccak256.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import type { OnRpcCall } from "../nodes/endpoint.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { bumpedFees, currentFees } from "../nodes/fees.ts";
import {
  EMPTY_CALL_GAS,
  gasLimitOf,
  PAYMENTS_AT_WORST_MAX,
  PAYMENTS_PER_TRANSACTION_MAX,
  TRANSACTION_GAS_MAX,
} from "../router/gas.ts";
import { groupsOf, settleData } from "../router/router-call.ts";
import { parseSignature } from "../router/signature-encodings.ts";
import { accountsWithCode } from "../verify/code-sizes.ts";
import { deployingBatch } from "../verify/deployment.ts";
import { gasNeeded, isolatedCall, isolatedGasMax } from "./isolated-payment.ts";
import { type RelayerAccount, type RelayerKey, relayerAccount } from "./relayer-account.ts";
import { send, sendToAll } from "./send.ts";

/** Pools of geth and reth accept 128 KiB per transaction, Arbitrum's sequencer 95 000 bytes. */
const CALLDATA_BYTES_MAX = 89_000;

/** The writer's asynchronous methods throw ChainUnavailableError if the chain does not respond. */
export function createWriter(
  connection: Connection,
  config: EvmChainConfig,
  relayerKeys: readonly RelayerKey[],
  onCall?: OnRpcCall,
): ChainWriter {
  const { caip2: id, maxFeePerGas: cap } = config;
  const accounts = new Map<Address, RelayerAccount>(
    relayerKeys.map((key) => relayerAccount(key, onCall)).map((account) => [account.address, account]),
  );
  return {
    id,
    relayers: [...accounts.keys()],
    ableRelayers: () => [...accounts.values()].filter((account) => account.canSign()).map(({ address }) => address),
    batchMax: Math.min(config.batchMax, PAYMENTS_PER_TRANSACTION_MAX),
    gasPerDay: config.relayerGasPerDay,
    walletGasPerDay: config.walletGasPerDay,
    leftOutMax: Math.min(config.batchMax, PAYMENTS_AT_WORST_MAX),
    encodeBatch: (authorizations, wereLeftOut) => encodeBatch(authorizations, wereLeftOut, config),
    encodeIsolated: (authorization, gasLimit) => isolatedCall(config, authorization, gasLimit),
    isolatedGas: async (authorization, relayer) => {
      const call = isolatedCall(config, authorization, isolatedGasMax(authorization));
      return withChainErrors(id, () => gasNeeded(connection, call, relayer));
    },
    withCode: (accounts) => withChainErrors(id, () => accountsWithCode(connection, config, accounts)),
    emptyCall: (relayer) => ({ recipient: relayer, data: "0x", gasLimit: EMPTY_CALL_GAS }),
    shareOfLimits: ({ data, gasLimit }) =>
      Math.max(size(data) / CALLDATA_BYTES_MAX, Number(gasLimit) / TRANSACTION_GAS_MAX),
    sign: async (relayer, nonce, call, fees) => {
      const account = accounts.get(relayer);
      if (!account) throw new Error(`no key for the relayer ${relayer}: add it to the relayer keys`);
      const raw = await account.sign(toTransaction(config, nonce, call, fees));
      return { raw, hash: keccak256(raw) };
    },
    fees: () => withChainErrors(id, () => currentFees(connection, config)),
    bumped: (previous) =>
      withChainErrors(id, async () => bumpedFees(previous, await currentFees(connection, config), cap)),
    send: (transaction) => withChainErrors(id, () => send(connection, config, transaction)),
    sendToAll: (transaction) => withChainErrors(id, () => sendToAll(connection, config, transaction)),
    nextNonce: (account) =>
      withChainErrors(id, async () => BigInt(await connection.client.getTransactionCount({ address: account }))),
  };
}

const toTransaction = (
  { chainNumber }: EvmChainConfig,
  nonce: bigint,
  { recipient, data, gasLimit }: BatchCall,
  fees: FeesPerGas,
): TransactionSerializableEIP1559 => ({
  type: "eip1559",
  chainId: chainNumber,
  nonce: Number(nonce),
  to: recipient,
  data,
  gas: gasLimit,
  ...fees,
});

function encodeBatch(
  authorizations: readonly Authorization[],
  wereLeftOut: boolean,
  config: EvmChainConfig,
): BatchCall {
  const { router } = config;
  const [first] = authorizations;
  if (!first) throw new TypeError("a batch needs at least one payment");
  const { token } = first.option.terms;
  for (const { option, signature } of authorizations) {
    if (option.terms.token !== token || option.terms.router !== router) {
      throw new TypeError("a batch takes payments of one token, to this chain's router");
    }
    const parsed = parseSignature(signature);
    if (!parsed) throw new TypeError("the signature is malformed");
    if (parsed.type === "plain") continue;
    if (authorizations.length > 1) throw new TypeError("a wallet's deployment needs a batch to itself");
    return deployingBatch(config, first, parsed);
  }
  const groups = groupsOf(authorizations);
  const data = settleData(token, groups);
  return { recipient: router, data, gasLimit: gasLimitOf(data, groups, wereLeftOut) };
}
