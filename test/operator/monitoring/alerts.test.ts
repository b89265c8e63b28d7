// The alert rules, checked by Prometheus's own promtool, and raised by what stops or slows a service.
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../docs/pages.ts";
import { confirmedPayment } from "../../faults/payments/confirmed.ts";
import { untilFinal } from "../../harness/chain/wallet.ts";
import { PAYMENT_CAUSES, SERVICE_CAUSES } from "./alert-causes.ts";
import { OUTSIDE_CAUSES } from "./outside-causes.ts";
import { promtool, RULES } from "./promtool.ts";
import { isQuiet, stageForFile, testCauses } from "./raise-alerts.ts";
import { SHARED_CAUSES } from "./shared-causes.ts";

const stage = stageForFile();
const ALERTS = RULES.map(({ alert }) => alert);

test("promtool accepts the configuration and the rules", async () => {
  const said = await promtool("check", "config", join(ROOT, "deploy/prometheus/prometheus.yml"));
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});

test("each rule has a cause", () => {
  const causes = [...SERVICE_CAUSES, ...SHARED_CAUSES, ...OUTSIDE_CAUSES, ...PAYMENT_CAUSES];
  expect([...new Set(causes.flatMap(({ alerts }) => alerts))].toSorted()).toEqual(ALERTS.toSorted());
});

test("a service at work raises none", async () => {
  const { paymentId } = await confirmedPayment(stage().server);
  expect(await untilFinal(stage().server, paymentId)).toMatchObject({ status: "succeeded" });
  await isQuiet(stage(), ALERTS);
});

testCauses([...SHARED_CAUSES, ...OUTSIDE_CAUSES, ...SERVICE_CAUSES], stage);
