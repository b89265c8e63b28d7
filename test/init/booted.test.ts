// `turnpike init` in a Debian that boots, from the file of a release to a paid payment over TLS, then upgrades of it:
// npm run test:init. With TRANSCRIPT=file, it writes what an operator would have typed and seen.
import { writeFileSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOther } from "../operator/releases/artefact.ts";
import { HOST, RELEASE, Site } from "./site.ts";

const SECONDS_MAX = 180;

let site: Site;
const transcript: string[] = [];

beforeAll(async () => {
  site = await Site.start(transcript);
});
afterAll(async () => {
  await site.stop();
  if (process.env.TRANSCRIPT) writeFileSync(process.env.TRANSCRIPT, transcript.join("\n"));
});

const INIT = `/opt/turnpike/releases/${RELEASE}/bin/turnpike init`;
const UNPACK = [
  "sha256sum --check SHA256SUMS",
  "mkdir --parents /opt/turnpike/releases",
  `tar --extract --file ${RELEASE}.tar.gz --directory /opt/turnpike/releases --no-same-owner`,
];
const sendMoney = (line: string) => site.sendMoney(line);

test("wrong answers and a dry run change nothing", async () => {
  for (const command of UNPACK) expect((await site.type(command)).code).toBe(0);
  site.writeAnswers("wrong.json", { publicUrl: "http://pay.example" });
  expect(await site.type(`${INIT} --answers wrong.json --yes`)).toEqual({
    code: 2,
    said: expect.stringContaining("wrong.json: publicUrl must be https://"),
  });
  const dry = await site.type(`${INIT} --answers answers.json --dry-run`);
  expect(dry).toEqual({ code: 0, said: expect.stringContaining("Nothing was changed (--dry-run).") });
  expect(() => site.machine.run("ls", ["/etc/turnpike"])).toThrow("No such file");
});

test("without coin it says what to send where; Ctrl-C and a kill lose nothing", async () => {
  const signal = (name: string) => site.machine.run("pkill", ["--signal", name, "--full", "cli/main.js init"]);
  const waited = await site.type(`exec ${INIT} --answers answers.json --yes`, (line) => {
    if (line.includes("Ctrl-C is harmless")) signal("INT");
  });
  expect(waited.code).toBe(130);
  expect(waited.said).toMatch(/send the relayer 0x\w+ at least [\d.]+ of the chain's coin[\s\S]*send the buyer 0x/);
  const secret = site.machine.run("cat", ["/etc/turnpike/secret.key"]);
  const money: Promise<void>[] = [];
  let hasBegun = false; // the plan before it names the same steps
  const killed = await site.type(`exec ${INIT} --yes`, (line) => {
    money.push(sendMoney(line));
    hasBegun ||= line === "";
    if (hasBegun && line === "11 services") signal("KILL");
  });
  expect(killed.code).not.toBe(0);
  expect(killed.said).toContain("deployed in 0x");
  expect(killed.said).toMatch(/11 services$/);
  await Promise.all(money);
  expect(site.machine.run("cat", ["/etc/turnpike/secret.key"])).toBe(secret);
});

/** Another init, which must change nothing. */
async function expectNothingToDo(): Promise<void> {
  site.machine.run("touch", ["/root/mark"]);
  const again = await site.type("turnpike init");
  expect(again).toEqual({ code: 0, said: expect.stringContaining("nothing was changed") });
  const folders = ["/etc/turnpike", "/etc/systemd/system", "/etc/nginx", "/opt/turnpike"];
  expect(site.machine.run("find", [...folders, "-newer", "/root/mark"])).toBe("");
}

test("the next run goes on to a paid payment over TLS, and one more changes nothing", async () => {
  const done = await site.type(`${INIT} --yes`, (line) => void sendMoney(line));
  expect(done).toEqual({ code: 0, said: expect.stringMatching(/pay_\w+ succeeded in transaction 0x/) });
  expect(done.said).toContain("found no problem and 0 warnings");
  await expectNothingToDo();
  expect((await site.type("turnpike doctor")).said).toContain("No problems found.");
});

test("a command on a copy never meets the services' database, whose settings are in files", async () => {
  const copy = "DATABASE_URL=postgres://turnpike:none@127.0.0.1:1/turnpike_restored";
  expect(await site.type(`${copy} turnpike reconcile`)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /this shell's settings override .*: DATABASE_URL\n[\s\S]*DATABASE_URL does not respond/,
    ),
  });
  expect(site.machine.run("find", ["/run", "-maxdepth", "1", "-name", "turnpike.*"])).toBe("");
  expect(await site.type(`${copy} turnpike rollback`)).toEqual({ code: 2, said: expect.stringContaining("unset") });
});

test("a backup of the user postgres stores its result, and can read no key", async () => {
  const pgbackrest = site.at("usr/bin/pgbackrest");
  const keys = ["secret.key", "relayer.keys", "buyer-data.keys", "receipts.keys"].map(
    (name) => `/etc/turnpike/${name}`,
  );
  const tryKeys = keys.map((key) => `if cat ${key} >/dev/null 2>&1; then exit 9; fi`).join("\n");
  await writeFile(pgbackrest, `#!/bin/sh\n${tryKeys}\n[ "$(id -un)" = postgres ]\n`, { mode: 0o755 });
  expect((await site.type("systemctl start turnpike-backup.service")).code).toBe(0);
  expect((await site.type("turnpike task list")).said).toMatch(/^backup +\S+ +ok /m);
});

test("the doctor finds that no API runs", async () => {
  expect((await site.type("systemctl stop turnpike-api@4020 turnpike-api@4021")).code).toBe(0);
  const { code, said } = await site.type("turnpike doctor");
  expect(code).toBe(1);
  expect(said).toContain(`problem  public address: https://${HOST} responds with 502`);
  expect(said).toMatch(/^warning {2}processes: no api has reported/m);
  expect((await site.type("systemctl start turnpike-api@4020 turnpike-api@4021")).code).toBe(0);
});

interface Figures {
  readonly requests: number;
  readonly paid: number;
  readonly failures: readonly string[];
}

/** Buyers and shops are busy before, while and after an operator types a command; none of their requests may fail. */
async function typeUnderLoad(command: string): Promise<string> {
  const load = await site.startProgram("load.ts", `https://${HOST}`);
  const figures = async () => JSON.parse(await load.ask("figures")) as Figures;
  const untilPaid = async () => {
    const { paid } = await figures();
    await expect.poll(async () => (await figures()).paid, { timeout: 60_000 }).toBeGreaterThan(paid + 1);
  };
  try {
    await untilPaid();
    const { code, said } = await site.type(command);
    expect({ code, said }).toMatchObject({ code: 0 });
    await untilPaid();
    const { requests, paid, failures } = await figures();
    transcript.push(`[load: ${requests} requests, ${paid} payments, ${failures.length} failures]`);
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(100);
    return said;
  } finally {
    await load.end();
  }
}

const UNITS = ["turnpike-worker@1", "turnpike-worker@2", "turnpike-api@4020", "turnpike-api@4021"];

/** @param lines of `turnpike releases`, without times */
async function expectReleases(...lines: readonly string[]): Promise<void> {
  const { said } = await site.type("turnpike releases");
  for (const line of lines) expect(said.replaceAll(/ +/g, " ")).toContain(line);
  const states = site.machine.run("systemctl", ["show", "--property=ActiveState,SubState,NRestarts", ...UNITS]);
  expect(states.trim().split("\n\n")).toEqual(UNITS.map(() => "NRestarts=0\nActiveState=active\nSubState=running"));
  expect(site.machine.run("systemctl", ["list-units", "--failed", "--no-legend", "turnpike*"])).toBe("");
}

/** A release that differs from the first one in a unit and the proxy's file. */
async function makeSecond(): Promise<string> {
  await makeOther(site.at(`opt/turnpike/releases/${RELEASE}`), site.at("root"), "00000002", async (folder) => {
    const unit = join(folder, "deploy/turnpike-api@.service");
    await writeFile(unit, (await readFile(unit, "utf8")).replace("LimitNOFILE=65536", "LimitNOFILE=60000"));
    await appendFile(join(folder, "deploy/nginx.conf"), "# changed\n");
  });
  return RELEASE.replace(/1$/, "2");
}

/** The unit is the release's, and the proxy's file becomes it by init. */
async function expectFiles(said: string, openFiles: number): Promise<void> {
  expect(said).toContain("file: /etc/systemd/system/turnpike-api@.service gets the text of");
  expect(said).toContain("file: /etc/nginx/conf.d/turnpike.conf is left to you. Afterwards, run: turnpike init");
  const limit = site.machine.run("systemctl", ["show", "--property=LimitNOFILE", "turnpike-api@4020"]);
  expect(limit.trim()).toBe(`LimitNOFILE=${openFiles}`);
  const done = await site.type("turnpike init --yes");
  expect(done).toEqual({ code: 0, said: expect.stringMatching(/11 services: already done\n12 nginx\n +done in/) });
  await expectNothingToDo();
}

test("an upgrade and a rollback under systemd, with changed files: no request fails, and payments succeed", async () => {
  const second = await makeSecond();
  const services = "turnpike-worker@1.service, turnpike-worker@2.service, turnpike-api@4020.service, turnpike-api@4021";
  const upgraded = await typeUnderLoad(`turnpike upgrade ${second}.tar.gz`);
  expect(upgraded).toContain(`All services of this machine run in ${second}.`);
  await expectReleases(`current ${services}`, "previous");
  await expectFiles(upgraded, 60_000);
  const back = await typeUnderLoad("turnpike rollback");
  expect(back).toContain(`All services of this machine run in ${RELEASE}.`);
  await expectReleases(`current ${services}`, "previous");
  await expectFiles(back, 65_536);
});

test("a drill on a copy, as the service's user, survives each fault", async () => {
  const { code, said } = await site.type("turnpike drill");
  expect({ code, said }).toMatchObject({ code: 0 });
  expect(said).toContain("**Passed** on ");
  expect(said).not.toContain("**failed**");
  await expectNothingToDo();
});

test(`from nothing to a paid payment in ${SECONDS_MAX} s`, async () => {
  await site.stop();
  site = await Site.start(transcript);
  transcript.push("", "--- From nothing, on another machine ---");
  const startedMs = performance.now();
  const commands = [...UNPACK, `${INIT} --answers answers.json --yes`];
  for (const command of commands) {
    const { code, said } = await site.type(command, (line) => void sendMoney(line));
    expect({ code, said }).toMatchObject({ code: 0 });
  }
  const tookS = Math.round((performance.now() - startedMs) / 1_000);
  transcript.push(`--- ${commands.length} commands, ${tookS} s ---`);
  expect(tookS).toBeLessThan(SECONDS_MAX);
  expect(basename(site.machine.run("readlink", ["/opt/turnpike/current"]).trim())).toBe(RELEASE);
});
