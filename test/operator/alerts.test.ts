// The alert rules, checked by Prometheus's own promtool, and raised by causing what they are for.
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";
import { confirmedPayment } from "../faults/confirmed.ts";
import { untilFinal } from "../harness/wallet.ts";
import { CAUSES } from "./alert-causes.ts";
import { type AlertStage, startAlertStage } from "./alert-stage.ts";
import { fires, promtool, RULES, type Scrape } from "./promtool.ts";

let stage: AlertStage;
beforeAll(async () => {
  stage = await startAlertStage();
});
afterEach(() => stage.chain.proxy.misbehave(() => null));
afterAll(() => stage.stop());

const ALERTS = RULES.map(({ alert }) => alert);
/** Metrics from the database are kept for 5 s, and a worker reports every 30 s at most; the machine may be busy. */
const EVENTUALLY = { timeout: 120_000, interval: 1_000 };

test("promtool accepts the configuration and the rules", async () => {
  const said = await promtool("check", "config", join(ROOT, "deploy/prometheus/prometheus.yml"));
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});

test("each rule has a cause", () => {
  expect([...new Set(CAUSES.flatMap(({ alerts }) => alerts))].toSorted()).toEqual(ALERTS.toSorted());
});

test("a service at work raises none", async () => {
  const { paymentId } = await confirmedPayment(stage.server);
  expect(await untilFinal(stage.server, paymentId)).toMatchObject({ status: "succeeded" });
  await isQuiet(ALERTS);
});

test.each(CAUSES.map((cause) => [cause.what, cause] as const))("%s", async (_, { alerts, labels, continues, run }) => {
  const before = continues ? await stage.scrape() : await isQuiet(alerts);
  const isRaised = async (): Promise<boolean> =>
    fires(alerts, { alerts, ...(labels && { labels }), states: [before, await stage.scrape()] });
  await run(stage, () => expect.poll(isRaised, EVENTUALLY).toBe(true));
});

/** Resolves once the present state raises none of these. */
async function isQuiet(alerts: readonly string[]): Promise<Scrape> {
  let state = await stage.scrape();
  const check = async (): Promise<boolean> => {
    state = await stage.scrape();
    return fires([], { alerts, states: [state, state] });
  };
  await expect.poll(check, EVENTUALLY).toBe(true);
  return state;
}
