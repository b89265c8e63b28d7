// turnpike batch: the relayer's unmined batches and quarantined payments.
import { Command, InvalidArgumentError } from "commander";
import { readConfig } from "../../settings/config.ts";
import type { BatchContent, QuarantinedRow, UnminedBatch } from "../../store/relaying/operator.ts";
import { withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { counted, secondText, table } from "../output/text.ts";

export const batchCommand = (): Command =>
  new Command("batch")
    .description("the relayer's unmined batches and quarantined payments")
    .addCommand(
      new Command("list")
        .description("list unmined batches and quarantined payments, oldest first")
        .option("--json", "print JSON")
        .action(list),
    )
    .addCommand(
      new Command("release")
        .description("send a quarantined payment again, in a batch by itself")
        .argument("<payment>", "its id")
        .option("--json", "print JSON")
        .action(release),
    )
    .addCommand(
      new Command("abandon")
        .description("give up a batch: an empty transaction takes its nonce, and its payments are sent one by one")
        .argument("<batch>", "its number in the list", batchNumber)
        .option("--json", "print JSON")
        .action(abandon),
    );

function batchNumber(text: string): bigint {
  if (/^[1-9][0-9]{0,17}$/.test(text)) return BigInt(text);
  throw new InvalidArgumentError("It must be a batch's number.");
}

async function list(options: OutputOptions): Promise<void> {
  const { batches, quarantined } = await withStore(readConfig(), async (store) => ({
    batches: await store.batches.unmined(),
    quarantined: await store.batches.quarantined(),
  }));
  const json = { batches: batches.map(batchToJson), quarantined: quarantined.map(quarantinedToJson) };
  print(options, json, [
    ...table(BATCH_HEAD, batches.map(batchCells), "No unmined batches."),
    "",
    ...table(QUARANTINED_HEAD, quarantined.map(quarantinedCells), "No quarantined payments."),
  ]);
}

async function release(paymentId: string, options: OutputOptions): Promise<void> {
  if (!(await withStore(readConfig(), ({ batches }) => batches.release(paymentId)))) {
    throw new CommandError(`the payment ${paymentId} is not quarantined: see turnpike batch list`);
  }
  print(options, { paymentId }, [`${paymentId} is queued, in a batch by itself`]);
}

async function abandon(batch: bigint, options: OutputOptions): Promise<void> {
  const content = await withStore(readConfig(), ({ batches }) => batches.abandon(batch));
  if (content === null) throw new CommandError(`there is no unmined batch ${batch}: see turnpike batch list`);
  const next = content.recoveries > 0 ? "will be tried again" : "queued, each in a batch by itself";
  print(options, { batch: batch.toString(), ...content }, [
    `batch ${batch} is abandoned; ${contentText(content)} of it ${next}`,
  ]);
}

/** A batch has either payments or recoveries. */
const contentText = ({ payments, recoveries }: BatchContent): string =>
  recoveries > 0 ? counted(recoveries, "recovery", "recoveries") : counted(payments, "payment");

const batchToJson = ({ id, nonce, createdAt, lastSentAt, ...rest }: UnminedBatch) => ({
  ...rest,
  id: id.toString(),
  nonce: nonce.toString(),
  createdAt: createdAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
});

const quarantinedToJson = ({ deadline, ...rest }: QuarantinedRow) => ({ ...rest, deadline: deadline.toISOString() });

const BATCH_HEAD = ["batch", "created", "chain", "relayer", "nonce", "content", "last sent", "state"] as const;

function batchCells(batch: UnminedBatch): readonly string[] {
  const { id, chain, relayer, nonce, createdAt, lastSentAt, refusals, refusal, isAbandoned } = batch;
  const states = [
    lastSentAt ? null : "not accepted by any node",
    refusal === null ? null : `refused (${refusals}): ${refusal}`,
    isAbandoned ? "abandoned" : null,
  ];
  return [
    id.toString(),
    secondText(createdAt),
    chain,
    relayer,
    nonce.toString(),
    isAbandoned && batch.payments + batch.recoveries === 0 ? "" : contentText(batch),
    lastSentAt ? secondText(lastSentAt) : "never",
    states.filter((state) => state !== null).join(", "),
  ];
}

const QUARANTINED_HEAD = ["quarantined payment", "chain", "deadline", "reason"] as const;

const quarantinedCells = ({ paymentId, chain, reason, deadline }: QuarantinedRow): readonly string[] => [
  paymentId,
  chain,
  secondText(deadline),
  reason,
];
