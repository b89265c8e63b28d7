// turnpike relayer: the accounts that pay the gas. It needs no database, and never prints a key.
import { appendFile, readFile } from "node:fs/promises";
import { Command } from "commander";
import { type Address, formatEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createEvmChain } from "../chains/evm/chain.ts";
import type { EvmChainConfig } from "../chains/evm/config.ts";
import { hasCode } from "../local/system-error.ts";
import { type Config, ConfigError, readConfig, relayerKeysOn } from "../settings/config.ts";
import { privateKeys } from "../settings/values.ts";
import { readChains } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";
import { aligned } from "./text.ts";

export const relayerCommand = (): Command =>
  new Command("relayer")
    .description("relayers: create an account, list the accounts with their balances and what they need")
    .addCommand(
      new Command("create")
        .description("add the key of a new account to a file for RELAYER_KEYS_FILE, and print its address")
        .requiredOption("--file <file>", "the file; created if it does not exist")
        .option("--json", "print JSON")
        .action(create),
    )
    .addCommand(
      new Command("list")
        .description("list the relayers of each chain, their balances, and what payments cost at current fees")
        .option("--json", "print JSON")
        .action(list),
    );

/** The file holds keys. */
const PRIVATE_MODE = 0o600;

async function create(options: OutputOptions & { readonly file: string }): Promise<void> {
  const { file } = options;
  const former = await readFile(file, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  });
  if (former.trim() !== "" && !privateKeys(former.trim())) {
    throw new CommandError(`${file} must hold private keys, comma-separated, or not exist`);
  }
  const key = generatePrivateKey();
  // Appends, so that the keys that are there cannot be lost, and the file keeps its owner and mode.
  await appendFile(file, `${former.trim() === "" ? "" : ","}${key}\n`, { mode: PRIVATE_MODE });
  const { address } = privateKeyToAccount(key);
  print(options, { address, file }, [
    `${address}  its key is in ${file}`,
    "Back the file up, send the account native coin on each chain, and restart the workers. See turnpike relayer list.",
  ]);
}

interface ListedRelayer {
  /** CAIP-2; null without a chains file. */
  readonly chain: string | null;
  readonly relayer: Address;
  /** In the native coin, as are the costs; null if the chain does not respond. */
  readonly funds: { readonly balance: string; readonly batchCost: string; readonly state: string } | null;
}

async function list(options: OutputOptions): Promise<void> {
  const config = readConfig();
  const chains = await readChains(config);
  const relayers =
    chains.length === 0
      ? config.relayerKeys.map((key) => ({ chain: null, relayer: privateKeyToAccount(key).address, funds: null }))
      : (await Promise.all(chains.map((chain) => listOn(config, chain)))).flat();
  if (relayers.length === 0) throw new ConfigError(["RELAYER_KEYS is not set: run turnpike relayer create"]);
  print(options, relayers, aligned(relayers.map(cellsOf)));
}

async function listOn(config: Config, chain: EvmChainConfig): Promise<readonly ListedRelayer[]> {
  const keys = relayerKeysOn(config, chain.chainNumber);
  const funds = await createEvmChain(chain, keys)
    .relayerFunds()
    .catch(() => null);
  return keys.map((key) => {
    const relayer = privateKeyToAccount(key).address;
    const own = funds?.find((each) => each.relayer === relayer);
    if (!own) return { chain: chain.caip2, relayer, funds: null };
    const state = own.isLow ? (own.canPay ? "low" : "empty") : "ok";
    const { balance, batchCost } = own;
    return {
      chain: chain.caip2,
      relayer,
      funds: { balance: formatEther(balance), batchCost: formatEther(batchCost), state },
    };
  });
}

function cellsOf({ chain, relayer, funds }: ListedRelayer): readonly string[] {
  if (chain === null) return [relayer];
  if (!funds) return [chain, relayer, "the chain does not respond"];
  return [chain, relayer, `${funds.state}: holds ${funds.balance}; a full batch may cost ${funds.batchCost}`];
}
