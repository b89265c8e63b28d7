// The local EVM chain: anvil with its state in a file. Blocks, transactions, receipts and logs survive a restart;
// pending transactions and historical state (calls and balances at earlier blocks) do not.
import { realpath } from "node:fs/promises";
import { adopt, type Log } from "../process/child-process.ts";
import { lockDir } from "../process/dir-lock.ts";
import { freePort } from "../process/free-port.ts";
import { processCommandLine, processIdentity } from "../process/process-identity.ts";
import { ANVIL_STOP_RULE, type Anvil, AnvilStartError, anvilUrl, spawnAnvil } from "./anvil.ts";
import {
  type ChainFiles,
  chainFiles,
  clearRun,
  keepState,
  readRecord,
  restoreState,
  writeRecord,
} from "./chain-files.ts";
import { chainIdAt } from "./chain-id.ts";

/**
 * An anvil left running by a crash is taken over by the next start. Its state file grows by 1.7 kB per empty block (6
 * MB an hour at one block a second); anvil has no limit for it.
 */
export interface LocalChain {
  readonly rpcUrl: string;
  /** Whether an anvil left by a crashed Turnpike was taken over. */
  readonly tookOver: boolean;
  /** Stops anvil and waits until it has written its state. */
  stop(): Promise<void>;
}

export interface ChainOptions {
  /** For example TURNPIKE_DIR; several chains may share it. */
  readonly dir: string;
  readonly chainId: number;
  readonly blockTimeS: number;
  readonly log: Log;
}

/**
 * The most that a crash of anvil or of the machine loses; a crash of this process and stop() lose nothing. Not shorter,
 * because writing 18 MB (three hours of empty blocks) delays a request by up to 60 ms.
 */
const STATE_INTERVAL_S = 30;
/**
 * anvil keeps the full state of recent blocks, up to a megabyte each (EIP-2935's 8191 block hashes), and moves the
 * excess to disk: by default to the home directory, 7 GB after 20 000 blocks, never removed.
 */
const STATES_ON_DISK_MAX = 32;
/** Another process may take the port between its choice and the bind. */
const ATTEMPTS_MAX = 5;
/** anvil's message for a state file that it cannot read. */
const DAMAGED_STATE = "failed to parse json file";

export async function startLocalChain({ dir, chainId, blockTimeS, log }: ChainOptions): Promise<LocalChain> {
  const lock = lockDir(dir, `chain-${chainId}`);
  try {
    const files = chainFiles(await realpath(dir), chainId);
    const args = anvilArgs(files, chainId, blockTimeS);
    const orphan = await takeOver(files, { chainId, args, log });
    const { server, rpcUrl } = orphan ?? (await start(files, args, log));
    return {
      rpcUrl,
      tookOver: orphan !== null,
      async stop() {
        await server.stop();
        await clearRun(files);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function anvilArgs(files: ChainFiles, chainId: number, blockTimeS: number): string[] {
  const settings = {
    "--chain-id": chainId,
    "--block-time": blockTimeS,
    // A block is safe after one more and finalized after two.
    "--slots-in-an-epoch": 1,
    "--state": files.state,
    "--state-interval": STATE_INTERVAL_S,
    "--max-persisted-states": STATES_ON_DISK_MAX,
    "--cache-path": files.cache,
  };
  return Object.entries(settings).flatMap(([name, value]) => [name, String(value)]);
}

async function takeOver(
  files: ChainFiles,
  { chainId, args, log }: { chainId: number; args: string[]; log: Log },
): Promise<Anvil | null> {
  const record = await readRecord(files);
  if (record === null || processIdentity(record.pid) !== record.identity) return null;
  if (!processCommandLine(record.pid)?.includes(files.state)) return null;
  const server = adopt(record.pid, ANVIL_STOP_RULE);
  const rpcUrl = anvilUrl(record.port);
  const asWanted = record.args.join(" ") === args.join(" ") && (await chainIdAt(rpcUrl)) === chainId;
  if (!asWanted) {
    log(`Stopping the anvil that was still running (process ${record.pid}) to restart it with other settings.`);
    await server.stop();
    return null;
  }
  log(`Took over the anvil that was still running (process ${record.pid}, port ${record.port}).`);
  return { server, rpcUrl };
}

async function start(files: ChainFiles, args: string[], log: Log): Promise<Anvil> {
  await clearRun(files);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const anvil = await spawnRecorded(files, args, log);
      await keepState(files);
      return anvil;
    } catch (error) {
      if (!(error instanceof AnvilStartError) || attempt === ATTEMPTS_MAX) throw error;
      if (error.said.includes("Address already in use")) continue;
      if (!error.said.includes(DAMAGED_STATE)) throw error;
      await restoreState(files, log);
    }
  }
}

async function spawnRecorded(files: ChainFiles, args: string[], log: Log): Promise<Anvil> {
  const port = await freePort();
  return spawnAnvil({
    port,
    args,
    logFile: files.logFile,
    log,
    onSpawn: ({ pid }) => writeRecord(files, { pid, identity: processIdentity(pid), port, args }),
  });
}
