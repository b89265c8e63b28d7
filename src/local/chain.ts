// The local EVM chain for a person who has none: anvil with its state in a file, so that blocks, transactions, receipts and
// logs are there again after a restart. Two things are not: transactions still waiting for a block, and calls or balances at
// blocks before the restart. anvil survives a crash of ours, and the next start finds it and takes it over.
// The file grows by 1.7 kB per empty block (6 MB an hour at one block a second), for which anvil has no limit.

import { realpath } from "node:fs/promises";
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
import { adopt, type Log } from "./child-process.ts";
import { lockDir } from "./dir-lock.ts";
import { freePort } from "./free-port.ts";
import { processCommandLine, processIdentity } from "./process-identity.ts";

export interface LocalChain {
  rpcUrl: string;
  /** Whether an anvil that a crashed Turnpike had left was taken over. */
  tookOver: boolean;
  /** Ends anvil and waits until it has written its state. */
  stop(): Promise<void>;
}

export interface ChainOptions {
  /** e.g. TURNPIKE_DIR; several chains may share it. */
  dir: string;
  chainId: number;
  blockTimeS: number;
  log: Log;
}

/**
 * What a crash of anvil or of the machine may lose (a crash of ours loses nothing, nor does stop()). Writing 18 MB, three
 * hours of empty blocks, delays a request by up to 60 ms, so not more often.
 */
const STATE_INTERVAL_S = 30;
/**
 * anvil keeps the whole state of recent blocks, up to a megabyte each (EIP-2935's 8191 block hashes), and all that is too
 * much for memory on disk: by default in the home directory, 7 GB after 20 000 blocks, and never removed.
 */
const STATES_ON_DISK_MAX = 32;
/** Another process may take the port between choosing and binding it. */
const ATTEMPTS_MAX = 5;
/** What anvil says of a state file that it cannot read. */
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
    log(`Stopping the anvil that was still running (process ${record.pid}) to start it with other settings.`);
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
