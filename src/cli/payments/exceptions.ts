// turnpike exceptions: money that moved without matching its payment's status.
import { Command, InvalidArgumentError, Option } from "commander";
import type { Asset } from "../../money/asset.ts";
import {
  EXCEPTION_KINDS,
  type ExceptionKind,
  type PaymentException,
  type Resolution,
} from "../../payment/transfers/exception.ts";
import { readConfig } from "../../settings/config.ts";
import { readChains, requirePartner, withStore } from "../installation.ts";
import { type OutputOptions, print } from "../output/output.ts";
import { secondText, table, tokenText } from "../output/text.ts";

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1_000;

interface ExceptionsOptions extends OutputOptions {
  readonly partner?: string;
  readonly kind?: ExceptionKind;
  readonly limit: number;
}

export const exceptionsCommand = (): Command =>
  new Command("exceptions")
    .description("list money that moved without matching its payment's status, newest first, and count it by kind")
    .option("--partner <id>", "only this partner's")
    .addOption(new Option("--kind <kind>", "only this kind").choices([...EXCEPTION_KINDS]))
    .option("--limit <number>", `number of exceptions listed, at most ${LIMIT_MAX}`, limitOf, LIMIT_DEFAULT)
    .option("--json", "print JSON")
    .action(run);

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new InvalidArgumentError(`It must be a number from 1 to ${LIMIT_MAX}.`);
}

async function run(options: ExceptionsOptions): Promise<void> {
  const filter = { partnerId: options.partner ?? null, kind: options.kind ?? null, withinS: null };
  const config = readConfig();
  const { counts, listed } = await withStore(config, async (store) => {
    if (options.partner !== undefined) await requirePartner(store, options.partner);
    const { exceptions } = store;
    return { counts: await exceptions.count(filter), listed: await exceptions.ofAll(filter, options.limit) };
  });
  const assets = (await readChains(config)).flatMap((chain) => chain.assets);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const json = {
    total,
    counts: Object.fromEntries(EXCEPTION_KINDS.map((kind) => [kind, counts.get(kind) ?? 0])),
    exceptions: listed.map(({ partnerId, ...exception }) => ({ partnerId, ...toJson(exception) })),
  };
  print(options, json, [
    ...table(
      HEAD,
      listed.map(({ partnerId, ...exception }) => toCells(partnerId, exception, assets)),
      "No exceptions.",
    ),
    ...(total === 0 ? [] : [[...counts].map(([kind, count]) => `${count} ${kind}`).join(", ")]),
  ]);
}

export const toJson = ({ token, rate: _, isDeposit: __, fee, createdAt, resolvedAt, ...rest }: PaymentException) => ({
  ...rest,
  fee: fee.toString(),
  amount: token && { asset: token.asset, value: token.value.toString() },
  createdAt: createdAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
});

const HEAD = ["when", "kind", "partner", "payment", "amount", "from", "transaction", "what happened"] as const;

function toCells(partnerId: string, exception: PaymentException, assets: readonly Asset[]): readonly string[] {
  const { kind, paymentId, token, sender, transaction, message, createdAt, recovery } = exception;
  const passedOn = recovery ? ` Passed on by ${recovery.hash}.` : "";
  return [
    secondText(createdAt),
    kind,
    partnerId,
    paymentId,
    token ? tokenText(token.value, token.asset, assets) : "",
    sender ?? "",
    transaction ? `${transaction.chain} ${transaction.hash}` : "",
    `${message}${passedOn}${resolvedText(exception)}`,
  ];
}

/** Appended to an exception's message; empty while it is open. */
export function resolvedText({ resolvedAt, resolution }: PaymentException): string {
  if (!resolvedAt || !resolution) return "";
  return ` Resolved ${secondText(resolvedAt)}${HOW[resolution.type](resolution)}.`;
}

const HOW: Readonly<Record<Resolution["type"], (resolution: Resolution) => string>> = {
  note: ({ by, note }) => ` by ${by?.name ?? by?.id ?? by?.type}: ${note}`,
  refund: ({ refundId }) => ` by the refund ${refundId}`,
  chain: () => " by the chain: the transfer is back, or pays the payment after all",
};
