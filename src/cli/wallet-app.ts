// turnpike wallet-app: wallets that use the gateway by a public app id instead of a key.
import { randomUUID } from "node:crypto";
import { Command } from "commander";
import { readConfig } from "../config.ts";
import { withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";

const APP_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const walletAppCommand = (): Command =>
  new Command("wallet-app")
    .description("wallet apps: create")
    .addCommand(
      new Command("create")
        .description("register a wallet's app id")
        .requiredOption("--name <name>", "the wallet's name, as buyers see it")
        .option("--id <id>", "its app id; made where it is not given")
        .option("--json", "print JSON")
        .action(create),
    );

async function create(options: OutputOptions & { name: string; id?: string }): Promise<void> {
  const appId = options.id ?? randomUUID();
  if (!APP_ID.test(appId)) throw new CommandError("--id must be 1 to 128 letters, digits, dots, dashes or underscores");
  const isNew = await withStore(readConfig(), (store) => store.walletApps.insert({ id: appId, name: options.name }));
  if (!isNew) throw new CommandError(`the app id ${appId} is taken`);
  print(options, { appId }, [appId]);
}
