// Upgrades and rollbacks under load, through the shipped nginx.conf: no request fails, whatever the new release does.
// Real processes run as the shipped units say; systemd itself is replaced (fake-systemd.ts).
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOther } from "./artefact.ts";
import { Load } from "./load.ts";
import { Machine } from "./machine.ts";

let machine: Machine;
let first: string;
beforeAll(async () => {
  machine = await Machine.start();
  first = await machine.current();
});
afterAll(() => machine.stop());

/** Shops and buyers are busy before, while and after `work` runs; none of their requests may fail. */
async function underLoad(work: (load: Load) => Promise<void>): Promise<void> {
  const load = new Load(machine.server, machine.url);
  const untilPaid = async () => {
    const { paid } = load;
    await expect.poll(() => load.paid, { timeout: 60_000 }).toBeGreaterThan(paid + 2);
  };
  try {
    await untilPaid();
    await work(load);
    await untilPaid();
  } finally {
    await load.stop();
  }
  expect(load.failures).toEqual([]);
  expect(load.requests).toBeGreaterThan(100);
}

const nameOf = (file: string) => basename(file, ".tar.gz");
const other = (commit: string, change?: (folder: string) => Promise<void>) =>
  makeOther(machine.currentFolder, machine.files, commit, change);
const withMigrations = (files: Readonly<Record<string, string>>) => async (folder: string) => {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, "dist/store/migrations", name), text);
};
const NEXT = { "0002_next.sql": "-- runs with: 0001_schema\ncreate table nexts ();" };
const everywhere = (release: string) => machine.units.map(() => release);
const lastLine = (text: string) => text.trim().split("\n").at(-1);

/** Adds a line to a file of deploy/. */
const withLine = (file: string, line: string) => (folder: string) => appendFile(join(folder, "deploy", file), line);
const unit = (file: string) => readFile(machine.systemd.pathOf(file), "utf8");
const previous = async () => {
  const { stdout } = await machine.run("releases", "--json");
  const { releases } = JSON.parse(stdout) as { releases: readonly { release: string; isPrevious: boolean }[] };
  return releases.find(({ isPrevious }) => isPrevious)?.release ?? null;
};

test("an upgrade with a migration, and the way back: no request fails, and open pages keep their files", async () => {
  const file = await other("00000002", withMigrations(NEXT));
  await underLoad(async (load) => {
    const upgraded = await machine.run("upgrade", file);
    expect(upgraded).toMatchObject({ code: 0, stderr: "" });
    expect(upgraded.stdout).toMatch(/^schema: 0002_next$/m);
    expect(upgraded.stdout).toMatch(/^turnpike-worker@1\.service: ready after \d+\.\d s$/m);
    expect(await machine.running()).toEqual(everywhere(nameOf(file)));
    expect(machine.systemd.restarts).toEqual(machine.units);
    const back = await machine.run("rollback");
    expect([back.code, lastLine(back.stdout)]).toEqual([0, `All services of this machine run in ${first}.`]);
    expect(await machine.running()).toEqual(everywhere(first));
    expect([...load.files].filter((path) => /checkout\/main-.*\.js$/.test(path))).toHaveLength(2);
  });
});

test("a release that does not start: the upgrade stops at the first unit, goes back, and no request fails", async () => {
  const file = await other("00000003", async (folder) => {
    await writeFile(join(folder, "dist/cli/service/serve.js"), 'throw new Error("a part is missing")');
    await withLine("turnpike-worker@.service", "# changed\n")(folder);
  });
  const [before, worker] = [await previous(), await unit("turnpike-worker@.service")];
  machine.systemd.restarts.length = 0;
  await underLoad(async () => {
    const { code, stderr } = await machine.run("upgrade", file);
    expect(code).toBe(1);
    expect(stderr).toMatch(/turnpike-worker@1\.service does not start: Job for .* failed/);
    expect(stderr).toContain("a part is missing");
    expect(lastLine(stderr)).toBe(`turnpike: Went back to ${first}: all units run in it.`);
  });
  expect(machine.systemd.restarts).toEqual([machine.units[0], machine.units[0]]);
  expect([await machine.current(), await previous()]).toEqual([first, before]);
  expect(before).toBe(nameOf(file).replace(/3$/, "2"));
  expect(await unit("turnpike-worker@.service")).toBe(worker);
  expect(await machine.running()).toEqual(everywhere(first));
});

test("units that nobody edited are replaced, also by the way back; others are named with a command", async () => {
  const [api, worker] = ["turnpike-api@.service", "turnpike-worker@.service"];
  const shipped = await unit(worker);
  await appendFile(machine.systemd.pathOf(api), "# the operator's\n");
  const line = "# changed\n";
  const file = await other("00000008", async (folder) => {
    await withLine(api, "# changed\n")(folder);
    await withLine(worker, line)(folder);
    await writeFile(join(folder, "deploy/turnpike-new.timer"), "[Timer]\n");
  });
  const upgraded = await machine.run("upgrade", file);
  expect(upgraded).toMatchObject({ code: 0, stderr: "" });
  const named = upgraded.stdout.split("\n").filter((each) => each.startsWith("file: "));
  const deploy = (name: string) => join(machine.root, "releases", name, "deploy", api);
  const [path, restarts] = [
    machine.systemd.pathOf(api),
    machine.units.slice(2).map((each) => `systemctl restart ${each}`),
  ];
  const commands = [`diff -u ${deploy(first)} ${deploy(nameOf(file))} | patch ${path}`, "systemctl daemon-reload"];
  expect(named).toEqual([
    `file: ${machine.systemd.pathOf(worker)} gets the text of ${nameOf(file)}`,
    `file: ${path} is left to you. Afterwards, run: ${[...commands, ...restarts].join(" && ")}`,
    expect.stringMatching(/^file: \S+\/turnpike-new\.timer is left to you\. Afterwards, run: install --mode=0644 /),
  ]);
  expect(await unit(worker)).toBe(shipped + line);
  expect((await machine.run("rollback")).code).toBe(0);
  expect(await unit(worker)).toBe(shipped);
  expect(await unit(api)).toContain("# the operator's\n");
});

test("an upgrade that is killed, also while it restarts a unit, is finished by another run", async () => {
  const file = await other("00000004");
  await underLoad(async () => {
    for (const stopAt of [0, 1]) {
      machine.systemd.restarts.length = 0;
      const { child, ended } = machine.begin("upgrade", file);
      await expect.poll(() => machine.systemd.restarts.length, { timeout: 60_000 }).toBeGreaterThan(stopAt);
      child.kill("SIGKILL");
      await ended;
    }
    const again = machine.begin("upgrade", file);
    await expect.poll(() => machine.systemd.restarts.length, { timeout: 60_000 }).toBeGreaterThan(2);
    expect(await machine.run("upgrade", file)).toMatchObject({
      code: 1,
      stderr: "turnpike: another upgrade or rollback is running: wait for its end\n",
    });
    expect(await again.ended).toMatchObject({ code: 0, stderr: "" });
  });
  expect(await machine.running()).toEqual(everywhere(nameOf(file)));
  expect((await machine.run("rollback")).code).toBe(0);
});

test("what is not fit to run here is refused before anything is touched", async () => {
  machine.systemd.restarts.length = 0;
  const refusal = async (...words: readonly string[]) => {
    const { code, stderr } = await machine.run(...words);
    expect(code).toBe(1);
    return stderr.replaceAll("turnpike: ", "");
  };
  const needs = (facts: object) => async (folder: string) => {
    const path = join(folder, "release.json");
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), ...facts }));
  };
  const newer = await other("00000005", needs({ node: ">=99.0.0" }));
  expect(await refusal("upgrade", newer)).toMatch(/needs Node >=99\.0\.0; .* is v\d+/);
  expect(await refusal("upgrade", await other("00000006", needs({ arch: "s390x" })))).toContain(
    "is for linux on s390x",
  );
  const oneWay = await other("00000007", withMigrations({ ...NEXT, "0003_one_way.sql": "create table one_way ();" }));
  expect(await refusal("upgrade", oneWay)).toMatch(/^after 0003_one_way this release cannot start again/);
  await appendFile(newer, "more");
  expect(await refusal("upgrade", newer)).toMatch(/has the checksum [0-9a-f]{64}, expected/);
  expect(await refusal("rollback", "turnpike-0.1.0-99999999")).toMatch(
    /^there is no release turnpike-0\.1\.0-99999999/,
  );
  await appendFile(join(machine.root, "etc/api.env"), "FEE_PERCENTAGE=0,4\n");
  expect(await refusal("rollback", nameOf(oneWay))).toContain("FEE_PERCENTAGE");
  expect(machine.systemd.restarts).toEqual([]);
  expect(await machine.running()).toEqual(everywhere(first));
});

test("after a migration without a way back, a rollback is refused; old releases are removed when asked", async () => {
  const settings = join(machine.root, "etc/api.env");
  await writeFile(settings, (await readFile(settings, "utf8")).replace("FEE_PERCENTAGE=0,4\n", ""));
  const file = join(machine.files, "turnpike-0.1.0-00000007.tar.gz");
  expect(await machine.run("upgrade", file, "--no-way-back")).toMatchObject({ code: 0, stderr: "" });
  const { code, stderr } = await machine.run("rollback");
  expect(code).toBe(1);
  expect(stderr).toContain("newer than this version of Turnpike, which does not know 0003_one_way");
  expect(stderr).toContain("the only way back is the backup from before the upgrade");
  expect(await machine.running()).toEqual(everywhere(nameOf(file)));
  const pruned = await machine.run("releases", "--prune", "--keep", "1", "--json");
  const { releases } = JSON.parse(pruned.stdout) as { releases: readonly { release: string }[] };
  expect(releases.map(({ release }) => release)).toEqual([nameOf(file), first]);
});
