// turnpike wallet-app: wallets that use the gateway by a public app id instead of a key.
import { randomUUID } from "node:crypto";
import { Command } from "commander";
import type { WalletAppRecord } from "../merchant/partner.ts";
import { readConfig } from "../settings/config.ts";
import { withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";

const APP_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const walletAppCommand = (): Command =>
  new Command("wallet-app")
    .description("wallet apps: create, revoke, list")
    .addCommand(
      new Command("create")
        .description("register a wallet's app id")
        .requiredOption("--name <name>", "the wallet's name, as buyers see it")
        .option("--id <id>", "its app id; made where it is not given")
        .option("--json", "print JSON")
        .action(create),
    )
    .addCommand(
      new Command("revoke")
        .description("revoke a wallet app; every process refuses it from now on, and its id is not given again")
        .argument("<app>", "its app id")
        .option("--json", "print JSON")
        .action(revoke),
    )
    .addCommand(new Command("list").description("list wallet apps").option("--json", "print JSON").action(list));

async function create(options: OutputOptions & { name: string; id?: string }): Promise<void> {
  const appId = options.id ?? randomUUID();
  if (!APP_ID.test(appId)) throw new CommandError("--id must be 1 to 128 letters, digits, dots, dashes or underscores");
  const isNew = await withStore(readConfig(), (store) => store.walletApps.insert({ id: appId, name: options.name }));
  if (!isNew) throw new CommandError(`the app id ${appId} is taken`);
  print(options, { appId }, [appId]);
}

async function revoke(appId: string, options: OutputOptions): Promise<void> {
  const isKnown = await withStore(readConfig(), (store) => store.walletApps.revoke(appId));
  if (!isKnown) throw new CommandError(`there is no wallet app ${appId}`);
  print(options, { appId, revoked: true }, [`${appId} is revoked.`]);
}

async function list(options: OutputOptions): Promise<void> {
  const apps = await withStore(readConfig(), (store) => store.walletApps.list());
  print(options, apps.map(toJson), apps.length > 0 ? apps.map(toLine) : ["No wallet apps yet."]);
}

const toJson = ({ id, name, createdAt, revokedAt }: WalletAppRecord) => ({ appId: id, name, createdAt, revokedAt });

const toLine = ({ id, name, createdAt, revokedAt }: WalletAppRecord): string =>
  [id, name, createdAt.toISOString(), ...(revokedAt ? [`revoked ${revokedAt.toISOString()}`] : [])].join("  ");
