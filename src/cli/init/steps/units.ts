// What systemd knows of a service.
import { stat } from "node:fs/promises";
import { at, type Machine, mustRun } from "../machine.ts";

/** It runs, is started at boot, and was started or reloaded after the last change of these files, if they exist. */
export async function hasRead(machine: Machine, unit: string, paths: readonly string[]): Promise<boolean> {
  // The state of a running unit changes when it starts and when it is reloaded.
  const properties = "ActiveState,UnitFileState,StateChangeTimestamp";
  const { stdout } = await machine.run("systemctl", ["show", "--timestamp=unix", `--property=${properties}`, unit]);
  if (!/^ActiveState=active$/m.test(stdout) || !/^UnitFileState=enabled$/m.test(stdout)) return false;
  const readS = Number(/^StateChangeTimestamp=@(\d+)$/m.exec(stdout)?.[1] ?? 0);
  const files = await Promise.all(paths.map((path) => stat(at(machine, path)).catch(() => null)));
  return files.every((file) => file === null || Math.floor(file.mtimeMs / 1_000) <= readS);
}

/** Starts it, or lets it read its files again. */
export async function startOrReload(machine: Machine, unit: string): Promise<void> {
  await mustRun(machine, "systemctl", ["enable", "--quiet", unit]);
  await mustRun(machine, "systemctl", ["reload-or-restart", unit]);
}
