// turnpike drill on a copy of an installation that is running, which the drill must not touch.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { chainsFileOf, TURNPIKE, temporaryDir } from "../cli/turnpike.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { environmentOf } from "../harness/server/environment.ts";
import { entryOf } from "../harness/server/process.ts";
import { startServer } from "../harness/server/server.ts";
import { startDebianPostgres } from "./debian-postgres.ts";

const DRILL_MS_MAX = 10 * 60_000;

interface Outcome {
  readonly problems: readonly string[];
  readonly writes: { readonly acknowledged: number } | null;
  readonly alerts: readonly string[] | null;
}

/** A server on Debian's PostgreSQL, and the settings of its commands. */
async function startInstallation() {
  const postgres = await startDebianPostgres();
  onTestFinished(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const server = await startServer({ database: { databaseUrl: postgres.databaseUrl, drop: async () => {} } });
  onTestFinished(() => server.stop());
  const { environment, chains } = server.installation;
  const settings = environmentOf({ ...environment, CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)) });
  return { postgres, server, settings, dir: await temporaryDir() };
}

test("a drill takes each fault on a copy, names its alerts, and leaves the installation alone", {
  timeout: DRILL_MS_MAX,
}, async () => {
  const { server, settings, dir } = await startInstallation();
  const paid = await signPayment(server, await createPayment(server), await server.newBuyer());
  await confirm(server, paid);
  expect(await untilFinal(server, paid.paymentId)).toMatchObject({ status: "succeeded" });
  // Signed and not confirmed: nothing but this installation may send it. The drill may take longer than a payment.
  const expiresAt = Math.floor((Date.now() + 2 * DRILL_MS_MAX) / 1_000);
  const open = await signPayment(server, await createPayment(server, { expiresAt }), await server.newBuyer());

  const counted = async () => (await server.sql("select count(*)::int as payments from payments"))[0];
  const before = await counted();
  const { stdout } = await promisify(execFile)(process.execPath, [TURNPIKE, "drill", "--json", "--dir", dir], {
    env: settings,
    timeout: DRILL_MS_MAX,
  });
  const { isPassed, outcomes } = JSON.parse(stdout) as { isPassed: boolean; outcomes: readonly Outcome[] };
  expect(outcomes.flatMap(({ problems }) => problems)).toEqual([]);
  expect(isPassed).toBe(true);
  expect(outcomes.map(({ alerts }) => alerts)).toEqual([
    null,
    expect.arrayContaining(["TurnpikeDown"]),
    expect.arrayContaining(["TurnpikeDown"]),
    expect.arrayContaining(["TurnpikeNodesAway"]),
    null,
    expect.arrayContaining([expect.stringMatching(/^Turnpike(DatabaseDown|NoWrites)$/)]),
    expect.arrayContaining(["TurnpikeNoWrites"]),
  ]);
  for (const { writes } of outcomes.slice(1)) expect(writes?.acknowledged).toBeGreaterThan(0);
  expect(readdirSync(dir)).toEqual([]);
  expect(await counted()).toEqual(before);
  expect(await confirm(server, open)).toMatchObject({ status: 200 });
  expect(await untilFinal(server, open.paymentId)).toMatchObject({ status: "succeeded" });
});

test("an operator's backup is restored; Ctrl-C ends all that a drill has started, and removes it", async () => {
  const { postgres, settings, dir } = await startInstallation();
  const backups = await temporaryDir();
  const pgDump = join(postgres.path.split(":").at(-1) ?? "", "pg_dump");
  execFileSync(pgDump, ["--format=custom", `--file=${join(backups, "own.dump")}`, postgres.databaseUrl]);
  const words = [TURNPIKE, "drill", "--dir", dir, "--backup", "own.dump"];
  const drill = spawn(process.execPath, words, { env: settings, cwd: backups });
  const exited = once(drill, "exit");
  const said: string[] = [];
  for await (const line of createInterface({ input: drill.stderr })) {
    said.push(line);
    if (line.includes("worker is killed")) break;
  }
  expect(said.slice(0, 2)).toEqual(["restore …", "  passed"]);
  const [copy = ""] = readdirSync(dir);
  const running = () => execFileSync("ps", ["-eww", "-o", "args"], { encoding: "utf8" }).split(copy).length - 1;
  expect(running()).toBeGreaterThan(0);
  drill.kill("SIGINT");
  await exited;
  await expect.poll(running, { timeout: 60_000 }).toBe(0);
  expect(readdirSync(dir)).toEqual([]);
});
