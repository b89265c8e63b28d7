// Gauges from the database, set when the metrics are read. Every process shows the same figures: take their maximum.
import { Gauge, type OpenMetricsContentType, type Registry } from "prom-client";
import type { TaskRun } from "../operations/ports/monitoring/tasks.ts";
import { type ChainVitals, QUEUE_STATES, type VitalsReading } from "../operations/ports/monitoring/vitals.ts";
import { EXCEPTION_KINDS } from "../payment/transfers/exception.ts";

interface VitalGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Rows of labels and a value; a row whose value is null is left out. */
  read(chain: ChainVitals): readonly (readonly [Readonly<Record<string, string>>, number | null])[];
}

const ofQueues =
  (value: (queue: ChainVitals["queues"][number]) => number): VitalGauge["read"] =>
  ({ queues }) =>
    QUEUE_STATES.map((state) => {
      const queue = queues.find((each) => each.state === state);
      return [{ state }, queue ? value(queue) : 0];
    });

const ofRelayers =
  (value: (relayer: ChainVitals["relayers"][number]) => number | null): VitalGauge["read"] =>
  ({ relayers }) =>
    relayers.map((each) => [{ relayer: each.relayer }, value(each)]);

/** The smallest unit of every EVM chain's coin is 10^-18. */
const COIN = 1e18;

const CHAIN_GAUGES: readonly VitalGauge[] = [
  {
    name: "turnpike_chain_head_age_seconds",
    help: "Age of the newest followed block",
    labelNames: [],
    read: ({ headAgeS }) => [[{}, headAgeS]],
  },
  {
    name: "turnpike_chain_report_age_seconds",
    help: "Time since a worker that leads the chain last reported its relayers",
    labelNames: [],
    read: ({ report }) => [[{}, report?.ageS ?? null]],
  },
  {
    name: "turnpike_chain_can_relay",
    help: "1 if a relayer can pay the gas of one payment",
    labelNames: [],
    read: ({ report }) => [[{}, report && report.awayS === null ? Number(report.canRelay) : null]],
  },
  {
    name: "turnpike_chain_nodes_away_seconds",
    help: "Time for which none of the chain's RPC URLs has responded to the worker that leads it",
    labelNames: [],
    read: ({ report }) => [[{}, report && (report.awayS ?? 0)]],
  },
  {
    name: "turnpike_queue_payments",
    help: "Confirmed payments whose money has not arrived, by the relayer's state",
    labelNames: ["state"],
    read: ofQueues(({ payments }) => payments),
  },
  {
    name: "turnpike_queue_oldest_seconds",
    help: "Time since the oldest of them was confirmed, or if sent, since its batch was made",
    labelNames: ["state"],
    read: ofQueues(({ oldestS }) => oldestS),
  },
  {
    name: "turnpike_queue_overdue_payments",
    help: "Those that are half an hour past their deadline",
    labelNames: ["state"],
    read: ofQueues(({ overdue }) => overdue),
  },
  {
    name: "turnpike_confirm_to_final_seconds",
    help: "Time from the confirm to success, of the newest payments confirmed in the last hour",
    labelNames: ["quantile"],
    read: ({ final }) => [
      [{ quantile: "0.5" }, final?.medianS ?? null],
      [{ quantile: "0.95" }, final?.p95S ?? null],
    ],
  },
  {
    name: "turnpike_relayer_balance_coins",
    help: "The relayer's balance, in the chain's coin",
    labelNames: ["relayer"],
    read: ofRelayers(({ balance }) => balance / COIN),
  },
  {
    name: "turnpike_relayer_batch_cost_coins",
    help: "Cost of a full batch's gas limit at current fees, in the chain's coin",
    labelNames: ["relayer"],
    read: ofRelayers(({ batchCost }) => batchCost / COIN),
  },
  {
    name: "turnpike_relayer_days_left",
    help: "Days for which the balance lasts, at the last week's spending; absent while nothing is spent",
    labelNames: ["relayer"],
    read: ofRelayers(({ balance, spentPerDay }) => (spentPerDay > 0 ? balance / spentPerDay : null)),
  },
  {
    name: "turnpike_relayer_unmined_seconds",
    help: "Age of the relayer's oldest batch that is not mined; absent without one",
    labelNames: ["relayer"],
    read: ofRelayers(({ unminedS }) => unminedS),
  },
  {
    name: "turnpike_deposit_addresses_watched",
    help: "Deposit addresses that are watched",
    labelNames: [],
    read: ({ deposits }) => [[{}, deposits.watched]],
  },
  {
    name: "turnpike_deposits_unrecovered",
    help: "Amounts on deposit addresses that pay no payment; those of refused senders wait for an operator",
    labelNames: ["state"],
    read: ({ deposits }) => [
      [{ state: "due" }, deposits.unrecovered],
      [{ state: "refused_sender" }, deposits.refused],
    ],
  },
  {
    name: "turnpike_deposits_oldest_due_seconds",
    help: "Time for which the oldest of them that is due could have been passed on; absent without one",
    labelNames: [],
    read: ({ deposits }) => [[{}, deposits.oldestS]],
  },
];

const TASK_GAUGES = [
  ["turnpike_task_failed", "1 if the last run of the task failed", ({ exitCode }: TaskRun) => Number(exitCode !== 0)],
  [
    "turnpike_task_overdue_seconds",
    "Time for which the task's next run should have finished",
    (run: TaskRun) => run.overdueS,
  ],
  ["turnpike_task_success_age_seconds", "Time since a run of the task succeeded", (run: TaskRun) => run.successAgeS],
] as const;

const WEBHOOK_GAUGES = [
  ["turnpike_webhook_deliveries_pending", "Deliveries to enabled endpoints that wait", "pending"],
  [
    "turnpike_webhook_oldest_due_seconds",
    "Age of the oldest event or attempt that should have been sent",
    "oldestDueS",
  ],
  ["turnpike_webhook_endpoints_failing", "Enabled endpoints that have failed for twenty minutes", "failing"],
  ["turnpike_webhook_endpoints_disabled", "Endpoints disabled because they failed or were gone", "disabled"],
] as const;
const MAIL_GAUGES = [
  ["turnpike_mail_waiting", "Messages that wait to be sent", "waiting"],
  ["turnpike_mail_oldest_seconds", "Age of the oldest message that should have been sent", "oldestS"],
  ["turnpike_mail_given_up", "Messages of the last day that were given up", "givenUp"],
] as const;
const MONTHS = { name: "turnpike_months_ahead_seconds", help: "Time until the last month with partitions ends" };
const EXCEPTIONS = { name: "turnpike_exceptions_open", help: "Unresolved exceptions" };

/** @returns a function that sets the gauges; without vitals they are absent */
export function registerVitals(registry: Registry<OpenMetricsContentType>): (reading: VitalsReading) => void {
  const registers = [registry];
  const gauges = CHAIN_GAUGES.map(({ name, help, labelNames, read: rows }) => ({
    gauge: new Gauge({ name, help, labelNames: ["chain", ...labelNames], registers }),
    rows,
  }));
  const exceptions = new Gauge({ ...EXCEPTIONS, labelNames: ["kind"], registers });
  const months = new Gauge({ ...MONTHS, registers });
  const webhooks = WEBHOOK_GAUGES.map(([name, help, key]) => ({ gauge: new Gauge({ name, help, registers }), key }));
  const tasks = TASK_GAUGES.map(([name, help, read]) => ({
    gauge: new Gauge({ name, help, labelNames: ["task", "host"], registers }),
    read,
  }));
  const mail = MAIL_GAUGES.map(([name, help, key]) => ({ gauge: new Gauge({ name, help, registers }), key }));
  const up = new Gauge({
    name: "turnpike_database_up",
    help: "1 if the database responded to this reading; its figures are absent otherwise",
    registers,
  });
  return (reading) => {
    const vitals = reading === "refused" ? null : reading;
    up.set(reading === null ? 0 : 1);
    // A reset of one without labels sets it to 0.
    months.remove();
    if (vitals) months.set(vitals.monthsAheadS);
    for (const { gauge, key } of webhooks) {
      gauge.remove();
      if (vitals) gauge.set(vitals.webhooks[key]);
    }
    for (const { gauge, read } of tasks) {
      gauge.reset();
      for (const run of vitals?.tasks ?? []) {
        const value = read(run);
        if (value !== null) gauge.set({ task: run.task, host: run.host }, value);
      }
    }
    for (const { gauge, key } of mail) {
      gauge.remove();
      if (vitals) gauge.set(vitals.mail[key]);
    }
    exceptions.reset();
    for (const kind of vitals ? EXCEPTION_KINDS : []) exceptions.set({ kind }, vitals?.exceptions.get(kind) ?? 0);
    for (const { gauge, rows } of gauges) {
      gauge.reset();
      for (const chain of vitals?.chains ?? []) {
        for (const [labels, value] of rows(chain)) {
          if (value !== null) gauge.set({ chain: chain.chain, ...labels }, value);
        }
      }
    }
  };
}
