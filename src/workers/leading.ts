// Runs a chain's work in the process that leads the chain, and stops its running work once another leads.

import type { ChainWriter } from "../operations/ports/chain/chain-writer.ts";
import type { Log } from "../operations/ports/log.ts";

interface Lead {
  /** Each leader of the chain has a higher one than the last. */
  readonly epoch: bigint;
}

export interface LeadershipPort {
  /** Takes the lead if it is free; null while another process has it. @throws if the database does not respond */
  hold(): Promise<Lead | null>;
  /** Runs `work` under this lead: its writes fail once another process has led. */
  under<T>(lead: Lead, work: () => Promise<T>): Promise<T>;
  /** @throws unless this process still has the lead of the running work */
  check(): void;
  release(): Promise<void>;
}

/**
 * @param onLead called before the first work of each lead
 * @returns wraps work so that it runs only while this process leads; otherwise the result is false
 */
export function leaderOnly(
  { leadership, log, chain }: { readonly leadership: LeadershipPort; readonly log: Log; readonly chain: string },
  onLead: () => void,
) {
  let last: bigint | null = null;
  return (work: () => Promise<boolean>) => async () => {
    const lead = await leadership.hold();
    const epoch = lead?.epoch ?? null;
    if (epoch !== last) {
      last = epoch;
      if (epoch === null) log.warn({ chain }, "this process no longer leads the chain");
      else {
        log.info({ chain, epoch: epoch.toString() }, "this process leads the chain");
        onLead();
      }
    }
    return lead !== null && (await leadership.under(lead, work));
  };
}

/** A writer that works only under a lead: a process that has lost the lead signs and sends nothing. */
export const leaderWriter = (writer: ChainWriter, { check }: Pick<LeadershipPort, "check">): ChainWriter => ({
  ...writer,
  async sign(...transaction) {
    check();
    return writer.sign(...transaction);
  },
  async send(transaction) {
    check();
    return writer.send(transaction);
  },
  async sendToAll(transaction) {
    check();
    return writer.sendToAll(transaction);
  },
});
