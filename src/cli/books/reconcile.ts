// turnpike reconcile: compares the payments on chain with the database. Exit code 1 if they differ.
import { Command } from "commander";
import { createEvmChain } from "../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { formatStandardUnits } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import { type ReconcileResult, reconcile } from "../../operations/books/reconcile.ts";
import type { AssetTotals, ChainBooks } from "../../operations/books/reconciliation.ts";
import { quotingOn } from "../../operations/gateway/payable-chains.ts";
import type { BooksStore } from "../../operations/ports/books.ts";
import type { Difference } from "../../payment/transfers/books.ts";
import type { DepositTotals } from "../../payment/transfers/deposit-books.ts";
import { readConfig } from "../../settings/config.ts";
import { relayersOn } from "../../settings/relayers.ts";
import { readChains, withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { type Progress, withProgress } from "../output/progress.ts";
import { counted } from "../output/text.ts";

interface ReconcileOptions extends OutputOptions {
  readonly chain?: string;
  readonly from?: string;
  readonly to?: string;
}

export const reconcileCommand = (): Command =>
  new Command("reconcile")
    .description("compare the payments on chain with the database; exit code 1 if they differ")
    .option("--chain <caip2>", "one chain, for example eip155:8453; by default all")
    .option("--from <block>", "first block; by default the first one followed")
    .option("--to <block>", "last block; by default the newest one followed")
    .option("--json", "print JSON")
    .action(run);

async function run(options: ReconcileOptions): Promise<void> {
  const range = { from: blockOf("--from", options.from), to: blockOf("--to", options.to) };
  const config = readConfig();
  const configured = await readChains(config);
  const chosen = choose(configured, options);
  const withUnconfirmed = options.chain === undefined && range.from === null && range.to === null;
  const found = await withStore(config, async ({ books, routers }) => {
    if (options.chain === undefined) refuseUnconfigured(await books.chains(), chosen);
    const chains = await Promise.all(
      chosen.map(async (chain) => {
        const { payment, readerWith, writer } = createEvmChain(chain, relayersOn(config, chain.chainNumber));
        const reader = readerWith(await routers.everUsed(chain.caip2));
        return { quoting: quotingOn(payment, configured), reader, relayers: writer.relayers };
      }),
    );
    return withProgress("Reconciling", (progress) =>
      reconcile({ chains, store: counting(books, progress) }, { ...range, withUnconfirmed }),
    );
  });
  const assets = chosen.flatMap(({ assets }) => assets);
  print(options, toJson(found), [
    ...found.chains.flatMap((books) => linesOf(books, assets)),
    ...found.differences.flatMap(describe),
    verdictOn(found),
  ]);
  if (found.differences.length > 0) process.exitCode = 1;
}

/** The books, reporting which blocks and how many payments were read. */
function counting(books: BooksStore, { report }: Progress): BooksStore {
  let count = 0;
  return {
    ...books,
    transfersBetween(chain, from, to) {
      report(`${chain} blocks ${from} to ${to}`);
      return books.transfersBetween(chain, from, to);
    },
    async payments(scope, after, most) {
      const page = await books.payments(scope, after, most);
      count += page.length;
      report(counted(count, "payment"));
      return page;
    },
  };
}

/** Otherwise chains that were followed but are no longer configured would be silently left out. */
function refuseUnconfigured(followed: readonly string[], chosen: readonly EvmChainConfig[]): void {
  const unknown = followed.filter((chain) => chosen.every(({ caip2 }) => caip2 !== chain));
  if (unknown.length === 0) return;
  throw new CommandError(
    `the books include ${unknown.join(", ")}, which the chains file lacks: add it again, or select one chain with --chain`,
  );
}

function blockOf(option: string, text: string | undefined): bigint | null {
  if (text === undefined) return null;
  if (!/^(0|[1-9][0-9]{0,17})$/.test(text)) throw new CommandError(`${option} must be a block number`);
  return BigInt(text);
}

function choose(chains: readonly EvmChainConfig[], { chain, from, to }: ReconcileOptions): readonly EvmChainConfig[] {
  const chosen = chains.filter(({ caip2 }) => chain === undefined || caip2 === chain);
  if (chain !== undefined && chosen.length === 0) {
    const known = chains.map(({ caip2 }) => caip2).join(", ");
    throw new CommandError(`the chain ${chain} is not configured${known && `: it must be one of ${known}`}`);
  }
  if (chosen.length > 1 && (from !== undefined || to !== undefined)) {
    throw new CommandError("--from and --to apply to one chain: select it with --chain");
  }
  return chosen;
}

/** Amounts as strings: they can exceed the range of a JSON number. */
const toJson = ({ chains, ...found }: ReconcileResult) => ({
  ...found,
  chains: chains.map(({ chain, blocks, sums, deposits }) => ({
    chain,
    from: blocks && Number(blocks.from),
    to: blocks && Number(blocks.to),
    sums: sums.map(({ asset, ...amounts }) => ({ asset, ...mapValues(amounts, String) })),
    deposits: deposits.map(({ token, ...amounts }) => ({ token, ...mapValues(amounts, String) })),
  })),
});

const mapValues = <Key extends string, Value, Result>(object: Record<Key, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries<Value>(object).map(([key, value]) => [key, map(value)]));

function linesOf({ chain, blocks, sums, deposits }: ChainBooks, assets: readonly Asset[]): string[] {
  if (!blocks) return [`${chain}  was never followed`];
  return [
    `${chain}  blocks ${blocks.from} to ${blocks.to}`,
    ...sums.map((sum) => `  ${lineOf(sum, assets)}`),
    ...deposits.map((totals) => `  ${depositLine(chain, totals, assets)}`),
  ];
}

function depositLine(chain: string, totals: DepositTotals, assets: readonly Asset[]): string {
  const { token, deposited, swept, recovered } = totals;
  const asset = assets.find((each) => each.chain === chain && each.address === token);
  const shown = (value: bigint): string => (asset ? formatStandardUnits(value, asset.decimals) : value.toString());
  const lies = shown(deposited - swept - recovered);
  const passed = `${shown(swept)} swept, ${shown(recovered)} recovered`;
  return `${asset?.symbol ?? token}: ${shown(deposited)} came to deposit addresses; ${passed}, ${lies} lies there`;
}

function lineOf(sum: AssetTotals, assets: readonly Asset[]): string {
  const asset = assets.find(({ id }) => id === sum.asset);
  const shown = (value: bigint): string => (asset ? formatStandardUnits(value, asset.decimals) : value.toString());
  const { onChain, credited, reported, waiting, foreign, unknown } = sum;
  const parts = [
    `${shown(credited)} credited`,
    ...(reported > 0n ? [`${shown(reported)} reported as exceptions`] : []),
    ...(waiting > 0n ? [`${shown(waiting)} waiting`] : []),
    ...(foreign > 0n ? [`${shown(foreign)} to others`] : []),
    ...(unknown > 0n ? [`${shown(unknown)} of unknown payments`] : []),
  ];
  return `${asset?.symbol ?? sum.asset}: ${shown(onChain)} paid on chain; in the database ${parts.join(", ")}`;
}

const describe = ({ kind, chain, paymentId, transaction, message, remedy }: Difference): string[] => [
  [kind, chain, paymentId, transaction && `${transaction.hash} log ${transaction.logIndex}`].filter(Boolean).join("  "),
  `  ${message}`,
  `  → ${remedy}`,
];

function verdictOn({ payments, transfers, ofDroppedMonths, differences, leftOut }: ReconcileResult): string {
  const dropped = ofDroppedMonths > 0 ? ` (${ofDroppedMonths} of dropped months)` : "";
  const looked = `${counted(payments, "payment")} and ${counted(transfers, "transfer")}${dropped}`;
  if (differences.length === 0) return `${looked}: no differences.`;
  const more = leftOut > 0 ? ` (${leftOut} more are not shown)` : "";
  return `${looked}: ${counted(differences.length, "difference")}${more}.`;
}
