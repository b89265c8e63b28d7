// A demo buyer that is killed between storing a transaction and sending it, or right after, pays once.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { REHEARSAL_CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { startProcess } from "../../harness/server/process.ts";
import { exceptionsOf, heard, type Rehearsing, rehearse, startRehearsing } from "./rehearsing.ts";

const WAIT_MS = 60_000;
vi.setConfig({ testTimeout: 3 * WAIT_MS });

let scene: Rehearsing;
beforeAll(async () => {
  scene = await startRehearsing("api");
});
afterAll(() => scene.stop());

test.each(REHEARSAL_CRASH_POINTS)("killed at %s", async (crashPoint) => {
  const { live, shop } = scene;
  await live.sql("insert into demo_buyers (chain, can_reorganise) values ($1, true) on conflict do nothing", [
    live.caip2,
  ]);
  const doomed = await startProcess(live.installation, { role: "worker", crashPoint });
  const paymentId = await rehearse(shop, "underpaid");
  expect(await doomed.exited).toBe("SIGKILL");
  const stored = () =>
    live.sql("select nonce::text, encode(hash, 'hex') as hash from rehearsal_transactions where payment_id = $1", [
      paymentId,
    ]);
  const before = await stored();
  expect(before).toHaveLength(1);

  const worker = await startProcess(live.installation, { role: "worker" });
  await expect
    .poll(() => live.sql("select note from rehearsals where payment_id = $1 and ended_at is not null", [paymentId]), {
      timeout: WAIT_MS,
    })
    .toEqual([{ note: null }]);
  await expect.poll(() => exceptionsOf(shop, paymentId), { timeout: WAIT_MS }).toEqual(["underpaid open 5000000"]);
  await worker.kill();
  expect(await stored()).toEqual(before);
  expect(await heard(shop, paymentId)).toEqual(["payment.created", "exception.opened underpaid"]);
});
