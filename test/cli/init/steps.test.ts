// The steps of `turnpike init` on a machine that is a folder, with a real database and a real chain.
import { createHmac, generateKeyPairSync } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planOf } from "../../../src/cli/init/plan.ts";
import { scramVerifier } from "../../../src/cli/init/scram.ts";
import { runSteps, showPlan } from "../../../src/cli/init/step.ts";
import { requirementProblems } from "../../../src/cli/init/steps/requirements.ts";
import { folderMachine } from "./folder-machine.ts";
import { filesIn, freshPlace, fundRelayers, makePlace, put, stepsUntil } from "./place.ts";

test("a plan names every step with its files, and changes nothing", async () => {
  const place = await freshPlace();
  const before = await filesIn(place.machine);
  const left = await showPlan(await planOf(place.setup), place.setup.say);
  expect(left).toBeGreaterThan(10);
  expect(await filesIn(place.machine)).toEqual(before);
  expect(place.machine.calls.filter((call) => /^(useradd|chown|apt-get|systemctl (?!show|is-))/.test(call))).toEqual(
    [],
  );
  expect(place.said.join("\n")).toContain("writes 0640 root:turnpike /etc/turnpike/secret.key");
});

test("it waits for coin, goes on where it stopped, and changes nothing when it is done", async () => {
  const place = await freshPlace();
  const { machine, said, setup } = place;
  const steps = await stepsUntil(setup, "settings");
  await expect(runSteps(steps, setup.say)).rejects.toThrow(
    /^money: .*send the relayer 0x[\s\S]*run turnpike init again/,
  );
  await fundRelayers(place);
  said.length = 0;
  await runSteps(steps, setup.say);
  expect(said.filter((line) => line.endsWith(": already done"))).toHaveLength(steps.length - 1);
  for (const [path, mode] of [
    ["secret.key", 0o640],
    ["relayer.keys", 0o640],
    ["database.url", 0o640],
    ["init.json", 0o600],
  ] as const) {
    expect((await stat(join(machine.root, "etc/turnpike", path))).mode & 0o777, path).toBe(mode);
  }
  const before = await filesIn(machine);
  said.length = 0;
  await runSteps(await stepsUntil(setup, "settings"), setup.say);
  expect(said.every((line) => line.endsWith(": already done"))).toBe(true);
  expect(await filesIn(machine)).toEqual(before);
});

test("a step that is killed half-way is finished by the next run; keys stay", async () => {
  const place = await freshPlace();
  const { machine, setup } = place;
  await runSteps(await stepsUntil(setup, "keys"), setup.say);
  const secret = await readFile(join(machine.root, "etc/turnpike/secret.key"), "utf8");
  // As a kill leaves it: a draft beside the file, and a file without its owner.
  await put(machine, "/etc/turnpike/secret.key.new", "half");
  await machine.setOwner(join(machine.root, "etc/turnpike/secret.key"), "root:root");
  await runSteps(await stepsUntil(setup, "keys"), setup.say);
  expect(await readFile(join(machine.root, "etc/turnpike/secret.key"), "utf8")).toBe(secret);
  expect(await machine.ownerOf(join(machine.root, "etc/turnpike/secret.key"))).toBe("root:turnpike");
});

test("no secret is on a command line, and only APIs get the secret key", async () => {
  const place = await freshPlace();
  const { machine, setup } = place;
  await runSteps(await stepsUntil(setup, "accounts"), setup.say);
  await fundRelayers(place);
  await runSteps(await stepsUntil(setup, "settings"), setup.say);
  const etc = (name: string) => readFile(join(machine.root, "etc/turnpike", name), "utf8");
  const secrets = await Promise.all(["secret.key", "buyer-data.keys", "relayer.keys", "database.url"].map(etc));
  for (const secret of secrets) {
    expect(machine.calls.join("\n")).not.toContain(secret.trim());
    expect(place.said.join("\n")).not.toContain(secret.trim());
  }
  expect(await etc("api.env")).toContain("SECRET_KEY_FILE=");
  expect(await etc("worker.env")).toMatch(/^RELAYER_KEYS_FILE=\S+\n$/);
  expect(await etc("turnpike.env")).not.toMatch(/SECRET|RELAYER/);
});

test("each service is started once, one after the other; a changed setting starts them again", async () => {
  const place = await freshPlace();
  const { machine, setup } = place;
  await runSteps(await stepsUntil(setup, "accounts"), setup.say);
  await fundRelayers(place);
  await runSteps(await stepsUntil(setup, "settings"), setup.say);
  const startedS = new Map<string, number>();
  machine.programs.set("systemctl", (args) => {
    const unit = args.at(-1) ?? "";
    // As if the files had been there for a while.
    if (args[0] === "restart") startedS.set(unit, Math.ceil(Date.now() / 1_000));
    const state = startedS.has(unit) ? "active" : "inactive";
    const at = startedS.has(unit) ? `@${startedS.get(unit)}` : "";
    return { stdout: `ActiveState=${state}\nUnitFileState=enabled\nStateChangeTimestamp=${at}\n` };
  });
  const restarts = () =>
    machine.calls.filter((call) => call.startsWith("systemctl restart")).map((call) => call.trim());
  const units = ["turnpike-api@4020", "turnpike-api@4021", "turnpike-worker@1", "turnpike-worker@2"];
  const once = units.map((unit) => `systemctl restart ${unit}.service`);
  await runSteps(await stepsUntil(setup, "services"), setup.say);
  expect(restarts()).toEqual(once);
  await runSteps(await stepsUntil(setup, "services"), setup.say);
  expect(restarts()).toEqual(once);
  for (const unit of startedS.keys()) startedS.set(unit, 1);
  await runSteps(await stepsUntil(setup, "services"), setup.say);
  expect(restarts()).toEqual([...once, ...once]);
});

test("a database that does not respond is named with its answer, and nothing after it is done", async () => {
  const { machine, setup } = await makePlace("postgres://turnpike:secret@127.0.0.1:1/turnpike");
  const run = runSteps(await planOf(setup), setup.say);
  await expect(run).rejects.toThrow(/^database: databaseUrlFile: .*does not respond \(.*ECONNREFUSED/);
  await expect(run).rejects.not.toThrow("secret");
  expect(await readdir(join(machine.root, "etc/turnpike"))).not.toContain("secret.key");
});

const otherKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

test.each([
  ["chainFile: there is no", { chain: null }],
  ["chainFile: /etc/ssl/chain.pem must begin with a certificate", { chain: "text" }],
  ["keyFile: /etc/ssl/key.pem must hold a private key", { key: "text" }],
  ["keyFile: /etc/ssl/key.pem is not the key of /etc/ssl/chain.pem", { key: otherKey() }],
])(
  "a certificate that nginx could not serve is named: %s",
  async (expected, files: { chain?: string | null; key?: string }) => {
    const { machine, setup } = await freshPlace();
    const chainFile = files.chain === null ? "/etc/ssl/nothing.pem" : "/etc/ssl/chain.pem";
    if (files.chain) await put(machine, chainFile, files.chain);
    if (files.key) await put(machine, "/etc/ssl/key.pem", files.key);
    const answers = { ...setup.answers, certificate: { chainFile, keyFile: "/etc/ssl/key.pem" } };
    await expect(runSteps(await stepsUntil({ ...setup, answers }, "certificate"), setup.say)).rejects.toThrow(expected);
  },
);

test("a machine that is not fit is refused with every reason", async () => {
  const machine = await folderMachine();
  await put(machine, "/etc/os-release", "ID=fedora\n");
  machine.programs.delete("systemctl");
  const problems = await requirementProblems({
    machine,
    release: "/root/turnpike",
    userId: 1000,
    nodeVersion: "20.1.0",
  });
  for (const part of ["as root", "not Debian", "systemd", "Node 20.1.0", "/opt/turnpike/releases"]) {
    expect(problems.join("\n")).toContain(part);
  }
});

/** The example of RFC 7677 §3: the server signs with the key that the verifier holds. */
test("the verifier of a password is SCRAM-SHA-256's", () => {
  const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");
  const serverKey = scramVerifier("pencil", salt).split(":").at(-1) ?? "";
  const nonce = "rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
  const first = "n=user,r=rOprNGfwEbeRWgbNEkqO";
  const message = `${first},r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=${nonce}`;
  const signature = createHmac("sha256", Buffer.from(serverKey, "base64")).update(message).digest("base64");
  expect(signature).toBe("6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
});
