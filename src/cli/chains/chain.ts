// turnpike chain: deploys the router to a chain, and compares the chains file with the chains.
import { Command } from "commander";
import { createPublicClient, createWalletClient, getAddress, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createEvmChain } from "../../chains/evm/chain.ts";
import { deployRouter, PERMIT2, routerCodeOn } from "../../chains/evm/config/deploy.ts";
import { PRESETS } from "../../chains/evm/config/presets/presets.ts";
import { ConfigError, readConfig } from "../../settings/config.ts";
import { relayerKeysOn, relayersOn } from "../../settings/relayers.ts";
import { readChains } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { withoutUrls } from "./without-urls.ts";

export const chainCommand = (): Command =>
  new Command("chain")
    .description("chains: deploy the router, check the chains file, list the presets")
    .addCommand(
      new Command("deploy")
        .description("deploy the router to a chain unless it is there already; the first of RELAYER_KEYS pays the gas")
        .requiredOption("--rpc-url <url>", "the chain's JSON-RPC URL")
        .option("--permit2 <address>", "Permit2's address on this chain", PERMIT2)
        .option("--json", "print JSON")
        .action((options) => withoutUrls([options.rpcUrl], () => deploy(options))),
    )
    .addCommand(
      new Command("verify")
        .description("compare the router's code on a chain with this version's, of contracts/release/deployments.json")
        .requiredOption("--rpc-url <url>", "the chain's JSON-RPC URL")
        .option("--json", "print JSON")
        .action((options) => withoutUrls([options.rpcUrl], () => verify(options))),
    )
    .addCommand(
      new Command("check")
        .description("compare every chain of the chains file with the chain itself")
        .option("--json", "print JSON")
        .action(check),
    )
    .addCommand(
      new Command("presets")
        .description("list the presets that a chains file entry can name")
        .option("--json", "print JSON")
        .action(presets),
    );

interface RpcOptions extends OutputOptions {
  readonly rpcUrl: string;
}

interface DeployOptions extends RpcOptions {
  readonly permit2: string;
}

async function verify(options: RpcOptions): Promise<void> {
  const chain = createPublicClient({ transport: http(options.rpcUrl) });
  const caip2 = `eip155:${await chain.getChainId()}`;
  const { address, expected, found } = await routerCodeOn(chain);
  const about = `${caip2}  router ${address}`;
  if (found === null) throw new CommandError(`${about}  has no code. Run \`turnpike chain deploy\`.`);
  if (found !== expected) {
    throw new CommandError(`${about}  has code ${found}, not ${expected}. Do not use this router.`);
  }
  print(options, { caip2, router: address, codeHash: found }, [`${about}  verified: code ${found}`]);
}

async function deploy(options: DeployOptions): Promise<void> {
  const transport = http(options.rpcUrl);
  const chain = createPublicClient({ transport });
  const config = readConfig();
  const chainId = await chain.getChainId();
  const [key] = relayerKeysOn(config, chainId);
  if (!key) {
    const names = `RELAYER_KEYS or RELAYER_KEYS_${chainId}`;
    throw new ConfigError([`${names} must be set: the first account pays for the deployment`]);
  }
  const wallet = createWalletClient({ transport, account: privateKeyToAccount(key) });
  const { address, txHash } = await deployRouter(chain, wallet, getAddress(options.permit2));
  print(options, { caip2: `eip155:${chainId}`, router: address, txHash }, [
    `eip155:${chainId}  router ${address}  ${txHash ? `deployed in ${txHash}` : "was already deployed"}`,
    "Enter this address as the chain's router in your chains file.",
  ]);
}

async function check(options: OutputOptions): Promise<void> {
  const config = readConfig();
  const chains = await readChains(config);
  if (chains.length === 0) throw new CommandError("no chain is configured: set CHAINS_FILE");
  const results = await Promise.all(
    chains.map(async (chain) => ({
      caip2: chain.caip2,
      problems: await createEvmChain(chain, relayersOn(config, chain.chainNumber)).check(),
    })),
  );
  const lines = results.flatMap(({ caip2, problems }) =>
    problems.length > 0 ? problems.map(({ kind, message }) => `${caip2}  ${kind}: ${message}`) : [`${caip2}  ok`],
  );
  print(options, results, lines);
  if (results.some(({ problems }) => problems.some(({ kind }) => kind !== "warning"))) process.exitCode = 1;
}

function presets(options: OutputOptions): void {
  const lines = Object.entries(PRESETS).map(([name, { caip2, confirmations, assets }]) => {
    const depths = confirmations
      .map(({ from, blocks, finality }) => [`from ${from}: ${blocks}`, finality].filter(Boolean).join(" "))
      .join(", ");
    const methods = Object.entries(assets).map(([asset, { method }]) => `${asset} (${method})`);
    return `${name.padEnd(NAME_WIDTH)} ${caip2.padEnd(CAIP2_WIDTH)} ${methods.join(", ")}; blocks ${depths}`;
  });
  print(options, PRESETS, lines);
}

/** Lengths of the longest preset name and the longest chain id. */
const NAME_WIDTH = 16;
const CAIP2_WIDTH = 15;
