// Prometheus' rules, if Prometheus is installed here. Its own configuration is replaced only while it is Debian's.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { areKept, keepFile, keepFiles, readIfThere } from "../files.ts";
import { at, type Machine } from "../machine.ts";
import { forAll } from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";
import { hasRead, startOrReload } from "./units.ts";

const CONFIGURATION = "/etc/prometheus/prometheus.yml";
const RULES = "/etc/prometheus/turnpike.rules.yml";

/** No step where Prometheus is not installed: it may run elsewhere. */
export async function monitoringSteps(setup: Setup): Promise<Step[]> {
  const { machine, release, say } = setup;
  if ((await readIfThere(machine, CONFIGURATION)) === null) return [];
  const shipped = (name: string) => readFile(at(machine, join(release, "deploy/prometheus", name)), "utf8");
  const files = [forAll(RULES, await shipped("turnpike.rules.yml"))];
  const configuration = forAll(CONFIGURATION, await shipped("prometheus.yml"));
  const isConfigured = async () => ((await readIfThere(machine, CONFIGURATION)) ?? "").includes("turnpike.rules.yml");
  return [
    {
      name: "monitoring",
      does: [`watches the services with Prometheus, and replaces ${CONFIGURATION} if it is still Debian's`],
      files: [...files, configuration],
      isDone: async () =>
        (await areKept(machine, files)) &&
        ((await isConfigured()) || !(await isDebians(machine))) &&
        (await hasRead(
          machine,
          "prometheus.service",
          files.map(({ path }) => path),
        )),
      async apply() {
        await keepFiles(machine, files);
        if (!(await isConfigured())) {
          if (await isDebians(machine)) await keepFile(machine, configuration);
          else
            say(`   ${CONFIGURATION} is your own: add the rules and the job of deploy/prometheus/prometheus.yml to it`);
        }
        await startOrReload(machine, "prometheus.service");
      },
    },
  ];
}

async function isDebians(machine: Machine): Promise<boolean> {
  const { stdout } = await machine.run("dpkg-query", ["--status", "prometheus"]);
  const [, sum] = new RegExp(`^ ?${CONFIGURATION} ([0-9a-f]{32})$`, "m").exec(stdout) ?? [];
  const text = (await readIfThere(machine, CONFIGURATION)) ?? "";
  return sum !== undefined && createHash("md5").update(text).digest("hex") === sum;
}
