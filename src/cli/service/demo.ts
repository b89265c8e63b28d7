// turnpike demo: makes another demo payment on a running local Turnpike.
import { Command } from "commander";
import { NoAnswerError } from "../../client/index.ts";
import { runDemo } from "../../local/demo.ts";
import { type DevFile, readDevFile } from "../../local/dev-file.ts";
import { workspace } from "../../local/workspace.ts";
import { readConfig } from "../../settings/config.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

interface DemoCommandOptions extends OutputOptions {
  readonly asset?: string;
  readonly chain?: string;
  readonly payment?: string;
}

export const demoCommand = (): Command =>
  new Command("demo")
    .description("make another demo payment on a running local Turnpike (npm start)")
    .option("--asset <symbol>", "the token to pay with, for example USDT; by default the first one")
    .option("--chain <caip2>", "the local chain to pay on; by default the first one")
    .option("--payment <id>", "an open payment to pay; by default a new one is created")
    .option("--json", "print JSON")
    .action(demo);

async function demo(options: DemoCommandOptions): Promise<void> {
  const { devFile } = workspace(readConfig().turnpikeDir);
  const dev = await readDevFile(devFile);
  if (!dev) throw new CommandError(`there is no ${devFile}: run npm start first and leave it running`);
  const token = tokenOf(dev, options);
  const lines: string[] = [];
  const say = (line: string) => void (options.json ? lines.push(line) : process.stdout.write(`${line}\n`));
  const paymentId = await runDemo(dev, { say, token, paymentId: options.payment }).catch(explainNoAnswer);
  if (options.json) print(options, { paymentId, asset: token.asset, method: token.method }, lines);
}

function tokenOf({ tokens, chains }: DevFile, { asset, chain = chains[0]?.caip2 }: DemoCommandOptions) {
  const onChain = tokens.filter((token) => token.asset.startsWith(`${chain}/`));
  const found = asset === undefined ? onChain[0] : onChain.find(({ symbol }) => symbol === asset.toUpperCase());
  if (found) return found;
  const choice = tokens.map((token) => `--chain ${token.asset.split("/")[0]} --asset ${token.symbol}`);
  throw new CommandError(`no such token here; choose one of:\n${choice.join("\n")}`);
}

function explainNoAnswer(error: unknown): never {
  if (!(error instanceof NoAnswerError)) throw error;
  throw new CommandError("the local Turnpike does not respond: it runs only while npm start does");
}
