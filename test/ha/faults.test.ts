// Payments while hosts, databases and processes fail: none that was acknowledged is lost, none is relayed twice, and
// clients see nothing worse than 503 with Retry-After. `npm run test:ha` prints a table of the pauses.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeNextVersion } from "../harness/versions.ts";
import { type Row, table } from "./report.ts";
import { type Fault, PAYMENTS, type Rig, startRig, untilDone } from "./rig.ts";

const TAKEOVER_S_MAX = 15;
const WRITE_PAUSE_S_MAX = 30;
const HEALTH_S_MAX = 10;
const ETCD_AWAY_MS = 10_000;

let rig: Rig;
const rows: Row[] = [];
beforeAll(async () => {
  rig = await startRig();
});
afterAll(async () => {
  const apis = rig.gateway.apis.map(({ name }) => name);
  process.stdout.write(`\n${table(rows, apis)}\n`);
  await rig.stop();
});

async function survives(fault: Fault): Promise<void> {
  const outcome = await rig.through(fault);
  rows.push(outcome);
  expect(outcome).toMatchObject({ payments: PAYMENTS, lost: 0, doubles: 0, differences: 0, broken: [], unpaid: [] });
  if (outcome.takeoverS !== null) expect(outcome.takeoverS).toBeLessThanOrEqual(TAKEOVER_S_MAX);
  expect(outcome.writePauseS).toBeLessThanOrEqual(WRITE_PAUSE_S_MAX);
  for (const pauseS of outcome.writePausesS) expect(pauseS).toBeLessThanOrEqual(WRITE_PAUSE_S_MAX);
  // A shorter pause, of writes or of settling, need not be reported.
  if (Math.max(outcome.writePauseS, outcome.paidPauseS) > HEALTH_S_MAX || fault.mustBeReported) {
    expect(outcome.unreadyAfterS).not.toBeNull();
    expect(outcome.unreadyAfterS).toBeLessThanOrEqual(HEALTH_S_MAX);
  }
}

test("PostgreSQL of the primary is killed", async () => {
  const primary = await rig.cluster.primary();
  await survives({
    name: "kill -9 of the primary's PostgreSQL",
    strike: () => primary.crash(),
    takenOver: () => rig.hasOtherPrimary(primary),
  });
});

test("the primary's host loses its power", async () => {
  const primary = await rig.cluster.primary();
  await survives({
    name: "kill -9 of the primary and its Patroni",
    mustBeReported: true,
    strike: () => primary.kill(),
    takenOver: () => rig.hasOtherPrimary(primary),
    heal: () => primary.start(),
  });
});

test("the primary's host is frozen and continues", async () => {
  const primary = await rig.cluster.primary();
  await survives({
    name: "SIGSTOP of the primary and its Patroni",
    mustBeReported: true,
    strike: () => primary.freeze(),
    takenOver: () => rig.hasOtherPrimary(primary),
    heal: () => primary.thaw(),
  });
});

test("a planned switchover", async () => {
  const primary = await rig.cluster.primary();
  await survives({
    name: "planned switchover",
    strike: () => rig.cluster.switchOver(),
    takenOver: () => rig.hasOtherPrimary(primary),
  });
});

test("the synchronous standby is frozen and continues", async () => {
  const standby = await rig.cluster.synchronousStandby();
  await survives({
    name: "SIGSTOP of the synchronous standby",
    strike: () => standby.freeze(),
    takenOver: () =>
      untilDone(async () => {
        if ((await rig.cluster.synchronousStandby()) === standby) throw new Error("there is no other standby");
      }),
    heal: () => standby.thaw(),
  });
});

test("etcd is away for 10 s", async () => {
  await survives({
    name: "etcd away for 10 s",
    strike: async () => {
      rig.cluster.freezeEtcd();
      setTimeout(() => rig.cluster.thawEtcd(), ETCD_AWAY_MS);
    },
  });
});

test("the leader's host is cut off", async () => {
  const { gateway } = rig;
  await gateway.leadFromTheFarHost();
  const former = gateway.leader();
  await survives({
    name: "the leading worker's host is cut off",
    mustBeReported: true,
    strike: () => gateway.cutOff(),
    takenOver: () =>
      untilDone(async () => {
        if (gateway.leader() === former) throw new Error("no other worker leads");
      }),
    heal: () => gateway.replaceFarHost(),
  });
});

test("a rolling restart onto a version with a new migration", async () => {
  const { apis, workers } = rig.gateway;
  const next = await makeNextVersion();
  await survives({
    name: "rolling restart, with a migration",
    async strike() {
      for (const member of [...workers, ...apis]) {
        await member.stop("SIGTERM");
        await member.start(next);
      }
    },
  });
});
