// turnpike merchant: what the operator, not the partner, decides about a merchant.
import { Argument, Command } from "commander";
import { readConfig } from "../config.ts";
import { MERCHANT_STATUSES, type MerchantStatus } from "../merchant/merchant.ts";
import { withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";

export const merchantCommand = (): Command =>
  new Command("merchant").description("merchants: set the status").addCommand(
    new Command("status")
      .description("only an active merchant can be given new payments; those under way are not touched")
      .argument("<merchant>", "its id")
      .addArgument(new Argument("<status>", "its new status").choices([...MERCHANT_STATUSES]))
      .option("--json", "print JSON")
      .action(setStatus),
  );

async function setStatus(merchantId: string, status: MerchantStatus, options: OutputOptions): Promise<void> {
  const merchant = await withStore(readConfig(), (store) => store.merchants.setStatus(merchantId, status));
  if (!merchant) throw new CommandError(`there is no merchant ${merchantId}`);
  print(options, { merchantId, status }, [`${merchantId} is ${status}.`]);
}
