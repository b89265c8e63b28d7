// turnpike merchant: the operator's settings of a merchant, the log of its destinations, and the erasure of its data.
import { Argument, Command, Option } from "commander";
import { newId } from "../../ids.ts";
import {
  FIAT_SETTLEMENT_STATUSES,
  type FiatSettlementStatus,
  MERCHANT_STATUSES,
  type MerchantStatus,
} from "../../merchant/merchant.ts";
import { readConfig } from "../../settings/config.ts";
import { readChains, withStore } from "../installation.ts";
import { shownOption } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { assetText, secondText, table } from "../output/text.ts";

const BANK_TYPE_LENGTH_MAX = 64;

export const merchantCommand = (): Command =>
  new Command("merchant")
    .description("merchants: set the status, fiat destinations, the log of changed destinations, erasure")
    .addCommand(
      new Command("status")
        .description("set the status: only an active merchant can create payments; open payments are not affected")
        .argument("<merchant>", "its id")
        .addArgument(new Argument("<status>", "its new status").choices([...MERCHANT_STATUSES]))
        .option("--json", "print JSON")
        .action(setStatus),
    )
    .addCommand(
      new Command("add-fiat")
        .description("add a bank destination; the partner sees it, but Turnpike sends nothing there")
        .argument("<merchant>", "its id")
        .requiredOption("--bank-type <type>", "for example sepa")
        .addOption(
          new Option("--status <status>", "its status").choices([...FIAT_SETTLEMENT_STATUSES]).default("active"),
        )
        .option("--json", "print JSON")
        .action(addFiat),
    )
    .addCommand(
      new Command("remove-fiat")
        .description("remove a bank destination")
        .argument("<destination>", "its id (fiat_…)")
        .option("--json", "print JSON")
        .action(removeFiat),
    )
    .addCommand(
      new Command("log")
        .description("show all changes of its destinations, oldest first")
        .argument("<merchant>", "its id")
        .option("--json", "print JSON")
        .action(showLog),
    )
    .addCommand(
      new Command("erase")
        .description("erase the name, email address and logo of a deleted merchant permanently; its payments remain")
        .argument("<merchant>", "its id")
        .option("--json", "print JSON")
        .action(erase),
    );

async function setStatus(merchantId: string, status: MerchantStatus, options: OutputOptions): Promise<void> {
  const merchant = await withStore(readConfig(), (store) => store.merchants.setStatus(merchantId, status));
  if (!merchant) throw new CommandError(`there is no merchant ${merchantId}`);
  print(options, { merchantId, status }, [`${merchantId} is ${status}.`]);
}

async function addFiat(
  merchantId: string,
  options: OutputOptions & { bankType: string; status: FiatSettlementStatus },
): Promise<void> {
  const { status } = options;
  const bankType = shownOption("--bank-type", options.bankType, BANK_TYPE_LENGTH_MAX);
  const destination = { id: newId("fiatSettlement"), status, bankType };
  const isAdded = await withStore(readConfig(), (store) => store.settlements.insertFiat(merchantId, destination));
  if (!isAdded) throw new CommandError(`there is no merchant ${merchantId}`);
  print(options, { merchantId, ...destination }, [`${destination.id}  ${bankType}  ${status}`]);
}

async function removeFiat(id: string, options: OutputOptions): Promise<void> {
  const isRemoved = await withStore(readConfig(), (store) => store.settlements.removeFiat(id));
  if (!isRemoved) throw new CommandError(`there is no fiat destination ${id}`);
  print(options, { id, removed: true }, [`${id} is removed.`]);
}

async function erase(merchantId: string, options: OutputOptions): Promise<void> {
  const outcome = await withStore(readConfig(), (store) => store.merchants.erase(merchantId));
  if (outcome === "not_found") throw new CommandError(`there is no merchant ${merchantId}`);
  if (outcome === "not_deleted") {
    throw new CommandError(`${merchantId} is not deleted: its partner must delete it first`);
  }
  print(options, { merchantId, erased: true }, [`Erased the name, email address and logo of ${merchantId}.`]);
}

const LOG_HEAD = ["when", "who", "what", "asset", "destination"] as const;

async function showLog(merchantId: string, options: OutputOptions): Promise<void> {
  const config = readConfig();
  const log = await withStore(config, (store) => store.settlements.log(merchantId));
  if (!log) throw new CommandError(`there is no merchant ${merchantId}`);
  const chains = await readChains(config);
  const cells = log.map(({ at, actor, action, asset, before, after }) => [
    secondText(new Date(at)),
    actor,
    action,
    assetText(asset, chains),
    `${before ?? "–"} → ${after ?? "–"}`,
  ]);
  print(options, log, table(LOG_HEAD, cells, "No destination of this merchant was ever changed."));
}
