// turnpike payment: the state of one payment in the database and on its chain.
import { Command } from "commander";
import { formatGwei } from "viem";
import { createEvmChain } from "../../chains/evm/chain.ts";
import { formatFiat } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import { parseAssetId } from "../../money/caip.ts";
import { askChainAbout, type ChainSide, type PaymentHistory } from "../../operations/payments/inspect-payment.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { readChains, withStore } from "../installation.ts";
import { CommandError, messageOf, type OutputOptions, print } from "../output/output.ts";
import { counted, secondText, tokenAtText, tokenText } from "../output/text.ts";
import { toned } from "../output/tones.ts";
import { toJson as exceptionToJson, resolvedText } from "./exceptions.ts";
import { logTable } from "./log.ts";
import { dropMonthsCommand, monthsCommand } from "./months.ts";

export const paymentCommand = (): Command =>
  new Command("payment")
    .description("payments: show one in detail, list their months, drop old months")
    .addCommand(
      new Command("show")
        .description("show a payment with its log, relayer state, transfers, and its current state on chain")
        .argument("<payment>", "its id")
        .option("--json", "print JSON")
        .action(show),
    )
    .addCommand(monthsCommand())
    .addCommand(dropMonthsCommand());

/** The chain's side of the payment, or the reason it is missing; everything else is shown either way. */
type Answer = ChainSide | { readonly chain: string; readonly problem: string };

async function show(paymentId: string, options: OutputOptions): Promise<void> {
  const config = readConfig();
  const history = await withStore(config, (store) => store.history.ofPayment(paymentId));
  if (!history) throw new CommandError(`there is no payment ${paymentId}`);
  const { answer, assets } = await ask(config, history);
  print(options, toJson(history, answer), [
    ...headLines(history),
    ...depositLines(history, assets),
    ...confirmationLines(history, assets),
    ...relayLines(history),
    ...chainLines(history, answer, assets),
    ...logTable(history, assets),
  ]);
}

async function ask(
  config: Config,
  history: PaymentHistory,
): Promise<{ readonly answer: Answer | null; readonly assets: readonly Asset[] }> {
  const chains = await readChains(config);
  const assets = chains.flatMap((chain) => chain.assets);
  const chain = history.payment.confirmation?.option.terms.chain;
  if (chain === undefined) return { answer: null, assets };
  const found = chains.find(({ caip2 }) => caip2 === chain);
  if (!found) return { answer: { chain, problem: `${chain} is not configured` }, assets };
  const { reader } = createEvmChain(found, []);
  const answer = await askChainAbout(reader, history).catch((error: unknown) => ({
    chain,
    problem: messageOf(error),
  }));
  return { answer, assets };
}

function headLines({ payment, exceptions }: PaymentHistory): string[] {
  const { id, status, amount, partnerId, merchantId, referenceId, expiresAtS } = payment;
  return [
    `${id}  ${toned(status)}  ${formatFiat(amount)}`,
    `  partner ${partnerId}, merchant ${merchantId}, reference ${referenceId}`,
    `  payable until ${secondText(new Date(expiresAtS * 1_000))}`,
    ...exceptions.map((exception) =>
      exception.resolvedAt
        ? `  ${exception.kind}: ${exception.message}${resolvedText(exception)}`
        : `  ! ${exception.kind}: ${exception.message}`,
    ),
  ];
}

function depositLines({ payment, recoveries }: PaymentHistory, assets: readonly Asset[]): string[] {
  const came = payment.deposits.flatMap(({ asset, address, asked, received, deposits }) => {
    const shown = (value: bigint): string => tokenText(value, asset, assets);
    return [
      `  deposit address ${address} on ${parseAssetId(asset)?.chain}: received ${shown(received)} of ${shown(asked)}`,
      ...deposits.map(({ amount, from, status, txHash }) => `    ${shown(amount)} from ${from} (${status})  ${txHash}`),
    ];
  });
  const passedOn = recoveries.map(
    ({ chain, token, amount, txHash }) => `  recovery: ${tokenAtText(amount, { chain, token }, assets)}  ${txHash}`,
  );
  return [...came, ...passedOn];
}

function confirmationLines({ payment: { confirmation }, requiredDepth }: PaymentHistory, assets: readonly Asset[]) {
  if (!confirmation) return ["  not confirmed"];
  const { option } = confirmation;
  const { terms } = option;
  const shown = (value: bigint): string => tokenText(value, option.asset, assets);
  const deep = requiredDepth === null ? "" : `; ${counted(requiredDepth, "block")} deep`;
  return [
    `  ${option.method === "deposit" ? "deposit address " : ""}${terms.payer} pays ${shown(terms.amount)} by ${option.method} on ${terms.chain}, ${shown(terms.fee)} of which is the fee`,
    `  to ${terms.destination} (${option.paysOut})${deep}; deadline ${secondText(new Date(terms.deadlineS * 1_000))}`,
  ];
}

function relayLines({ relay }: PaymentHistory): string[] {
  if (!relay) return [];
  const { state, attempts, nextLookAt, batch, buyersTransaction, quarantinedFor } = relay;
  const next = state === "queued" || state === "held" ? `; next attempt ${secondText(nextLookAt)}` : "";
  return [
    `  relayer: ${state}, ${counted(attempts, "attempt")}${next}${quarantinedFor === null ? "" : `; ${quarantinedFor}`}`,
    ...(buyersTransaction ? [`    buyer's transaction ${buyersTransaction}`] : []),
    ...(batch
      ? [
          `    batch of ${counted(batch.payments, "payment")} by ${batch.relayer} nonce ${batch.nonce}, ${batch.minedIn === null ? "not mined" : `mined by block ${batch.minedIn}`}`,
          ...batch.forms.map(
            ({ hash, maxFeePerGas, lastSentAt }) =>
              `      ${hash}  ${formatGwei(maxFeePerGas)} gwei  ${lastSentAt ? `sent ${secondText(lastSentAt)}` : "never sent"}`,
          ),
        ]
      : []),
  ];
}

function chainLines({ payment, transfers }: PaymentHistory, answer: Answer | null, assets: readonly Asset[]): string[] {
  const depths = answer && "depths" in answer ? answer.depths : [];
  let at = 0;
  const lines = transfers.map((transfer) => {
    const { chain, amount, asset, state, isOrphaned, txHash, logIndex, blockNumber } = transfer;
    const depth = chain === answer?.chain ? depths[at++] : undefined;
    const now = depth === undefined ? "" : depth === null ? ", NOT in the chain now" : `, ${depth} deep now`;
    const what = `${state}${isOrphaned ? ", removed by a reorg" : ""}`;
    return `  transfer: ${tokenText(amount, asset, assets)} in block ${blockNumber} (${what}${now})  ${txHash} log ${logIndex}`;
  });
  if (!answer) return lines;
  if ("problem" in answer) return [...lines, `  the chain did not respond: ${answer.problem}`];
  return [...lines, `  on chain: head ${answer.head}, ${onChainText(payment, answer.isUsed)}`];
}

function onChainText({ confirmation }: PaymentHistory["payment"], isUsed: boolean): string {
  if (confirmation?.option.method !== "deposit") return `the authorisation is ${isUsed ? "used" : "unused"}`;
  return `its deposit address holds ${isUsed ? "less than the amount" : "the amount: no sweep has passed it on"}`;
}

/** Amounts and blocks as strings: they can exceed the range of a JSON number. */
const toJson = ({ exceptions, ...history }: PaymentHistory, chain: Answer | null): unknown =>
  JSON.parse(
    JSON.stringify({ ...history, exceptions: exceptions.map(exceptionToJson), chain }, (_, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    ),
  );
