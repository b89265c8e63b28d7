// turnpike status: the whole installation on one screen. It reads the database only.
import { clearScreenDown, cursorTo } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { readConfig } from "../../settings/config.ts";
import type { Store } from "../../store/store.ts";
import { readChains, withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { type Facts, screenOf } from "./status-screen.ts";

const EVERY_MS = 2_000;

export const statusCommand = (): Command =>
  new Command("status")
    .description("show chains, relayers, queues, webhooks, exceptions, processes and tasks on one screen")
    .option("--watch", "show it again every 2 s, until Ctrl-C")
    .option("--json", "print JSON")
    .action(status);

async function status(options: OutputOptions & { readonly watch?: boolean }): Promise<void> {
  if (options.watch && options.json) throw new CommandError("--watch cannot be combined with --json");
  if (options.watch && !process.stdout.isTTY) throw new CommandError("--watch needs a terminal");
  const config = readConfig();
  const chains = await readChains(config);
  await withStore(config, async (store) => {
    if (options.watch) return watch(store, chains);
    const facts = await readFacts(store, chains);
    print(options, { ...facts, exceptions: Object.fromEntries(facts.exceptions) }, screenOf(facts));
  });
}

async function readFacts(store: Store, chains: readonly EvmChainConfig[]): Promise<Facts> {
  const ids = chains.map(({ caip2 }) => caip2);
  const vitals = await store.vitals.read(ids);
  const leaders = await store.readLeaders(ids);
  const { nowMs, processes } = await store.processes.look();
  const named = vitals.chains.map((chain) => ({
    ...chain,
    name: chains.find(({ caip2 }) => caip2 === chain.chain)?.name ?? chain.chain,
    leader: leaders.get(chain.chain) ?? null,
  }));
  return { ...vitals, chains: named, processes, at: new Date(nowMs) };
}

/** Continues while the database is away: that is when it is watched. */
async function watch(store: Store, chains: readonly EvmChainConfig[]): Promise<void> {
  for (;;) {
    const lines = await readFacts(store, chains).then(screenOf, (error: Error) => [
      `problem   the database does not respond: ${error.message}`,
    ]);
    cursorTo(process.stdout, 0, 0);
    clearScreenDown(process.stdout);
    process.stdout.write(`${lines.join("\n")}\n`);
    await sleep(EVERY_MS);
  }
}
