// turnpike rebuild: recovers a database that was restored from an older backup from the chains.
import { Command } from "commander";
import { createEvmChain, type EvmChain } from "../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { openLog } from "../../log.ts";
import type { Asset } from "../../money/asset.ts";
import type { DerivedAddress } from "../../operations/books/derive-addresses.ts";
import { type RebuildFrom, type Rebuilt, rebuild } from "../../operations/books/rebuild.ts";
import { quotingOn } from "../../operations/gateway/payable-chains.ts";
import { percentagePolicy } from "../../payment/fee.ts";
import type { UnknownTransfer } from "../../payment/transfers/transfer.ts";
import { openScreening } from "../../screening/open.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { relayersOn } from "../../settings/relayers.ts";
import type { Store } from "../../store/store.ts";
import { readChains, withStore } from "../installation.ts";
import { CommandError, messageOf, type OutputOptions, print } from "../output/output.ts";
import { type Progress, withProgress } from "../output/progress.ts";
import { counted, tokenText } from "../output/text.ts";

interface RebuildOptions extends OutputOptions {
  readonly chain?: string;
  readonly fromBlock?: string;
  readonly since?: string;
}

export const rebuildCommand = (): Command =>
  new Command("rebuild")
    .description(
      "find what was paid on chain and is missing in the database, for example after restoring an older backup; " +
        "writes to the database, and sends nothing to the chains",
    )
    .option(
      "--since <time>",
      "search from this time on (ISO 8601); by default from the newest block that the database has followed",
    )
    .option("--from-block <block>", "search from this block on; needs --chain if there are several chains")
    .option("--chain <caip2>", "one chain, for example eip155:8453; by default all")
    .option("--json", "print JSON")
    .action(run);

async function run(options: RebuildOptions): Promise<void> {
  const from = startOf(options);
  const config = readConfig();
  const configured = await readChains(config);
  const chains = choose(configured, options);
  const evmChains = chains.map((chain) => createEvmChain(chain, relayersOn(config, chain.chainNumber)));
  await refuseWrong(evmChains);
  const assets = chains.flatMap(({ assets }) => assets);
  const rebuilt: Rebuilt[] = [];
  const failures = await withStore(config, (store) =>
    withProgress("Rebuilding", (progress) =>
      rebuildAll({ config, configured, chains: evmChains, store, from }, progress, (chain) => {
        rebuilt.push(chain);
        progress.clear();
        if (!options.json) print(options, null, linesOf(chain, assets));
      }),
    ),
  );
  if (options.json) print(options, { chains: rebuilt.map(toJson) }, []);
  if (failures.length > 0) throw new CommandError(failures.join("\n"));
}

interface Work {
  readonly config: Config;
  /** All chains of the chains file. */
  readonly configured: readonly EvmChainConfig[];
  /** The chains to rebuild. */
  readonly chains: readonly EvmChain[];
  readonly store: Store;
  readonly from: RebuildFrom;
}

/** @returns the failures, with the command that repeats each; the other chains are rebuilt all the same */
async function rebuildAll(
  { config, configured, chains, store, from }: Work,
  { report }: Progress,
  onDone: (chain: Rebuilt) => void,
): Promise<readonly string[]> {
  const { ledger, books, routers } = store;
  const log = openLog("warn");
  const screening = await openScreening(config.screening ?? [], {
    oracleOn: (id, contract) => chains.find(({ payment }) => payment.id === id)?.sanctionsOracle(contract),
    log,
  });
  const quotes = { screening, standardFees: percentagePolicy(config.feePpm), log };
  const ports = { ledger, books, quotes, log };
  const failures: string[] = [];
  for (const { payment, readerWith, writer } of chains) {
    let start = from;
    const hooks = {
      onStart: (block: bigint) => {
        start = { block };
      },
      onProgress: (block: bigint) => report(`${payment.id} block ${block}`),
    };
    try {
      const earlierRouters = await routers.everUsed(payment.id);
      const deriving = {
        ...derivingOf(config, store),
        on: payment,
        onDerived: (done: number, all: number) =>
          report(`${payment.id} deposit addresses of ${done} of ${all} payments`),
      };
      const chain = { chain: readerWith(earlierRouters), quoting: quotingOn(payment, configured), earlierRouters };
      onDone(await rebuild({ ...ports, ...hooks, ...chain, relayers: writer.relayers, deriving }, from));
    } catch (error) {
      failures.push(`${messageOf(error)}\n${again(payment.id, start)}`);
    }
  }
  return failures;
}

const DAY_S = 86_400;

/** The settings of the service that gave out the addresses. */
const derivingOf = (config: Config, { payments, partners, settlements, feePolicies }: Store) => ({
  payments,
  partners,
  destinations: settlements,
  fees: { standard: percentagePolicy(config.feePpm), find: feePolicies.find },
  depositLimits: config.depositLimits,
  paymentLifetimeMaxS: config.paymentLifetimeMaxDays * DAY_S,
  nowS: () => Math.floor(Date.now() / 1_000),
});

/** The command starts from the same block: the database may have followed later ones before the failure. */
const again = (chain: string, start: RebuildFrom): string =>
  `${chain} is not complete. Run again: turnpike rebuild --chain ${chain}${startWords(start)}`;

function startWords(start: RebuildFrom): string {
  if (start === "newest") return "";
  return "block" in start ? ` --from-block ${start.block}` : ` --since ${new Date(start.sinceS * 1_000).toISOString()}`;
}

function startOf({ fromBlock, since }: RebuildOptions): RebuildFrom {
  if (fromBlock !== undefined && since !== undefined) throw new CommandError("give either --since or --from-block");
  if (fromBlock === undefined && since === undefined) return "newest";
  if (since !== undefined) {
    const sinceS = Math.floor(Date.parse(since) / 1_000);
    if (Number.isNaN(sinceS)) throw new CommandError("--since must be a time in ISO 8601");
    return { sinceS };
  }
  if (!/^(0|[1-9][0-9]{0,17})$/.test(fromBlock ?? "")) throw new CommandError("--from-block must be a block number");
  return { block: BigInt(fromBlock ?? "") };
}

function choose(chains: readonly EvmChainConfig[], { chain, fromBlock }: RebuildOptions): readonly EvmChainConfig[] {
  const chosen = chains.filter(({ caip2 }) => chain === undefined || caip2 === chain);
  if (chosen.length === 0) throw new CommandError(`the chain ${chain ?? ""} is not in the chains file`);
  if (chosen.length > 1 && fromBlock !== undefined) {
    throw new CommandError("--from-block applies to one chain: select it with --chain");
  }
  return chosen;
}

async function refuseWrong(chains: readonly EvmChain[]): Promise<void> {
  const problems = (await Promise.all(chains.map((chain) => chain.check()))).flat();
  const serious = problems.filter(({ kind }) => kind !== "warning");
  if (serious.length > 0) throw new CommandError(serious.map(({ message }) => message).join("\n"));
}

/** Amounts as strings: they can exceed the range of a JSON number. */
const toJson = ({ from, to, unknown, ...counts }: Rebuilt) => ({
  ...counts,
  from: Number(from),
  to: Number(to),
  unknown: unknown.map(({ blockNumber, amount, fee, ...transfer }) => ({
    ...transfer,
    blockNumber: Number(blockNumber),
    amount: amount.toString(),
    fee: fee.toString(),
  })),
});

const linesOf = (
  { chain, from, to, transfers, deposits, succeeded, exceptions, addresses, unknown }: Rebuilt,
  assets: readonly Asset[],
): string[] => [
  `${chain}  blocks ${from} to ${to}: ${counted(transfers, "transfer")} ` +
    `and ${counted(deposits, "deposit")} of known payments; ` +
    `${counted(succeeded, "payment")} succeeded now, ${counted(exceptions, "exception")} reported`,
  ...addressLines(addresses),
  ...(unknown.length > 0
    ? [`  ${counted(unknown.length, "transfer")} of payments that are missing, created after the backup:`]
    : []),
  ...unknown.map((transfer) => `  ${lineOf(transfer, assets)}`),
];

function addressLines(addresses: readonly DerivedAddress[]): string[] {
  const stored = addresses.filter(({ isStored }) => isStored).length;
  return [
    ...(stored > 0 ? [`  deposit addresses that were given out after the backup, and are back: ${stored}`] : []),
    ...addresses
      .filter(({ isStored }) => !isStored)
      .map(
        ({ address, paymentId }) =>
          `  money came to ${address}, and its payment ${paymentId} has another address by now: ` +
          "pass it on by the router's sweep or recover (docs/backup.md)",
      ),
  ];
}

function lineOf(
  { txHash, logIndex, asset, amount, payer, merchantId, destination }: UnknownTransfer,
  assets: readonly Asset[],
): string {
  return `${txHash} log ${logIndex}  ${tokenText(amount, asset, assets)} from ${payer} to ${merchantId ?? destination}`;
}
