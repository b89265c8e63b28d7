// turnpike drill: rehearses faults on a copy of the installation, and prints a report. Exit code 1 if the copy did not
// survive one of them.
import { rmSync } from "node:fs";
import { mkdtemp, readFile, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { RELEASE } from "../../releases.ts";
import { type Config, ConfigError, parseConfig } from "../../settings/config.ts";
import { readDatabaseHealth } from "../../store/database/health.ts";
import { readChains } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { type Cluster, makeCluster, makeDatabase, makeStandby, passwordOf } from "./copy/cluster.ts";
import { closeNodes, type Installation, type Nodes, proxyNodes, settingsFor, startCopy } from "./copy/copy.ts";
import { runCommand } from "./copy/processes.ts";
import { databaseLost } from "./faults/database.ts";
import { DISK_FULL, diskFull } from "./faults/disk.ts";
import { type Fault, failed, measure, type Outcome } from "./faults/fault.ts";
import { keysRotated } from "./faults/keys.ts";
import { nodesLost } from "./faults/nodes.ts";
import { dump, restore, silence } from "./faults/restore.ts";
import { workerFrozen, workerKilled } from "./faults/workers.ts";
import { type Drill, isPassed, reportOf } from "./report.ts";

interface DrillOptions extends OutputOptions {
  readonly backup?: string;
  readonly dir: string;
}

export const drillCommand = (): Command =>
  new Command("drill")
    .description("rehearse faults on a copy of this installation, and print a report; exit code 1 if one ends badly")
    .option("--backup <file>", "restore this backup (pg_dump --format=custom); by default one that is made now")
    .option("--dir <folder>", "where the copy lies while the drill runs", "/var/tmp")
    .option("--json", "print JSON")
    .action(run);

async function run(options: DrillOptions): Promise<void> {
  const [startedAt, startedMs] = [new Date(), performance.now()];
  const { config, problems, environment } = parseConfig();
  if (problems.length > 0) throw new ConfigError(problems);
  const chains = await readChains(config);
  const url = requiredUrl(config, chains);
  const rules = await readFile(join(RELEASE, "deploy/prometheus/turnpike.rules.yml"), "utf8");
  const dir = await mkdtemp(join(options.dir, "turnpike-drill-"));
  // Also after Ctrl-C: the copy holds personal data.
  const remove = () => rmSync(dir, { recursive: true, force: true });
  process.once("exit", remove);
  const nodes = await proxyNodes(chains);
  try {
    const { backup, outcomes } = await rehearse({ given: environment, chains, rules }, { url, dir, nodes, options });
    const drill: Drill = {
      startedAt,
      tookS: (performance.now() - startedMs) / 1_000,
      host: hostname(),
      chains: chains.map(({ caip2 }) => caip2),
      backup,
      outcomes,
      refusedRequests: nodes.refused,
    };
    const json = { ...drill, refusedRequests: Object.fromEntries(nodes.refused), isPassed: isPassed(drill) };
    print(options, json, [reportOf(drill).trimEnd()]);
    if (!isPassed(drill)) process.exitCode = 1;
  } finally {
    closeNodes(nodes);
    remove();
    process.off("exit", remove);
  }
}

/** @throws CommandError if there is nothing to copy */
function requiredUrl(config: Config, chains: readonly EvmChainConfig[]): string {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (!url) throw new CommandError("a drill copies the database of DATABASE_URL: set it as the service does");
  if (!config.secretKey) throw new CommandError("a drill starts APIs: set SECRET_KEY as the service does");
  if (chains.length === 0) throw new CommandError("a drill needs a chain: set CHAINS_FILE as the service does");
  return url;
}

interface Means {
  /** The installation's database. */
  readonly url: string;
  readonly dir: string;
  readonly nodes: Nodes;
  readonly options: DrillOptions;
}

async function rehearse(installation: Installation, means: Means) {
  const { dir, nodes } = means;
  const backup = await takeBackup(means);
  const outcomes: Outcome[] = [];
  const primary = await makeCluster(join(dir, "primary"));
  try {
    await primary.start();
    await makeDatabase(primary);
    const settings = settingsFor(installation, nodes, primary.url);
    outcomes.push(await reported("restore", () => restore(primary, backup, settings)));
    await silence(primary);
    outcomes.push(...(await onRestoredCopy(installation, means, primary)));
  } finally {
    await primary.stop();
  }
  // A system may refuse the disk: it needs namespaces.
  const small = onSmallDisk(installation, means).catch(async (error: unknown) => [
    await reported(DISK_FULL, async () => failed(DISK_FULL, error)),
  ]);
  return { backup: backup.origin, outcomes: [...outcomes, ...(await small)] };
}

async function takeBackup({ url, dir, options }: Means) {
  if (options.backup !== undefined) return { file: resolve(options.backup), isNew: false, origin: options.backup };
  const { sizeBytes } = await readDatabaseHealth(url);
  const { bavail, bsize } = await statfs(dir);
  if (bavail * bsize < COPIES * sizeBytes) {
    const [needs, has] = [COPIES * sizeBytes, bavail * bsize].map((bytes) => `${Math.ceil(bytes / BYTES_PER_GIB)} GiB`);
    throw new CommandError(`the copy needs ${needs} in ${options.dir}, which has ${has}: choose another --dir`);
  }
  const { file, seconds } = await dump(url, dir);
  return { file, isNew: true, origin: `made by pg_dump in ${seconds.toFixed(1)} s, just before` };
}

/** The backup, the copy, and its standby. */
const COPIES = 3;
const BYTES_PER_GIB = 2 ** 30;

async function onRestoredCopy(installation: Installation, { dir, nodes }: Means, primary: Cluster) {
  const standby = await makeStandby(primary, join(dir, "standby"), passwordOf(primary));
  try {
    await standby.start();
    await primary.asAdmin("alter system set synchronous_standby_names = '*'");
    await primary.asAdmin("select pg_reload_conf()");
    return await rehearseAll(
      installation,
      nodes,
      [primary, standby],
      [workerKilled, workerFrozen, nodesLost, keysRotated, databaseLost(primary, standby)],
    );
  } finally {
    await standby.stop();
  }
}

const SMALL_DISK_MIB = 128;

async function onSmallDisk(installation: Installation, { dir, nodes }: Means) {
  const place = join(dir, "small", "disk");
  const cluster = await makeCluster(join(dir, "small"), { place, mebibytes: SMALL_DISK_MIB });
  try {
    await cluster.start();
    await cluster.asAdmin(`create tablespace small location '${place}'`);
    await makeDatabase(cluster, "small");
    await runCommand(settingsFor(installation, nodes, cluster.url), "migrate");
    return await rehearseAll(installation, nodes, [cluster], [diskFull(await cluster.pid(), place)]);
  } finally {
    await cluster.stop();
  }
}

async function rehearseAll(
  installation: Installation,
  nodes: Nodes,
  clusters: readonly [Cluster, ...Cluster[]],
  faults: readonly Fault[],
): Promise<readonly Outcome[]> {
  const copy = await startCopy(installation, nodes, clusters);
  try {
    const outcomes: Outcome[] = [];
    for (const fault of faults) outcomes.push(await reported(fault.name, () => measure(copy, fault)));
    return outcomes;
  } finally {
    await copy.stop();
  }
}

/** Tells the person who waits. The report goes to standard output. */
async function reported(name: string, rehearsal: () => Promise<Outcome>): Promise<Outcome> {
  process.stderr.write(`${name} …\n`);
  const outcome = await rehearsal();
  const result = outcome.problems.length === 0 ? "passed" : `failed: ${outcome.problems.join("; ")}`;
  process.stderr.write(`  ${result}\n`);
  return outcome;
}
