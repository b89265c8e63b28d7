// turnpike dev: a whole local Turnpike, and one payment through it before your eyes. `npm start` runs it.
import { Command } from "commander";
import { type Config, readConfig, SETTINGS } from "../config.ts";
import { runDemo } from "../local/demo.ts";
import { type OwnRates, startDev } from "../local/dev.ts";
import type { DevFile } from "../local/dev-file.ts";
import { workspace } from "../local/workspace.ts";
import { openLog } from "../log.ts";
import { readRates } from "./installation.ts";
import { CommandError } from "./output.ts";
import { withProgress } from "./progress.ts";
import { listenProblem, untilStopped } from "./run.ts";

/** What a local Turnpike takes of each payment, so that a fee is there to be seen. */
const DEMO_FEE_PERCENTAGE = "0.4";

interface DevOptions {
  readonly demo: boolean;
  readonly verbose?: boolean;
}

export const devCommand = (): Command =>
  new Command("dev")
    .description("run a whole local Turnpike: embedded PostgreSQL, two local chains, demo partner, one demo payment")
    .option("--no-demo", "start without the demo payment")
    .option("--verbose", "show what goes over the wire, and the log")
    .action(dev);

async function dev(options: DevOptions): Promise<void> {
  const config = readConfig({ FEE_PERCENTAGE: DEMO_FEE_PERCENTAGE, LOG_LEVEL: "warn", RATE_LIMITS: "off" });
  const log = openLog(options.verbose ? "debug" : config.logLevel);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const ownRates: OwnRates = async (chains) => (config.ratesFile === null ? null : readRates(config, chains));
  const running = await withProgress("Starting PostgreSQL and restoring the local chains", ({ clear }) => {
    const sayOnClearLine = (line: string) => {
      clear();
      say(line);
    };
    return startDev(config, log, sayOnClearLine, ownRates);
  }).catch((error: unknown) => {
    const problem = listenProblem(error);
    throw problem ? new CommandError(problem) : error;
  });
  try {
    if (options.demo) await demo(running.file, say, options.verbose ?? false);
    for (const line of whatNext(config, running.file)) say(line);
  } catch (error) {
    await running.stop();
    throw error;
  }
  await untilStopped(
    () => running.stop(),
    (message) => say(`\n${message}`),
  );
}

async function demo(file: DevFile, say: (line: string) => void, verbose: boolean): Promise<void> {
  say("\nA payment, from its creation to the merchant's account:\n");
  const wire = (direction: string, text: string) => say(`    ${direction} ${text}`);
  await runDemo(file, verbose ? { say, wire } : { say });
}

/** What each way asks of the buyer, in the order in which they are told. */
const WAYS: Readonly<Record<DevFile["tokens"][number]["pays"], string>> = {
  eip3009: "one signature (EIP-3009)",
  permit2: "an approval of Permit2 the first time, then one signature",
  erc20: "an approval and a transaction of the buyer's own",
  native: "a transaction of the buyer's own",
};

/** One line for each way, on one chain after the other, so that both are among them. */
function waysToTry(turnpike: string, { tokens, chains }: DevFile): string[] {
  const ways = Object.entries(WAYS).flatMap(([pays, about], index) => {
    const caip2 = chains[(index + 1) % chains.length]?.caip2;
    const token = tokens.find(({ asset, pays: way }) => way === pays && asset.startsWith(`${caip2}/`));
    return token ? [{ command: `${turnpike} demo --chain ${caip2} --asset ${token.symbol}`, about }] : [];
  });
  return ways.flatMap(({ command, about }) => [`  # ${about}`, `  ${command}`]);
}

function whatNext(config: Config, file: DevFile): string[] {
  const { baseUrl, merchantId, chains } = file;
  const { dir, devFile } = workspace(config.turnpikeDir);
  const apiKey = `$(node -p ${quoted(`require(${JSON.stringify(devFile)}).apiKey`)})`;
  const turnpike =
    config.turnpikeDir === SETTINGS.TURNPIKE_DIR.fallback ? "npx turnpike" : `TURNPIKE_DIR=${quoted(dir)} npx turnpike`;
  return [
    "",
    `Turnpike is up at ${baseUrl}. Keys, addresses and the demo buyer are in ${devFile}. Try next:`,
    "",
    "  # create a payment, then open the gatewayUrl of the answer in a browser",
    `  curl -sS ${baseUrl}/v1/payments -H "Api-Key: ${apiKey}" \\`,
    `    -H "Merchant-Id: ${merchantId}" -H "Content-Type: application/json" \\`,
    `    -d '{"amount":{"unit":"iso4217/USD","value":"1250"},"referenceId":"order 1"}'; echo`,
    "",
    `  # the partner's console at ${baseUrl}/console: sign in with this key`,
    `  ${apiKey.slice(2, -1)}`,
    "",
    `Pay in another way; each works on each of the chains ${chains.map(({ caip2 }) => caip2).join(" and ")}:`,
    "",
    ...waysToTry(turnpike, file),
    "",
    "  # say what is wrong with this installation, if anything is",
    `  ${turnpike} doctor`,
    "",
    "  # partners, keys, merchants, chains",
    `  ${turnpike} --help`,
    "",
    "Ctrl-C stops everything; the next start finds it all again.",
  ];
}

/** One word for a shell, whatever it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
