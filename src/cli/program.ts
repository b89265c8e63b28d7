// All commands of the command line.
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { auditCommand } from "./audit.ts";
import { buyerDataCommand } from "./buyer-data.ts";
import { chainCommand } from "./chain.ts";
import { demoCommand } from "./demo.ts";
import { devCommand } from "./dev.ts";
import { doctorCommand } from "./doctor.ts";
import { exceptionsCommand } from "./exceptions.ts";
import { keyCommand } from "./key.ts";
import { merchantCommand } from "./merchant.ts";
import { migrateCommand } from "./migrate.ts";
import { partnerCommand } from "./partner.ts";
import { paymentCommand } from "./payment.ts";
import { ratesCommand } from "./rates.ts";
import { reconcileCommand } from "./reconcile.ts";
import { serveCommand } from "./serve.ts";
import { walletAppCommand } from "./wallet-app.ts";

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

export const turnpikeProgram = (): Command =>
  new Command("turnpike")
    .version(version)
    .description(
      "Self-hosted payment gateway: buyers pay on chain from any wallet, the money goes straight to the merchant.",
    )
    .addCommand(devCommand())
    .addCommand(demoCommand())
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(partnerCommand())
    .addCommand(merchantCommand())
    .addCommand(keyCommand())
    .addCommand(walletAppCommand())
    .addCommand(auditCommand())
    .addCommand(buyerDataCommand())
    .addCommand(chainCommand())
    .addCommand(ratesCommand())
    .addCommand(paymentCommand())
    .addCommand(exceptionsCommand())
    .addCommand(reconcileCommand())
    .addCommand(doctorCommand());
