// turnpike buyer-data: what an operator owes to the law, and to the buyers. Who looked and who erased is in the audit log.
import { Command } from "commander";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { type KeepBuyerDataPorts, rotateBuyerData, showBuyerData } from "../operations/keep-buyer-data.ts";
import { AlteredBuyerDataError, type BuyerDataKeys, SealedByUnknownKeyError } from "../payment/buyer-data.ts";
import type { Store } from "../store/store.ts";
import { readBuyerDataKeys, withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";
import { type Progress, withProgress } from "./progress.ts";

export const buyerDataCommand = (): Command =>
  new Command("buyer-data")
    .description("what buyers entered about themselves: show, erase, encrypt anew")
    .addCommand(
      new Command("show")
        .description("show what the buyer of a payment entered; that you looked is recorded")
        .argument("<payment>", "its id")
        .option("--json", "print JSON")
        .action(show),
    )
    .addCommand(
      new Command("erase")
        .description("erase what the buyer of a payment entered, for good; the payment stays")
        .argument("<payment>", "its id")
        .option("--json", "print JSON")
        .action(erase),
    )
    .addCommand(
      new Command("rotate")
        .description("encrypt everything again with the first of BUYER_DATA_KEYS; then the others may go")
        .option("--json", "print JSON")
        .action(rotate),
    );

async function show(paymentId: string, options: OutputOptions): Promise<void> {
  const shown = await withKeys(readConfig(), (store, keys) => showBuyerData(store, keys, paymentId));
  if (shown.length === 0) throw new CommandError(`there is no buyer's data for ${paymentId}`);
  const lines = shown.flatMap(({ account, collectedAt, fields }) => [
    `${account}, collected ${collectedAt}`,
    // As JSON, because a buyer chose the text: it cannot act on a terminal.
    ...Object.entries(fields).map(([field, value]) => `  ${field.padEnd(12)}  ${JSON.stringify(value)}`),
  ]);
  print(options, { paymentId, buyers: shown }, lines);
}

async function erase(paymentId: string, options: OutputOptions): Promise<void> {
  const fields = await withStore(readConfig(), (store) => store.buyerData.erase(paymentId));
  if (fields === null) throw new CommandError(`there is no payment ${paymentId}`);
  const said = fields > 0 ? `Erased ${fields} fields of ${paymentId}.` : `There is nothing to erase for ${paymentId}.`;
  print(options, { paymentId, fields }, [said]);
}

async function rotate(options: OutputOptions): Promise<void> {
  const { key, fields } = await withKeys(readConfig(), async (store, keys) => ({
    key: keys[0].id,
    fields: await withProgress("Encrypting", (progress) => rotateBuyerData(counting(store, progress), keys)),
  }));
  print(options, { key, fields }, [
    `${fields} fields are encrypted anew; everything is under the key ${key} now, and the others may go.`,
  ]);
}

/** The store, reporting how many fields it has taken. */
function counting({ buyerData }: KeepBuyerDataPorts, { report }: Progress): KeepBuyerDataPorts {
  let count = 0;
  const reseal: typeof buyerData.reseal = async (fields) => {
    await buyerData.reseal(fields);
    count += fields.length;
    report(`${count} fields`);
  };
  return { buyerData: { ...buyerData, reseal } };
}

const withKeys = <T>(config: Config, work: (store: Store, keys: BuyerDataKeys) => Promise<T>): Promise<T> =>
  withStore(config, async (store) => {
    const keys = await readBuyerDataKeys(config);
    if (!keys) throw new ConfigError(["BUYER_DATA_KEYS must be set: it is what opens the data"]);
    return work(store, keys).catch((error: unknown) => {
      const isExpected = error instanceof SealedByUnknownKeyError || error instanceof AlteredBuyerDataError;
      throw isExpected ? new CommandError(error.message) : error;
    });
  });
