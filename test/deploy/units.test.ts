// systemd's units in deploy/: their commands, settings, files, ports and time limits.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { API_PORTS, WORKERS } from "../../src/cli/init/places.ts";
import { SETTINGS } from "../../src/settings/settings.ts";
import { callFaults } from "../docs/checked.ts";
import { ROOT } from "../docs/pages.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
/** Node reads the second one itself. */
const isSetting = (name: string): boolean => name in SETTINGS || name === "NODE_USE_SYSTEM_CA";

const UNITS = ["turnpike", "turnpike-api@", "turnpike-worker@"] as const;
const TASKS = ["turnpike-task@", "turnpike-backup"] as const;

const valuesIn = (name: string, key: string) =>
  [...read(`deploy/${name}.service`).matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);

describe.each(TASKS)("deploy/%s.service", (name) => {
  test("stores the result of a known command, with known settings", () => {
    const [start = ""] = valuesIn(name, "ExecStart");
    const [own = "", program = ""] = start.split("main.js ").slice(1).join("main.js ").split(" -- ");
    expect(callFaults([...own.replace("%i", "doctor").trim().split(" "), "true"])).toEqual([]);
    for (const task of program.includes("%i") ? ["doctor", "reconcile", "certificate"] : []) {
      expect(callFaults(program.split("main.js ")[1]?.replace("%i", task).split(" ") ?? [])).toEqual([]);
    }
    expect(valuesIn(name, "Type")).toEqual(["oneshot"]);
    const names = valuesIn(name, "Environment").map((pair) => pair.split("=")[0] ?? "");
    expect(names.filter((each) => !isSetting(each))).toEqual([]);
  });

  test("can read the files that its settings name, which are of the group turnpike", () => {
    expect([...valuesIn(name, "User"), ...valuesIn(name, "SupplementaryGroups")]).toContain("turnpike");
  });
});

test("each service trusts the certificates that the machine trusts, as the command line does", () => {
  const [, own] = /^export NODE_USE_SYSTEM_CA="\$\{NODE_USE_SYSTEM_CA-(\w+)\}"$/m.exec(read("bin/turnpike")) ?? [];
  const services = readdirSync(join(ROOT, "deploy")).filter((file) => file.endsWith(".service"));
  const trusting = services.filter((file) =>
    valuesIn(file.replace(".service", ""), "Environment").includes(`NODE_USE_SYSTEM_CA=${own}`),
  );
  expect(services).toHaveLength(UNITS.length + TASKS.length);
  expect(trusting).toEqual(services);
});

test("the tasks have all settings that a command has which an operator types", () => {
  const typed = [...read("deploy/turnpike").matchAll(/EnvironmentFile=-?\$etc\/(\S+)/g)].map(([, file]) => file);
  const files = valuesIn("turnpike-task@", "EnvironmentFile").map((file) => file.replace(/^-?\/etc\/turnpike\//, ""));
  expect(files).toEqual(typed);
});

test("a timer starts a unit that exists", () => {
  const timers = readdirSync(join(ROOT, "deploy")).filter((file) => file.endsWith(".timer"));
  expect(timers.length).toBeGreaterThan(0);
  for (const timer of timers) {
    const [, unit = ""] = /^Unit=(.*)$/m.exec(read(`deploy/${timer}`)) ?? [];
    expect(existsSync(join(ROOT, "deploy", unit.replace(/@.*\./, "@."))), unit).toBe(true);
  }
});

test("turnpike-backup.service can read no key", () => {
  const hidden = valuesIn("turnpike-backup", "InaccessiblePaths").flatMap((line) => line.split(" "));
  const made = [...read("docs/deploying.md").matchAll(/\/etc\/turnpike\/[a-z-]+\.keys?\b/g)].map(
    ([path]) => `-${path}`,
  );
  expect(hidden.toSorted()).toEqual([...new Set(made)].toSorted());
});

/** The files of settings that docs/deploying.md lets an operator write. */
test.each([
  ["turnpike.service", ["turnpike"], ["turnpike.env"]],
  ["two APIs and two workers", ["turnpike-api@", "turnpike-worker@"], ["turnpike.env", "api.env", "worker.env"]],
])("an installation of %s has the files of settings that its units need", (_, services, files) => {
  for (const name of [...services, ...TASKS]) {
    const needed = valuesIn(name, "EnvironmentFile").filter((file) => !file.startsWith("-"));
    expect(
      files.map((file) => `/etc/turnpike/${file}`),
      name,
    ).toEqual(expect.arrayContaining(needed));
  }
});

test("Prometheus' configuration has the ports of the units", () => {
  const { scrape_configs: jobs } = parse(read("deploy/prometheus/prometheus.yml")) as {
    scrape_configs: readonly { static_configs: readonly { targets: readonly string[] }[] }[];
  };
  const targets = jobs.flatMap((job) => job.static_configs.flatMap((each) => each.targets));
  const ports = [...API_PORTS.map((port) => `1${port}`), ...WORKERS.map((worker) => `1403${worker}`)];
  expect(targets).toEqual(ports.map((port) => `127.0.0.1:${port}`));
  const [small = ""] = valuesIn("turnpike", "Environment").filter((pair) => pair.startsWith("METRICS_PORT="));
  expect(targets).toContain(small.replace("METRICS_PORT=", "127.0.0.1:"));
});

describe.each(UNITS)("deploy/%s.service", (name) => {
  const unit = read(`deploy/${name}.service`);
  const valuesOf = (key: string) => valuesIn(name, key);

  test("starts a known command with known settings", () => {
    const [start = ""] = valuesOf("ExecStart");
    expect(callFaults(start.split("main.js ")[1]?.split(" ") ?? [])).toEqual([]);
    const names = valuesOf("Environment").flatMap((line) => line.split(" ").map((pair) => pair.split("=")[0] ?? ""));
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
    const role = /-(\w+)@/.exec(name)?.[1];
    const own = role === undefined ? [] : [`/etc/turnpike/${role}.env`];
    expect(valuesOf("EnvironmentFile")).toEqual(["/etc/turnpike/turnpike.env", ...own]);
    expect(start).toContain(`--role ${role ?? "all"}`);
  });

  test("a restart waits until it is ready, within the time that a migration may take", () => {
    expect(valuesOf("Type")).toEqual(["notify"]);
    expect(valuesOf("NotifyAccess")).toEqual(["all"]); // a child process tells systemd
    expect(Number(valuesOf("TimeoutStartSec")[0])).toBeGreaterThan(600);
  });

  test("the files of settings cannot give two instances one port", () => {
    const [start = ""] = valuesOf("ExecStart");
    const ports = [...unit.matchAll(/\b((?:METRICS_)?PORT)=\S*%i/g)].map(([pair]) => pair);
    if (name.endsWith("@")) expect(ports.length).toBeGreaterThan(0);
    expect(ports.filter((pair) => !start.startsWith("/usr/bin/env ") || !start.includes(` ${pair} `))).toEqual([]);
  });

  test("has enough time to stop, does not restart on invalid settings, and is sandboxed", () => {
    const [, delayS = "0"] = /DRAIN_DELAY_S=(\d+)/.exec(unit) ?? [];
    expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThan(20 + Number(delayS));
    expect(valuesOf("RestartPreventExitStatus")).toEqual(["2"]);
    for (const [key, value] of HARDENED) expect(valuesOf(key), key).toEqual([value]);
  });
});

const HARDENED = [
  ["User", "turnpike"],
  ["NoNewPrivileges", "yes"],
  ["CapabilityBoundingSet", ""],
  ["ProtectSystem", "strict"],
  ["ProtectHome", "yes"],
  ["PrivateTmp", "yes"],
  ["PrivateDevices", "yes"],
  ["RestrictNamespaces", "yes"],
] as const;
