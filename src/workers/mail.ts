// Sends mail: turns what has happened into messages, and hands them to the SMTP server. Nothing else waits for it.
import { type SendMailPorts, type Sent, sendMail } from "../operations/mail/send-mail.ts";
import type { MailQueue } from "../operations/ports/mail/queue.ts";
import { type Loop, startLoop } from "./loop.ts";

export interface MailWorkerPorts extends SendMailPorts {
  readonly queue: MailQueue;
}

/** Mail is not urgent: a message waits this long at most, unless the server fails. */
const INTERVAL_MS = 3_000;
/** While the server cannot be used. It doubles up to the maximum, so that a server that hangs gets few connections. */
const FAILED_MS = 15_000;
const FAILED_MAX_MS = 300_000;
/** Much shorter than what happens is written down without it (store/mail/queue.ts). */
const ANNOUNCE_MS = 60_000;

export function startMailWorker(ports: MailWorkerPorts): { stop(): Promise<void> } {
  const { queue, log } = ports;
  let pauseMs = INTERVAL_MS;
  let failedMs = FAILED_MS;
  const pauseAfter = ({ tried, failed }: Sent): number => {
    if (tried === 0 || failed < tried) {
      failedMs = FAILED_MS;
      return INTERVAL_MS;
    }
    const pause = failedMs;
    failedMs = Math.min(failedMs * 2, FAILED_MAX_MS);
    return pause;
  };
  const loops: readonly Loop[] = [
    startLoop({ name: "mail service", intervalMs: ANNOUNCE_MS, log, run: () => queue.announce().then(() => false) }),
    startLoop({
      name: "mail news",
      intervalMs: INTERVAL_MS,
      log,
      run: async () => (await queue.collect()).hasMore,
    }),
    startLoop({
      name: "mail",
      intervalMs: () => pauseMs,
      log,
      run: async () => {
        const sent = await sendMail(ports);
        pauseMs = pauseAfter(sent);
        return sent.hasMore;
      },
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
