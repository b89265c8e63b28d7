// The figures by which an operator sees whether money moves.
import type { ExceptionKind } from "../../../payment/transfers/exception.ts";
import type { AvailabilityState } from "../chain/chain-reports.ts";
import type { TaskRun } from "./tasks.ts";

export interface Vitals {
  readonly chains: readonly ChainVitals[];
  /** Open ones, by kind; kinds without any are left out. */
  readonly exceptions: ReadonlyMap<ExceptionKind, number>;
  /** Seconds until payments have no partition to go to, unless a worker adds months. */
  readonly monthsAheadS: number;
  readonly webhooks: WebhookVitals;
  readonly tasks: readonly TaskRun[];
  readonly mail: MailVitals;
}

/** "refused": the server responds, but is not read because it takes no writes. Null: it does not respond in time. */
export type VitalsReading = Vitals | "refused" | null;

export interface MailVitals {
  /** Messages that wait. */
  readonly waiting: number;
  /** Seconds since the oldest of them was written that should have been sent by now. */
  readonly oldestS: number;
  /** Messages of the last day that were given up. */
  readonly givenUp: number;
}

export interface WebhookVitals {
  /** Deliveries to enabled endpoints that wait, for their time or for an attempt. */
  readonly pending: number;
  /** Seconds since the oldest event or attempt that should have been sent by now to an endpoint that does not fail. */
  readonly oldestDueS: number;
  /** Enabled endpoints that have failed for twenty minutes. */
  readonly failing: number;
  /** Endpoints that were disabled because they failed or were gone. */
  readonly disabled: number;
}

export interface ChainVitals extends AvailabilityState {
  readonly queues: readonly QueueVitals[];
  /** Seconds from the confirm to success, of the newest payments confirmed in the last hour; null without any. */
  readonly final: { readonly payments: number; readonly medianS: number; readonly p95S: number } | null;
  readonly relayers: readonly RelayerVitals[];
  readonly deposits: DepositVitals;
}

export interface DepositVitals {
  /** Addresses that are watched. */
  readonly watched: number;
  /** Amounts on deposit addresses that pay no payment and are to be passed on. */
  readonly unrecovered: number;
  /** Seconds for which the oldest of them could have been passed on; null without any. */
  readonly oldestS: number | null;
  /** Amounts that stay until an operator releases them, because their senders are refused. */
  readonly refused: number;
}

export const QUEUE_STATES = ["queued", "sent", "held", "external", "quarantined"] as const;

/** Confirmed payments whose money has not arrived, by the relayer's state. */
export interface QueueVitals {
  readonly state: (typeof QUEUE_STATES)[number];
  readonly payments: number;
  /** Since its confirm. */
  readonly oldestS: number;
  /** Long past their deadline. */
  readonly overdue: number;
}

/** Amounts are in the native coin's smallest unit, rounded. */
export interface RelayerVitals {
  readonly relayer: string;
  readonly balance: number;
  /** Cost of a full batch's gas limit at current fees. */
  readonly batchCost: number;
  /** Average of the last week. */
  readonly spentPerDay: number;
  /** Age of its oldest batch that is not mined; null without one. Its payments may have been given up. */
  readonly unminedS: number | null;
}

export interface StuckPayment {
  readonly paymentId: string;
  readonly partnerId: string;
  /** CAIP-2. */
  readonly chain: string;
  readonly state: string;
  /** Why it is not relayed. */
  readonly note: string | null;
  /** The confirm; of a payment that was sent, when its batch was made. */
  readonly since: Date;
  readonly deadline: Date;
  /** Past its deadline; otherwise it waits too long for a batch, or its batch for the chain. */
  readonly isOverdue: boolean;
}
