// The screen of turnpike status, from facts of the database.
import { fundsState } from "../../chains/evm/relay/relayer-funds.ts";
import type { ProcessReport } from "../../operations/ports/monitoring/processes.ts";
import type { ChainVitals, QueueVitals, RelayerVitals, Vitals } from "../../operations/ports/monitoring/vitals.ts";
import { aligned, durationText, secondText } from "../output/text.ts";
import { HEAD as TASK_HEAD, toCells as taskCells } from "./task.ts";

export interface ChainFacts extends ChainVitals {
  readonly name: string;
  /** Host and process id; null if no process leads it. */
  readonly leader: string | null;
}

export interface Facts extends Omit<Vitals, "chains"> {
  /** By the database's clock. */
  readonly at: Date;
  readonly chains: readonly ChainFacts[];
  readonly processes: readonly ProcessReport[];
}

/** The alert TurnpikeWebhooksLate and the doctor have the same bound. */
const LATE_S = 120;

const CHAIN_HEAD = ["chain", "leader", "newest block", "queued", "sent", "set aside", "95 % final within"] as const;
const RELAYER_HEAD = ["chain", "relayer", "coin", "lasts", "oldest batch"] as const;
const PROCESS_HEAD = ["host", "role", "process", "version"] as const;

export function screenOf(facts: Facts): readonly string[] {
  const { at, chains, processes, exceptions } = facts;
  const open = [...exceptions].map(([kind, count]) => `${count} ${kind}`);
  const relayers = chains.flatMap((chain) => chain.relayers.map((relayer) => relayerCells(chain.name, relayer)));
  return [
    `Turnpike, ${secondText(at)}`,
    ...section("Chains", CHAIN_HEAD, chains.map(chainCells)),
    ...section("Relayers", RELAYER_HEAD, relayers),
    "",
    `Webhooks: ${webhooksText(facts)}`,
    `Exceptions: ${open.length === 0 ? "none open" : `${open.join(", ")} open`}`,
    ...section("Processes", PROCESS_HEAD, processes.map(processCells)),
    ...section("Tasks", TASK_HEAD, facts.tasks.map(taskCells)),
  ];
}

const section = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? ["", `${title}: none`] : ["", title, ...aligned([head, ...rows]).map((line) => `  ${line}`)];

const NOTHING = "-";

function chainCells({ name, leader, headAgeS, report, queues, final }: ChainFacts): readonly string[] {
  const away = report?.awayS ?? null;
  const isAside = ({ state }: QueueVitals): boolean => state !== "queued" && state !== "sent";
  return [
    name,
    leader ?? "NONE",
    away !== null
      ? `NODES AWAY for ${durationText(away)}`
      : headAgeS === null
        ? "never"
        : `${durationText(headAgeS)} ago`,
    ...(["queued", "sent"] as const).map((wanted) => queueText(queues.find(({ state }) => state === wanted))),
    queues
      .filter(isAside)
      .map(({ state, payments }) => `${payments} ${state}`)
      .join(", ") || NOTHING,
    final === null ? NOTHING : durationText(final.p95S),
  ];
}

const queueText = (queue: QueueVitals | undefined): string => {
  if (!queue) return NOTHING;
  const overdue = queue.overdue > 0 ? `, ${queue.overdue} OVERDUE` : "";
  return `${queue.payments}, the oldest for ${durationText(queue.oldestS)}${overdue}`;
};

/** The smallest unit of every EVM chain's coin is 10^-18. */
const COIN = 1e18;
const DAY_S = 86_400;

/** The words of `turnpike relayer list`. */
const FUNDS = { ok: "", low: " LOW", empty: " EMPTY" } as const;

const stateOf = ({ balance, batchCost }: RelayerVitals) =>
  fundsState(BigInt(Math.round(balance)), BigInt(Math.round(batchCost)));

const relayerCells = (chain: string, relayer: RelayerVitals): readonly string[] => [
  chain,
  relayer.relayer,
  `${(relayer.balance / COIN).toPrecision(4)}${FUNDS[stateOf(relayer)]}`,
  relayer.spentPerDay > 0 ? durationText((relayer.balance / relayer.spentPerDay) * DAY_S) : "spends nothing",
  relayer.unminedS === null ? NOTHING : `unmined for ${durationText(relayer.unminedS)}`,
];

function webhooksText({ webhooks }: Pick<Facts, "webhooks">): string {
  const { pending, oldestDueS, failing, disabled } = webhooks;
  const late = oldestDueS > LATE_S ? `, the oldest LATE by ${durationText(oldestDueS)}` : "";
  return `${pending} wait${late}; endpoints: ${failing} failing, ${disabled} disabled`;
}

const processCells = ({ host, role, pid, version }: ProcessReport): readonly string[] => [
  host,
  role,
  String(pid),
  version,
];
