// turnpike demo: one more demo payment on a local Turnpike that runs, in any way and on any of its chains.
import { Command } from "commander";
import { readConfig } from "../config.ts";
import { runDemo } from "../local/demo.ts";
import { type DevFile, readDevFile } from "../local/dev-file.ts";
import { workspace } from "../local/workspace.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";

interface DemoCommandOptions extends OutputOptions {
  readonly asset?: string;
  readonly chain?: string;
  readonly payment?: string;
}

export const demoCommand = (): Command =>
  new Command("demo")
    .description("pay once more on a local Turnpike that is running (npm start), as its demo buyer")
    .option("--asset <symbol>", "what to pay with, for example USDT; without it the first there is")
    .option("--chain <caip2>", "on which of the local chains; without it the first")
    .option("--payment <id>", "an open payment that you made; without it one is made")
    .option("--json", "print JSON")
    .action(demo);

async function demo(options: DemoCommandOptions): Promise<void> {
  const { devFile } = workspace(readConfig().turnpikeDir);
  const dev = await readDevFile(devFile);
  if (!dev) throw new CommandError(`there is no ${devFile}: run npm start first, and leave it running`);
  const token = tokenOf(dev, options);
  const lines: string[] = [];
  const say = (line: string) => void (options.json ? lines.push(line) : process.stdout.write(`${line}\n`));
  const paymentId = await runDemo(dev, { say, token, paymentId: options.payment }).catch(tellWhereItRuns);
  if (options.json) print(options, { paymentId, asset: token.asset, method: token.method }, lines);
}

function tokenOf({ tokens, chains }: DevFile, { asset, chain = chains[0]?.caip2 }: DemoCommandOptions) {
  const onChain = tokens.filter((token) => token.asset.startsWith(`${chain}/`));
  const found = asset === undefined ? onChain[0] : onChain.find(({ symbol }) => symbol === asset.toUpperCase());
  if (found) return found;
  const choice = tokens.map((token) => `--chain ${token.asset.split("/")[0]} --asset ${token.symbol}`);
  throw new CommandError(`there is no such payment method here; choose one of:\n${choice.join("\n")}`);
}

/** Node's fetch says no more than that it failed, where nobody listens. */
function tellWhereItRuns(error: unknown): never {
  if (!(error instanceof TypeError)) throw error;
  throw new CommandError("the local Turnpike does not answer: it runs only while npm start does");
}
