// Assembles one EVM chain from its configuration for the operations, the watcher and the relayer.
import { type Address, type Hex, size } from "viem";
import type { RelayerFunds } from "../../operations/monitoring/report-availability.ts";
import type { ChainNodes } from "../../operations/monitoring/watch-nodes.ts";
import type { ChainReader } from "../../operations/ports/chain/chain-reader.ts";
import type { ChainWriter } from "../../operations/ports/chain/chain-writer.ts";
import type { DemoBuyerChain } from "../../operations/ports/chain/demo-buyer.ts";
import type { PaymentChain } from "../../operations/ports/chain/payment-chain.ts";
import type { PriceFeeds } from "../../operations/ports/chain/price-feeds.ts";
import type { RecoveringChain } from "../../operations/ports/recoveries.ts";
import { checkChain } from "./boot/boot.ts";
import { type DepositProbe, depositProbe } from "./boot/deposits.ts";
import { type EndpointReport, readEndpoints } from "./boot/endpoints.ts";
import { type LogRangeReport, readLogRanges } from "./boot/log-ranges.ts";
import { actionsOf } from "./build/actions.ts";
import { coinPaymentTester } from "./build/coin-payment.ts";
import { balanceReader, holdingReader } from "./build/holdings.ts";
import { type EvmChainConfig, hasSecondSource } from "./config/config.ts";
import { type Admission, admission } from "./nodes/admission.ts";
import { type Connection, connect } from "./nodes/client.ts";
import type { OnRpcCall } from "./nodes/endpoint.ts";
import { withChainErrors } from "./nodes/errors.ts";
import type { ChainProblem } from "./nodes/problem.ts";
import type { OnNarrowed } from "./nodes/watched-endpoint.ts";
import { feedReader } from "./oracles/feeds.ts";
import { type SanctionsOracle, sanctionsOracle } from "./oracles/sanctions-oracle.ts";
import { multiRouterReader } from "./read/multi-router-reader.ts";
import { paymentFinder } from "./read/payment-finder.ts";
import { createReader } from "./read/reader.ts";
import { transferReader } from "./read/transfers.ts";
import { demoBuyerChain } from "./relay/demo-buyer.ts";
import { tryRecoveries } from "./relay/recoveries.ts";
import type { RelayerKey } from "./relay/relayer-account.ts";
import { relayerFunds } from "./relay/relayer-funds.ts";
import { createWriter } from "./relay/writer.ts";
import { depositAddressesOf, depositTerms } from "./router/deposit-address.ts";
import { ECDSA_BYTES } from "./router/signature-encodings.ts";
import { codeReader } from "./verify/code-sizes.ts";
import { deployingVerifier } from "./verify/deployment.ts";
import { encodingVerifier } from "./verify/encodings.ts";
import { type IsPayersSignature, payerSignatureChecker } from "./verify/payer-signature.ts";
import { signerVerifier } from "./verify/signer.ts";
import { signerOf } from "./verify/signer-of.ts";
import { simulation } from "./verify/simulation.ts";
import { verifier } from "./verify/verify.ts";

export type { EndpointReport } from "./boot/endpoints.ts";
export type { LogRangeReport } from "./boot/log-ranges.ts";
export type { ChainProblem } from "./nodes/problem.ts";

export interface EvmChain {
  readonly payment: PaymentChain;
  readonly reader: ChainReader;
  /** The same reader, including the events of routers used earlier. */
  readerWith(earlierRouters: readonly Address[]): ChainReader;
  readonly writer: ChainWriter;
  readonly recovering: RecoveringChain;
  /** Null without a demo buyer. */
  readonly demoBuyer: DemoBuyerChain | null;
  /** Each relayer's balance, and whether it pays for a batch now. @throws if the chain does not respond */
  relayerFunds(): Promise<readonly RelayerFunds[]>;
  /** Its RPC URLs, as one. */
  readonly nodes: ChainNodes;
  readonly feeds: PriceFeeds;
  /**
   * Compares the chain with its configuration; never throws. Until a check has passed without "unreachable" or
   * "wrong", `payment` offers nothing: `readHoldings` throws and `verify` returns "unknown". Both trigger a new check.
   */
  check(): Promise<readonly ChainProblem[]>;
  /** Opens an oracle contract on this chain. */
  sanctionsOracle(contract: Address): SanctionsOracle;
  /** Probes each RPC URL now; never throws. */
  endpoints(): Promise<readonly EndpointReport[]>;
  /** Probes how many blocks of logs each RPC URL returns at once; never throws. A silent one takes a minute. */
  logRanges(): Promise<readonly LogRangeReport[]>;
  /** The most blocks of logs that each RPC URL is now asked for, in order. */
  logRangesNow(): readonly number[];
}

/**
 * @param relayerKeys the accounts that relay on this chain; if empty, the chain is read-only
 * @param isPayersSignature a simulated chain has cheaper signatures
 * @param onCall called after each request to an RPC URL
 * @param onNarrowed called when an RPC URL does not return the logs of so many blocks
 * @param nowMs the clock by which an RPC URL's newest block is old
 * @param demoBuyerKeys the accounts that rehearse test payments here; if empty, none does
 */
export function createEvmChain(
  config: EvmChainConfig,
  relayerKeys: readonly RelayerKey[],
  isPayersSignature: IsPayersSignature = payerSignatureChecker(config),
  onCall?: OnRpcCall,
  onNarrowed?: OnNarrowed,
  nowMs?: () => number,
  demoBuyerKeys: readonly Hex[] = [],
): EvmChain {
  const connection = connect(config, onCall, onNarrowed, nowMs);
  const writer = createWriter(connection, config, relayerKeys, onCall);
  const deposits = depositProbe(config, connection);
  const admitted = admission(config.caip2, async () => {
    const problems = await checkChain(config, connection, writer.relayers);
    return problems.some(({ kind }) => kind !== "warning") ? problems : [...problems, ...(await deposits.check())];
  });
  return {
    payment: paymentChain(config, connection, admitted, deposits, isPayersSignature),
    reader: createReader(connection, config),
    readerWith: (earlierRouters) => multiRouterReader(connection, config, earlierRouters),
    writer,
    recovering: {
      recoveryGasPerDay: config.recoveryGasPerDay,
      tryRecoveries: (asks, relayer) =>
        withChainErrors(config.caip2, () => tryRecoveries(connection, config, asks, relayer)),
    },
    demoBuyer: demoBuyerKeys.length > 0 ? demoBuyerChain(connection, config, demoBuyerKeys) : null,
    relayerFunds: relayerFunds(connection, config, writer.relayers),
    nodes: {
      count: config.rpcUrls.length,
      silentMs: connection.silentMs,
      ask: () => withChainErrors(config.caip2, () => connection.client.getBlockNumber()),
    },
    feeds: feedReader(connection, config),
    check: admitted.check,
    sanctionsOracle: (contract) => {
      const ask = sanctionsOracle(connection, config, contract);
      return async (accounts) => {
        await admitted.pass();
        return ask(accounts);
      };
    },
    endpoints: () => readEndpoints(config, connection),
    logRanges: () => readLogRanges(config, connection),
    logRangesNow: () => connection.sources.map(({ logRange }) => logRange.max()),
  };
}

function paymentChain(
  config: EvmChainConfig,
  connection: Connection,
  admitted: Admission,
  deposits: DepositProbe,
  isPayersSignature: IsPayersSignature,
): PaymentChain {
  const holdingsNow = holdingReader(connection, config);
  const readHoldings: PaymentChain["readHoldings"] = async (questions) => {
    await admitted.pass();
    return holdingsNow(questions);
  };
  const verifyOnChain = encodingVerifier(verifier(simulation(connection, config), config.caip2), {
    chain: config.caip2,
    factories: config.walletFactories,
    verifyDeploying: deployingVerifier(connection, config),
  });
  const hasCode = codeReader(connection, config);
  const verify = signerVerifier(verifyOnChain, { chain: config.caip2, isPayersSignature, hasCode });
  const readBalance = balanceReader(connection, config);
  const readTransfers = transferReader(connection, config.caip2);
  const findPayment = paymentFinder(connection, config);
  const withoutDeposits = config.assets.map((asset) =>
    asset.takesDeposits ? { ...asset, takesDeposits: false } : asset,
  );
  return {
    id: config.caip2,
    name: config.name,
    ...(config.iconUrl === undefined ? {} : { iconUrl: config.iconUrl }),
    ...(config.explorerUrl === undefined ? {} : { explorerUrl: config.explorerUrl }),
    ...(config.publicRpcUrl === undefined ? {} : { publicRpcUrl: config.publicRpcUrl }),
    isTestNet: config.isTestNet,
    router: config.router,
    permit2: config.permit2,
    feeReceiver: config.feeReceiver,
    treasury: config.treasury,
    secondSourceFrom: config.secondSourceFrom,
    hasSecondSource: hasSecondSource(config),
    get assets() {
      return deposits.isProven() ? config.assets : withoutDeposits;
    },
    confirmations: config.confirmations,
    inclusionGraceS: config.inclusionGraceS,
    headAgeMaxS: config.headAgeMaxS,
    etaS: etaS(config),
    readHoldings,
    buildActions: (option) => actionsOf(config, readHoldings, option),
    depositTerms: (terms) => depositTerms(config.caip2, terms),
    depositAddresses: depositAddressesOf,
    takesCoin: coinPaymentTester(connection),
    verify: async (authorization) => {
      const refusal = await admitted.refusal();
      return refusal ? { type: "unknown", message: refusal.message } : verify(authorization);
    },
    runsPayersCode: async (authorization) => {
      const { account, signature } = signerOf(authorization);
      return account !== null && runsPayersCode(connection, config.caip2, account, signature);
    },
    balanceOf: async (option, atBlock) => {
      await admitted.pass();
      return readBalance(option, atBlock);
    },
    findPayment: async (txHash, option) => {
      await admitted.pass();
      return findPayment(txHash, option);
    },
    readTransfers: async (txHash, token, account) => {
      await admitted.pass();
      return readTransfers(txHash, token, account);
    },
  };
}

/** A signature of 65 bytes may be an account's or a contract's, so the account's code is read. */
async function runsPayersCode({ client }: Connection, chain: string, payer: Address, signature: Hex): Promise<boolean> {
  if (size(signature) !== ECDSA_BYTES) return true;
  const code = await withChainErrors(chain, () => client.getCode({ address: payer }));
  return code !== undefined;
}

/** Seconds until the next block and the depth required for small amounts, plus one second of overhead. */
const etaS = ({ blockTimeS, confirmations }: EvmChainConfig): number =>
  Math.ceil(blockTimeS * (confirmations[0]?.blocks ?? 1)) + 1;
