// turnpike dev (run by `npm start`): a complete local Turnpike, and one demo payment through it.
import { Command } from "commander";
import { runDemo } from "../../local/demo.ts";
import { type OwnRates, startDev } from "../../local/dev.ts";
import { type DevFile, localUrl } from "../../local/dev-file.ts";
import { workspace } from "../../local/workspace.ts";
import { openLog } from "../../log.ts";
import { type Config, ConfigError, readConfig } from "../../settings/config.ts";
import { SETTINGS } from "../../settings/settings.ts";
import { readRates } from "../installation.ts";
import { CommandError } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";
import { listenProblem, untilStopped } from "./run.ts";

/** The local Turnpike charges a fee, so that users see one. */
const DEMO_FEE_PERCENTAGE = "0.4";

interface DevOptions {
  readonly demo: boolean;
  readonly verbose?: boolean;
}

export const devCommand = (): Command =>
  new Command("dev")
    .description("run a complete local Turnpike: embedded PostgreSQL, two local chains, a demo partner, a demo payment")
    .option("--no-demo", "start without the demo payment")
    .option("--verbose", "show HTTP requests and responses, and the log")
    .action(dev);

async function dev(options: DevOptions): Promise<void> {
  const config = readConfig({ FEE_PERCENTAGE: DEMO_FEE_PERCENTAGE, LOG_LEVEL: "warn", RATE_LIMITS: "off" });
  expectNoOther(config);
  const log = openLog(options.verbose ? "debug" : config.logLevel);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const ownRates: OwnRates = async (chains) => (config.ratesFile === null ? null : readRates(config, chains));
  const running = await withProgress("Starting PostgreSQL and two local chains", ({ clear }) => {
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

/** @throws ConfigError for settings of another installation, which commands in the same shell would work on */
function expectNoOther({ databaseUrl, chainsFile }: Config): void {
  const given = Object.entries({ DATABASE_URL: databaseUrl, CHAINS_FILE: chainsFile }).filter(([, value]) => value);
  const problems = given.map(([name]) => `${name} must not be set: a local Turnpike runs its own database and chains`);
  if (problems.length > 0) throw new ConfigError(problems);
}

async function demo(file: DevFile, say: (line: string) => void, verbose: boolean): Promise<void> {
  say("\nA payment, from its creation to the merchant's account:\n");
  const wire = (direction: string, text: string) => say(`    ${direction} ${text}`);
  await runDemo(file, verbose ? { say, wire } : { say });
}

/** The buyer's step with each payment method, in order of display. */
const METHODS: Readonly<Record<DevFile["tokens"][number]["method"], string>> = {
  eip3009: "one signature (EIP-3009)",
  permit2: "an approval of Permit2 the first time, then one signature",
  erc20: "an approval and a transaction by the buyer",
  native: "a transaction by the buyer",
};

/** One command for each payment method, alternating between the chains. */
function examplesToTry(turnpike: string, { tokens, chains }: DevFile): string[] {
  const examples = Object.entries(METHODS).flatMap(([method, about], index) => {
    const caip2 = chains[(index + 1) % chains.length]?.caip2;
    const token = tokens.find((each) => each.method === method && each.asset.startsWith(`${caip2}/`));
    return token ? [{ command: `${turnpike} demo --chain ${caip2} --asset ${token.symbol}`, about }] : [];
  });
  return examples.flatMap(({ command, about }) => [`  # ${about}`, `  ${command}`]);
}

function whatNext(config: Config, file: DevFile): string[] {
  const { baseUrl, merchantId, chains } = file;
  const { dir, devFile } = workspace(config.turnpikeDir);
  const apiKey = `$(node -p ${quoted(`require(${JSON.stringify(devFile)}).apiKey`)})`;
  const turnpike =
    config.turnpikeDir === SETTINGS.TURNPIKE_DIR.fallback ? "bin/turnpike" : `TURNPIKE_DIR=${quoted(dir)} bin/turnpike`;
  return [
    "",
    `Turnpike is up: open ${localUrl(baseUrl)} to pay as a buyer and to watch as a merchant.`,
    `Keys, addresses and the demo buyer are in ${devFile}. Try next:`,
    "",
    "  # create a payment, then open the gatewayUrl of the response in a browser",
    `  curl -sS ${localUrl(baseUrl)}/v1/payments -H "Api-Key: ${apiKey}" \\`,
    `    -H "Merchant-Id: ${merchantId}" -H "Content-Type: application/json" \\`,
    `    -d '{"amount":{"unit":"iso4217/USD","value":"1250"},"referenceId":"order 1"}'; echo`,
    "",
    `Pay with another token; each works on both ${chains.map(({ caip2 }) => caip2).join(" and ")}:`,
    "",
    ...examplesToTry(turnpike, file),
    "",
    "  # check this installation for problems",
    `  ${turnpike} doctor`,
    "",
    "  # partners, keys, merchants, chains",
    `  ${turnpike} --help`,
    "",
    "Ctrl-C stops everything; the next start resumes with the same data.",
  ];
}

/** Quoted as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
