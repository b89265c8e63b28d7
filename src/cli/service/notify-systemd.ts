// Tells systemd that this process is ready: `Type=notify` in its unit, sd_notify(3). systemd's own program sends it,
// because Node has no datagram sockets of the Unix domain.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { isAwaitedBySystemd } from "../../settings/config.ts";

const TIMEOUT_MS = 10_000;

/** Does nothing if no service manager waits. A failure is logged: systemd then ends the start by its own time limit. */
export async function notifySystemd(log: Pick<Logger, "error">): Promise<void> {
  if (!isAwaitedBySystemd()) return;
  await promisify(execFile)("systemd-notify", ["--ready"], { timeout: TIMEOUT_MS }).catch((error: unknown) =>
    log.error({ err: error }, "systemd was not told that this process is ready (systemd-notify --ready)"),
  );
}
