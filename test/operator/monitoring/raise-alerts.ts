// Causes alerts on a stage that the test file shares, one after another.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Scrape } from "../../../src/cli/drill/measure/scrape.ts";
import { refusedList } from "../../harness/chain/refused-list.ts";
import { startJsonServer } from "../../harness/server/json-server.ts";
import type { Cause } from "./alert-stage.ts";
import { type AlertStage, startAlertStage } from "./alert-stage.ts";
import { fires } from "./promtool.ts";

/** Metrics from the database are kept for 5 s, and a worker reports every 30 s at most; the machine may be busy. */
const EVENTUALLY = { timeout: 120_000, interval: 1_000 };

/** Starts a stage for the file. @returns it, once the file's tests run */
export function stageForFile(): () => AlertStage {
  let stage: AlertStage;
  const refused = refusedList();
  beforeAll(async () => {
    const prices = [await startJsonServer(), await startJsonServer()] as const;
    for (const price of prices) price.answer('{"price":1.27}');
    stage = await startAlertStage({ prices, refused });
  });
  afterEach(() => stage.chain.proxy.misbehave(() => null));
  afterAll(async () => {
    await stage.stop();
    for (const price of stage.prices) await price.close();
  });
  return () => stage;
}

/** A test for each cause: before it, none of its alerts is raised, and then all are. */
export function testCauses(causes: readonly Cause[], stage: () => AlertStage): void {
  test.each(causes.map((cause) => [cause.what, cause] as const))(
    "%s",
    async (_, { alerts, silent = [], labels, continues, run }) => {
      const before = continues ? await stage().scrape() : await isQuiet(stage(), alerts);
      const isRaised = async (): Promise<boolean> =>
        fires(alerts, {
          alerts: [...alerts, ...silent],
          ...(labels && { labels }),
          states: [before, await stage().scrape()],
        });
      await run(stage(), () => expect.poll(isRaised, EVENTUALLY).toBe(true));
    },
  );
}

/** Resolves once the present state raises none of these. */
export async function isQuiet(stage: AlertStage, alerts: readonly string[]): Promise<Scrape> {
  let state = await stage.scrape();
  const check = async (): Promise<boolean> => {
    state = await stage.scrape();
    return fires([], { alerts, states: [state, state] });
  };
  await expect.poll(check, EVENTUALLY).toBe(true);
  return state;
}
