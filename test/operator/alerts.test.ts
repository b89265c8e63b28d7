// The alert rules, checked and run by Prometheus's own promtool.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../docs/pages.ts";

const run = promisify(execFile);
const promtool = async (...args: readonly string[]) => (await run("promtool", args)).stdout;

const RULES = join(ROOT, "deploy/prometheus/turnpike.rules.yml");

test("promtool accepts the configuration and the rules", async () => {
  const said = await promtool("check", "config", join(ROOT, "deploy/prometheus/prometheus.yml"));
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});

/** Series over ten minutes, and the alerts that they raise at the end. */
const CASES: readonly [
  name: string,
  series: Readonly<Record<string, string>>,
  alerts: Readonly<Record<string, string>>,
][] = [
  [
    "a service at work raises none",
    {
      'up{job="turnpike", instance="api"}': "1x40",
      'turnpike_ready{instance="api"}': "1x40",
      'turnpike_database_up{instance="api"}': "1x40",
      'turnpike_leads{chain="eip155:1", instance="one"}': "1x40",
      'turnpike_leads{chain="eip155:1", instance="two"}': "0x40",
      'turnpike_chain_head_age_seconds{chain="eip155:1", instance="api"}': "30x40",
      'turnpike_chain_head_age_max_seconds{chain="eip155:1", instance="api"}': "240x40",
      'turnpike_queue_oldest_seconds{chain="eip155:1", state="queued", instance="api"}': "3x40",
      'turnpike_relayer_days_left{chain="eip155:1", relayer="0x1", instance="api"}': "20x40",
      'turnpike_relayer_balance_coins{chain="eip155:1", relayer="0x1", instance="api"}': "1x40",
      'turnpike_relayer_batch_cost_coins{chain="eip155:1", relayer="0x1", instance="api"}': "0.1x40",
      'turnpike_exceptions_open{kind="late", instance="api"}': "2x40",
      'turnpike_http_requests_total{status="200", instance="api"}': "0+100x40",
      'turnpike_http_requests_total{status="500", instance="api"}': "0+1x40",
    },
    {},
  ],
  [
    "a chain that nobody follows",
    {
      'turnpike_leads{chain="eip155:1", instance="one"}': "0x40",
      'turnpike_chain_head_age_seconds{chain="eip155:1", instance="api"}': "100+15x40",
      'turnpike_chain_head_age_max_seconds{chain="eip155:1", instance="api"}': "240x40",
      'turnpike_queue_oldest_seconds{chain="eip155:1", state="queued", instance="api"}': "10+15x40",
    },
    { TurnpikeNoLeader: "page", TurnpikeChainStandsStill: "page", TurnpikeQueueStuck: "page" },
  ],
  [
    "relayers that run out of coin, and a database that is gone",
    {
      'turnpike_chain_can_relay{chain="eip155:1", instance="api"}': "0x40",
      'turnpike_relayer_days_left{chain="eip155:1", relayer="0x1", instance="api"}': "0.5x40",
      'turnpike_database_up{instance="worker"}': "0x40",
      'turnpike_http_requests_total{status="503", instance="api"}': "0+100x40",
    },
    {
      TurnpikeCannotRelay: "page",
      TurnpikeRelayerLow: "ticket",
      TurnpikeDatabaseDown: "page",
      TurnpikeErrors: "page",
    },
  ],
];

test("the alerts fire when they should", async () => {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-alerts-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, "tests.json");
  const tests = CASES.map(([name, series, alerts]) => ({
    name,
    interval: "15s",
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    // The names and severities of all alerts that fire, whatever their texts.
    promql_expr_test: [
      {
        expr: 'count by (alertname, severity) (ALERTS{alertstate="firing"})',
        eval_time: "10m",
        exp_samples: Object.entries(alerts).map(([alertname, severity]) => ({
          labels: `{alertname="${alertname}", severity="${severity}"}`,
          value: 1,
        })),
      },
    ],
  }));
  await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: "15s", tests }));
  expect(await promtool("test", "rules", file)).toContain("SUCCESS");
});
