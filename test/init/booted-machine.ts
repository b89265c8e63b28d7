// A Debian that boots: systemd as process 1 in own namespaces, on a copy of this machine's files that is thrown
// away, with its own loopback. It needs root, systemd-nspawn and overlayfs.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { ROOT } from "../docs/pages.ts";

export interface BootedMachine {
  /** Where its files lie, seen from outside. */
  readonly root: string;
  /** Starts a program in it, with its own PATH and no settings of this shell. */
  start(program: string, args: readonly string[]): ChildProcess;
  /** Runs a program in it. @returns the output. @throws Error if it fails */
  run(program: string, args: readonly string[]): string;
  stop(): Promise<void>;
}

const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** Services of this machine that the other one does not need. */
const MASKED = ["pgbouncer.service", "prometheus-alertmanager.service", "systemd-networkd-wait-online.service"];
/** What an installation would leave, should this machine have one. */
const REMOVED = ["etc/turnpike", "opt/turnpike", "usr/local/bin/turnpike"];

/** A quiet machine takes 8 s. Other tests on its processors made it take more than a minute. */
const BOOT_MS_MAX = 180_000;

/** @param hosts names that lead to its own loopback */
export async function bootMachine(hosts: readonly string[]): Promise<BootedMachine> {
  const place = await mkdtemp(join(tmpdir(), "turnpike-test-boot-"));
  const at = (name: string) => join(place, name);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=6g", "tmpfs", place]);
  for (const name of ["upper", "work", "root"]) await mkdir(at(name));
  const layers = `lowerdir=/,upperdir=${at("upper")},workdir=${at("work")}`;
  execFileSync("mount", ["-t", "overlay", "overlay", "-o", layers, at("root")]);
  const root = at("root");
  for (const name of REMOVED) await rm(join(root, name), { recursive: true, force: true });
  await writeFile(join(root, "etc/hosts"), `127.0.0.1 localhost ${hosts.join(" ")}\n`);
  for (const unit of MASKED) {
    await rm(join(root, "etc/systemd/system", unit), { force: true });
    await symlink("/dev/null", join(root, "etc/systemd/system", unit));
  }
  const own = ["--private-network", "--register=no", "--keep-unit", `--bind-ro=${ROOT}`];
  const boot = spawn("systemd-nspawn", ["--quiet", "--boot", "--directory", root, "--machine=turnpike-test", ...own], {
    stdio: "ignore",
    detached: true,
  });
  const leader = await leaderOf(boot);
  const inside = (program: string, args: readonly string[]): string[] => [
    ...["--target", String(leader), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup"],
    ...["env", "-i", `PATH=${SYSTEM_PATH}`, "HOME=/root", "LANG=C.UTF-8", program, ...args],
  ];
  const machine: BootedMachine = {
    root,
    start: (program, args) => spawn("nsenter", inside(program, args), { stdio: "pipe" }),
    run: (program, args) => execFileSync("nsenter", inside(program, args), { encoding: "utf8", stdio: "pipe" }),
    async stop() {
      const ended = once(boot, "exit");
      // systemd halts at this signal (SIGRTMIN+3), and nspawn ends with it.
      execFileSync("kill", ["-s", "RTMIN+3", String(leader)]);
      await ended;
      execFileSync("umount", [root]);
      execFileSync("umount", [place]);
      await rm(place, { recursive: true });
    },
  };
  try {
    await vi.waitUntil(() => isUp(machine), { timeout: BOOT_MS_MAX, interval: 500 });
    return machine;
  } catch (error) {
    await machine.stop();
    throw error;
  }
}

/** Its process 1, a child of nspawn. */
async function leaderOf({ pid }: ChildProcess): Promise<number> {
  const children = () => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  await vi.waitUntil(() => children() !== "", { timeout: 20_000 });
  return Number(children().split(" ")[0]);
}

function isUp(machine: BootedMachine): boolean {
  try {
    return machine.run("systemctl", ["is-active", "multi-user.target"]).trim() === "active";
  } catch {
    return false; // systemd does not respond yet
  }
}
