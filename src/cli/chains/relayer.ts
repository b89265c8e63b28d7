// turnpike relayer: the accounts that pay the gas. It needs no database, and never prints a key.
import { appendFile, readFile } from "node:fs/promises";
import { Command } from "commander";
import { type Address, formatEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createEvmChain } from "../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { type RelayerKey, relayerAddress, signerProblem } from "../../chains/evm/relay/relayer-account.ts";
import { fundsState } from "../../chains/evm/relay/relayer-funds.ts";
import { hasCode } from "../../local/process/system-error.ts";
import type { RelayerFunds } from "../../operations/monitoring/report-availability.ts";
import { ConfigError, readConfig } from "../../settings/config.ts";
import { privateKeys } from "../../settings/values.ts";
import { findDevFile, readChains, relayersFor } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { aligned } from "../output/text.ts";

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
  const address = await addRelayer(file);
  print(options, { address, file }, [
    `${address}  its key is in ${file}`,
    "Back the file up, send the account native coin on each chain, and restart the workers. See turnpike relayer list.",
  ]);
}

/**
 * Adds the key of a new account to the file, which may not exist yet.
 * @throws CommandError if the file holds something else
 */
export async function addRelayer(file: string): Promise<Address> {
  const former = await readRelayers(file);
  const key = generatePrivateKey();
  // Appends, so that the keys that are there cannot be lost, and the file keeps its owner and mode.
  await appendFile(file, `${former.length === 0 ? "" : ","}${key}\n`, { mode: PRIVATE_MODE });
  return privateKeyToAccount(key).address;
}

/** @returns the keys in the file; none if it does not exist. @throws CommandError if it holds something else */
export async function readRelayers(file: string): Promise<readonly `0x${string}`[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  });
  if (text.trim() === "") return [];
  const keys = privateKeys(text.trim());
  if (!keys) throw new CommandError(`${file} must hold private keys, comma-separated, or not exist`);
  return keys;
}

interface ListedRelayer {
  /** CAIP-2; null without a chains file. */
  readonly chain: string | null;
  readonly relayer: Address;
  /** The balance and the costs are in the native coin; null if the chain does not respond. */
  readonly funds: { readonly balance: string; readonly batchCost: string; readonly state: string } | null;
  /** Null if the key is in this process; a null problem: its remote signer has the key and responds. */
  readonly signer: { readonly problem: string | null } | null;
}

async function list(options: OutputOptions): Promise<void> {
  const config = readConfig();
  const chains = await readChains(config);
  const isDev = (await findDevFile(config)) !== null;
  const relayers =
    chains.length === 0
      ? await Promise.all([...config.relayerKeys, ...config.relayerSigners].map((key) => listed(null, key, null)))
      : (await Promise.all(chains.map((chain) => listOn(chain, relayersFor(config, chain, isDev))))).flat();
  if (relayers.length === 0)
    throw new ConfigError(["RELAYER_KEYS and RELAYER_SIGNERS are not set: run turnpike relayer create"]);
  print(options, relayers, aligned([HEAD, ...relayers.map(toCells)]));
}

async function listOn(chain: EvmChainConfig, keys: readonly RelayerKey[]): Promise<readonly ListedRelayer[]> {
  const funds = await createEvmChain(chain, keys)
    .relayerFunds()
    .catch(() => null);
  return Promise.all(keys.map((key) => listed(chain.caip2, key, funds)));
}

async function listed(
  chain: string | null,
  key: RelayerKey,
  funds: readonly RelayerFunds[] | null,
): Promise<ListedRelayer> {
  const relayer = relayerAddress(key);
  const signer = typeof key === "string" ? null : { problem: await signerProblem(key) };
  const own = funds?.find((each) => each.relayer === relayer);
  if (!own) return { chain, relayer, funds: null, signer };
  const { balance, batchCost } = own;
  const state = fundsState(balance, batchCost);
  return {
    chain,
    relayer,
    funds: { balance: formatEther(balance), batchCost: formatEther(batchCost), state },
    signer,
  };
}

const HEAD = ["chain", "relayer", "state", "holds", "a full batch costs up to", ""] as const;

function toCells({ chain, relayer, funds, signer }: ListedRelayer): readonly string[] {
  const signing = signer ? (signer.problem ?? "its signer responds") : "";
  const state = chain === null ? "" : (funds?.state ?? "the chain does not respond");
  return [chain ?? "no chains file", relayer, state, funds?.balance ?? "", funds?.batchCost ?? "", signing];
}
