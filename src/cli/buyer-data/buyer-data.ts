// turnpike buyer-data: shows, erases and re-encrypts buyer data. The audit log records who looked and who erased.
import { Command } from "commander";
import { IsDate } from "typebox/format";
import { AlteredSecretError } from "../../events/signature.ts";
import { parseAccountId } from "../../money/caip.ts";
import {
  type Erased,
  findPerson,
  type ManageBuyerDataPorts,
  type Person,
  rotateBuyerData,
  showBuyerData,
} from "../../operations/buyer-data/manage-buyer-data.ts";
import { rotateMailKeys } from "../../operations/mail/rotate-mail-keys.ts";
import { rotateWebhookSecrets } from "../../operations/webhooks/keep-webhook-secrets.ts";
import { AlteredBuyerDataError, type BuyerDataKeys } from "../../payment/buyer-data/buyer-data.ts";
import { SealedByUnknownKeyError } from "../../payment/sealed-text.ts";
import { type Config, ConfigError, readConfig } from "../../settings/config.ts";
import type { Store } from "../../store/store.ts";
import { readBuyerDataKeys, withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { type Progress, withProgress } from "../output/progress.ts";
import { counted } from "../output/text.ts";

export const buyerDataCommand = (): Command =>
  new Command("buyer-data")
    .description("buyer data: show, find, erase, re-encrypt")
    .addCommand(
      new Command("show")
        .description("show the buyer data of a payment; the audit log records it")
        .argument("<payment>", "its id")
        .option("--json", "print JSON")
        .action(show),
    )
    .addCommand(
      new Command("find")
        .description("list the payments for which a person entered data")
        .requiredOption("--name <name>", "full name, whatever its case and spaces")
        .requiredOption("--born <date>", "date of birth, for example 1990-12-31")
        .option("--json", "print JSON")
        .action(find),
    )
    .addCommand(
      new Command("erase")
        .description("erase the buyer data of a payment, an account or a person permanently; the payments remain")
        .argument("[payment]", "its id")
        .option("--account <account>", "CAIP-10, for example eip155:1:0x…: its data of every payment, on every chain")
        .option("--name <name>", "full name of a person, with --born: their data of every payment")
        .option("--born <date>", "date of birth, for example 1990-12-31")
        .option("--json", "print JSON")
        .action(erase),
    )
    .addCommand(
      new Command("rotate")
        .description(
          "re-encrypt buyer data, webhook secrets and addresses of mail with the first of BUYER_DATA_KEYS; the other keys can then be removed",
        )
        .option("--json", "print JSON")
        .action(rotate),
    );

async function show(paymentId: string, options: OutputOptions): Promise<void> {
  const shown = await withKeys(readConfig(), (store, keys) => showBuyerData(store, keys, paymentId));
  if (shown.length === 0) throw new CommandError(`there is no buyer data for ${paymentId}`);
  const lines = shown.flatMap(({ account, collectedAt, fields }) => [
    `${account}, collected ${collectedAt}`,
    // Escaped as JSON: the buyer chose the text, and it must not control the terminal.
    ...Object.entries(fields).map(([field, value]) => `  ${field.padEnd(12)}  ${JSON.stringify(value)}`),
  ]);
  print(options, { paymentId, buyers: shown }, lines);
}

interface PersonOptions {
  name: string;
  born: string;
}

const personOf = ({ name, born }: PersonOptions): Person => {
  if (!IsDate(born)) throw new CommandError(`--born must be a date such as 1990-12-31, not ${born}`);
  return { fullName: name, dob: born };
};

async function find(options: OutputOptions & PersonOptions): Promise<void> {
  const person = personOf(options);
  const payments = await withKeys(readConfig(), (store, keys) => findPerson(store, keys, person));
  const lines = payments.map(({ paymentId, account }) => `${paymentId}  ${account}`);
  print(options, { payments }, lines.length > 0 ? lines : ["No buyer data of this person."]);
}

type EraseOptions = OutputOptions & { account?: string } & Partial<PersonOptions>;

async function erase(paymentId: string | undefined, options: EraseOptions): Promise<void> {
  const { account, name, born } = options;
  const isPerson = name !== undefined && born !== undefined;
  const isHalfPerson = !isPerson && (name !== undefined || born !== undefined);
  if (isHalfPerson || [paymentId !== undefined, account !== undefined, isPerson].filter(Boolean).length !== 1) {
    throw new CommandError("name either a payment, an --account, or a person by --name and --born");
  }
  if (paymentId !== undefined) return erasePayment(paymentId, options);
  return isPerson ? erasePerson({ name, born }, options) : eraseAccount(account ?? "", options);
}

async function erasePerson(person: PersonOptions, options: OutputOptions): Promise<void> {
  const wanted = personOf(person);
  const erased = await withKeys(readConfig(), async (store, keys) =>
    store.buyerData.eraseAll(await findPerson(store, keys, wanted)),
  );
  printErased(options, erased, erased, "this person");
}

function printErased(options: OutputOptions, result: object, { fields, payments }: Erased, owner: string): void {
  const said = `Erased ${counted(fields, "field")} of ${counted(payments, "payment")}.`;
  print(options, result, [fields > 0 ? said : `There is nothing to erase for ${owner}.`]);
}

async function eraseAccount(text: string, options: OutputOptions): Promise<void> {
  const account = parseAccountId(text);
  if (!account) throw new CommandError(`--account must be CAIP-10, for example eip155:1:0x…, not ${text}`);
  const erased = await withStore(readConfig(), (store) => store.buyerData.eraseAccount(account.address));
  printErased(options, { account: account.text, ...erased }, erased, text);
}

async function erasePayment(paymentId: string, options: OutputOptions): Promise<void> {
  const fields = await withStore(readConfig(), (store) => store.buyerData.erase(paymentId));
  if (fields === null) throw new CommandError(`there is no payment ${paymentId}`);
  const said =
    fields > 0 ? `Erased ${counted(fields, "field")} of ${paymentId}.` : `There is nothing to erase for ${paymentId}.`;
  print(options, { paymentId, fields }, [said]);
}

async function rotate(options: OutputOptions): Promise<void> {
  const { key, fields, webhookSecrets, addresses } = await withKeys(readConfig(), async (store, keys) => ({
    key: keys[0].id,
    fields: await withProgress("Encrypting", (progress) => rotateBuyerData(counting(store, progress), keys)),
    webhookSecrets: await rotateWebhookSecrets(store, keys),
    addresses: await rotateMailKeys(store, keys),
  }));
  const what = `${fields} fields, the secrets of ${webhookSecrets} webhook endpoints and ${addresses} addresses of mail`;
  print(options, { key, fields, webhookSecrets, addresses }, [
    `Re-encrypted ${what}. All of them now use the key ${key}; the other keys can be removed.`,
  ]);
}

/** Wraps the store to report how many fields have been re-encrypted. */
function counting({ buyerData }: ManageBuyerDataPorts, { report }: Progress): ManageBuyerDataPorts {
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
    if (!keys) throw new ConfigError(["BUYER_DATA_KEYS must be set to decrypt the data"]);
    return work(store, keys).catch((error: unknown) => {
      const expected = [SealedByUnknownKeyError, AlteredBuyerDataError, AlteredSecretError];
      if (error instanceof Error && expected.some((kind) => error instanceof kind))
        throw new CommandError(error.message);
      throw error;
    });
  });
