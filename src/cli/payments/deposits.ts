// turnpike deposits: money on deposit addresses that pays no payment.
import { Command } from "commander";
import type { Asset } from "../../money/asset.ts";
import { readConfig } from "../../settings/config.ts";
import type { UnrecoveredRow } from "../../store/recoveries/operator.ts";
import { readChains, withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { counted, secondText, table, tokenAtText } from "../output/text.ts";

/** Enough to see what is wrong. */
const LISTED_MAX = 1_000;

export const depositsCommand = (): Command =>
  new Command("deposits")
    .description("money on deposit addresses that pays no payment")
    .addCommand(
      new Command("list")
        .description("list what lies where, oldest first, and why it was not passed on yet")
        .option("--json", "print JSON")
        .action(list),
    )
    .addCommand(
      new Command("recover")
        .description("pass on a payment's money with the next transaction, regardless of the day's gas")
        .argument("<payment>", "its id")
        .option("--refused-sender", "also the money of a sender whom screening refused")
        .option("--json", "print JSON")
        .action(recover),
    );

const REASONS: Readonly<Record<UnrecoveredRow["state"], string>> = {
  sent: "under way",
  refused_sender: "its sender is refused: turnpike deposits recover --refused-sender passes it on",
  screening: "its sender is not screened yet",
  quarantined: "too many attempts failed",
  later: "an attempt failed",
  due: "goes with the next transaction",
};

async function list(options: OutputOptions): Promise<void> {
  const config = readConfig();
  const rows = await withStore(config, ({ unrecovered }) => unrecovered.list(LISTED_MAX));
  const assets = (await readChains(config)).flatMap((chain) => chain.assets);
  const json = rows.map(({ amount, since, recoverAfter, ...rest }) => ({
    ...rest,
    amount: amount.toString(),
    since: since.toISOString(),
    recoverAfter: recoverAfter.toISOString(),
  }));
  const cells = rows.map((row) => toCells(row, assets));
  print(options, { deposits: json }, table(HEAD, cells, "No money lies on deposit addresses of ended payments."));
}

const HEAD = ["since", "chain", "address", "payment", "amount", "state"] as const;

function toCells(row: UnrecoveredRow, assets: readonly Asset[]): readonly string[] {
  const { chain, address, paymentId, token, amount, since, state, note, recoverAfter } = row;
  const next = state === "later" ? `, the next is after ${secondText(recoverAfter)}` : "";
  return [
    secondText(since),
    chain,
    address,
    paymentId,
    tokenAtText(amount, { chain, token }, assets),
    `${REASONS[state]}${next}${note ? `: ${note}` : ""}`,
  ];
}

async function recover(
  paymentId: string,
  options: OutputOptions & { readonly refusedSender?: boolean },
): Promise<void> {
  const asked = await withStore(readConfig(), ({ unrecovered }) =>
    unrecovered.recover(paymentId, options.refusedSender ?? false),
  );
  if (asked === 0) {
    throw new CommandError(`no money of the payment ${paymentId} can be passed on: see turnpike deposits list`);
  }
  print(options, { paymentId, asked }, [
    `${counted(asked, "amount")} of ${paymentId} will go with the next transaction`,
  ]);
}
