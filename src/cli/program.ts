// All commands. Each has its own file, which is loaded only if the command line names the command.
import { Command } from "commander";
import { VERSION } from "../version.ts";
import { reportUsageErrors } from "./output/usage-errors.ts";

interface CommandEntry {
  readonly name: string;
  /** One line of `turnpike --help`; the command's own help says more. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: "dev",
    summary: "run a local Turnpike with its own database and chains, and take a demo payment",
    load: async () => (await import("./service/dev.ts")).devCommand(),
  },
  {
    name: "demo",
    summary: "make another demo payment on a local Turnpike that is running",
    load: async () => (await import("./service/demo.ts")).demoCommand(),
  },
  {
    name: "init",
    summary: "set a Debian machine up, up to the first payment; can be repeated",
    load: async () => (await import("./init/init.ts")).initCommand(),
  },
  {
    name: "serve",
    summary: "run the service on your own database and chains",
    load: async () => (await import("./service/serve.ts")).serveCommand(),
  },
  {
    name: "migrate",
    summary: "bring the database's schema up to date",
    load: async () => (await import("./service/migrate.ts")).migrateCommand(),
  },
  {
    name: "check",
    summary: "check all settings, files and keys of a service together, without the network",
    load: async () => (await import("./service/check.ts")).checkCommand(),
  },
  {
    name: "config",
    summary: "show each setting in force, and where its value comes from",
    load: async () => (await import("./service/config.ts")).configCommand(),
  },
  {
    name: "upgrade",
    summary: "install a release and move the services of this machine to it, one after the other",
    load: async () => (await import("./releases/upgrade.ts")).upgradeCommand(),
  },
  {
    name: "rollback",
    summary: "move the services of this machine back to an installed release",
    load: async () => (await import("./releases/rollback.ts")).rollbackCommand(),
  },
  {
    name: "releases",
    summary: "list the releases installed on this machine; remove old ones",
    load: async () => (await import("./releases/releases.ts")).releasesCommand(),
  },
  {
    name: "drill",
    summary: "rehearse faults on a copy of this installation, and print a report",
    load: async () => (await import("./drill/drill.ts")).drillCommand(),
  },
  {
    name: "partner",
    summary: "create and list partners; set their fees, buyer data rules, branding and second person",
    load: async () => (await import("./partner/partner.ts")).partnerCommand(),
  },
  {
    name: "merchant",
    summary: "set a merchant's status and fiat destinations; show changed destinations; erase",
    load: async () => (await import("./merchants/merchant.ts")).merchantCommand(),
  },
  {
    name: "key",
    summary: "create, rotate, revoke and list API keys",
    load: async () => (await import("./people/key.ts")).keyCommand(),
  },
  {
    name: "user",
    summary: "list and invite a partner's users, and end their sessions",
    load: async () => (await import("./people/user.ts")).userCommand(),
  },
  {
    name: "wallet-app",
    summary: "create, revoke and list the public ids of wallet apps",
    load: async () => (await import("./people/wallet-app.ts")).walletAppCommand(),
  },
  {
    name: "audit",
    summary: "show a partner's audit log",
    load: async () => (await import("./people/audit.ts")).auditCommand(),
  },
  {
    name: "buyer-data",
    summary: "show, find, erase and re-encrypt buyer data",
    load: async () => (await import("./buyer-data/buyer-data.ts")).buyerDataCommand(),
  },
  {
    name: "chain",
    summary: "deploy, verify and check the router and the chains file; list the presets",
    load: async () => (await import("./chains/chain.ts")).chainCommand(),
  },
  {
    name: "relayer",
    summary: "create relayer accounts; list them with their balances",
    load: async () => (await import("./chains/relayer.ts")).relayerCommand(),
  },
  {
    name: "rates",
    summary: "show each pair's rate and the prices of its sources",
    load: async () => (await import("./chains/rates.ts")).ratesCommand(),
  },
  {
    name: "payment",
    summary: "show a payment with its log and its state on chain",
    load: async () => (await import("./payments/payment.ts")).paymentCommand(),
  },
  {
    name: "batch",
    summary: "list, release and abandon what the relayer cannot send",
    load: async () => (await import("./chains/batch.ts")).batchCommand(),
  },
  {
    name: "deposits",
    summary: "list money that lies on deposit addresses, and pass it on",
    load: async () => (await import("./payments/deposits.ts")).depositsCommand(),
  },
  {
    name: "exceptions",
    summary: "list money that does not match its payment's status",
    load: async () => (await import("./payments/exceptions.ts")).exceptionsCommand(),
  },
  {
    name: "webhooks",
    summary: "list webhook endpoints and what waits for them",
    load: async () => (await import("./webhooks/webhooks.ts")).webhooksCommand(),
  },
  {
    name: "listen",
    summary: "forward events to a program on this machine, for its developer",
    load: async () => (await import("./webhooks/listen.ts")).listenCommand(),
  },
  {
    name: "mcp",
    summary: "serve tools for an assistant (MCP) over standard input and output",
    load: async () => (await import("./service/mcp.ts")).mcpCommand(),
  },
  {
    name: "reconcile",
    summary: "compare the chains with the database; exit code 1 where they differ",
    load: async () => (await import("./books/reconcile.ts")).reconcileCommand(),
  },
  {
    name: "report",
    summary: "sum volume, fees, gas and failures by month, chain and partner",
    load: async () => (await import("./books/report.ts")).reportCommand(),
  },
  {
    name: "books",
    summary: "export a partner's books for accountants, and close months",
    load: async () => (await import("./books/books.ts")).booksCommand(),
  },
  {
    name: "rebuild",
    summary: "find what was paid on chain and is missing in a restored database",
    load: async () => (await import("./books/rebuild.ts")).rebuildCommand(),
  },
  {
    name: "restored",
    summary: "after restoring a backup: end sessions, links and requests, and list what to check",
    load: async () => (await import("./people/restored.ts")).restoredCommand(),
  },
  {
    name: "task",
    summary: "run a backup, doctor or another task from a timer, and keep its result for the metrics",
    load: async () => (await import("./service/task.ts")).taskCommand(),
  },
  {
    name: "certificate",
    summary: "check the certificate of the public address; exit code 1 if it ends soon",
    load: async () => (await import("./service/certificate.ts")).certificateCommand(),
  },
  {
    name: "status",
    summary: "show chains, relayers, queues, webhooks, processes and tasks on one screen",
    load: async () => (await import("./service/status.ts")).statusCommand(),
  },
  {
    name: "doctor",
    summary: "find problems of this installation and show how to fix them",
    load: async () => (await import("./doctor/doctor.ts")).doctorCommand(),
  },
];

/** @param words the arguments after `turnpike`. Commands they do not name are not loaded and have only a summary. */
export async function turnpikeProgram(words: readonly string[]): Promise<Command> {
  const program = new Command("turnpike")
    .version(VERSION)
    .description(
      "Self-hosted payment gateway: buyers pay on chain from any wallet, the money goes straight to the merchant.",
    );
  for (const { name, summary, load } of COMMANDS) {
    const command = words.includes(name) ? await load() : new Command(name);
    program.addCommand(command.summary(summary));
  }
  reportUsageErrors(program);
  return program;
}
