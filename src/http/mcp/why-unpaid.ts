// Why a payment is not paid, in facts that an assistant can pass on. Every text is this server's own.
import type { Static } from "typebox";
import type { WireAmount } from "../../contract/amounts.ts";
import type { ConsolePayment } from "../../contract/console/payment.ts";
import type { Timeline } from "../../contract/console/timeline.ts";
import type { Exception } from "../../contract/payments/exceptions.ts";
import { formatStandardUnits } from "../../money/amount.ts";

export interface Reason {
  readonly code: string;
  readonly text: string;
}

type Rule = (payment: ConsolePayment, timeline: Timeline) => Reason;

/** @returns none for a payment whose money has arrived */
export function whyUnpaid(
  payment: ConsolePayment,
  timeline: Timeline,
  exceptions: readonly Static<typeof Exception>[],
): Reason[] {
  if (payment.status === "succeeded" && !exceptions.some(({ kind }) => kind === "settlement_failed")) return [];
  return [
    ...(payment.status === "succeeded" ? [] : [RULES[payment.status](payment, timeline)]),
    ...(payment.deposits ?? []).flatMap((deposit) => reasonsOfDeposit(payment, deposit)),
    ...exceptions
      .filter(({ resolvedAt }) => resolvedAt === null)
      .map(({ kind, message }) => ({ code: kind, text: message })),
  ];
}

const RULES: Readonly<Record<Exclude<ConsolePayment["status"], "succeeded">, Rule>> = {
  requires_action: ({ expiresAt }) => ({
    code: "not_confirmed",
    text: `The buyer has not paid yet: no wallet has confirmed the payment. It can be paid at gatewayUrl until ${isoTime(expiresAt)}.`,
  }),
  processing: (_, { chain }) => reasonOfProcessing(chain),
  expired: ({ expiresAt }) => ({
    code: "expired",
    text: `The buyer did not pay in time: the payment expired at ${isoTime(expiresAt)}. A new payment is needed.`,
  }),
  cancelled: ({ cancelledReason }) => ({
    code: "cancelled",
    text: `${cancelledReason === "cancelled_by_user" ? "The buyer" : "The merchant"} cancelled it. A new payment is needed.`,
  }),
  failed: ({ failureCode }) => ({
    code: failureCode ?? "not_mined",
    text:
      failureCode === "declined_user"
        ? "Screening refused the buyer's account. This account cannot pay."
        : "It was signed, but not paid on chain before its deadline, and the signature can no longer be used. A new payment is needed.",
  }),
};

const RELAY_TEXTS: Readonly<Record<string, string>> = {
  queued: "It is signed and waits to be sent to the chain in the next batch.",
  sent: "It is signed and sent to the chain, but not in a block yet.",
  held: "It is signed, but it could not be paid in its batch. It is checked again; often the buyer's balance is too low.",
  external: "The buyer's wallet sends the transaction itself. It is not in a block yet.",
  quarantined: "It is signed, but it failed too often. The operator of this service has to release it.",
  closed: "It is signed, and its transaction is no longer sent.",
};

function reasonOfProcessing(chain: Timeline["chain"]): Reason {
  if (!chain)
    return { code: "waiting_for_deposit", text: "The deposit waits to be confirmed and passed on by the chain." };
  const { confirmations, confirmationsNeeded, relay } = chain;
  if (confirmations !== null) {
    return {
      code: "waiting_for_confirmations",
      text: `The money is on its way: ${confirmations} of ${confirmationsNeeded} blocks confirm it.`,
    };
  }
  return {
    code: `relay_${relay?.state ?? "unknown"}`,
    text: RELAY_TEXTS[relay?.state ?? ""] ?? "It is signed and waits for the chain.",
  };
}

type Deposit = NonNullable<ConsolePayment["deposits"]>[number];

function reasonsOfDeposit({ status }: ConsolePayment, { amount, received, transactions }: Deposit): Reason[] {
  if (status !== "requires_action") return [];
  const waits = transactions.some((each) => each.status === "pending");
  const missing = BigInt(amount.value) - BigInt(received.value);
  return [
    ...(waits ? [{ code: "deposit_pending", text: "A deposit is in a block and waits for more confirmations." }] : []),
    ...(received.value !== "0" && missing > 0n
      ? [
          {
            code: "deposit_too_little",
            text: `The deposit address received ${amountText(received)} of ${amountText(amount)}.`,
          },
        ]
      : []),
  ];
}

/** In the smallest unit if the asset is no longer configured. */
const amountText = ({ value, unit, display }: WireAmount): string =>
  display ? `${formatStandardUnits(BigInt(value), display.decimals)} ${display.assetSymbol}` : `${value} of ${unit}`;

const MS_PER_S = 1_000;
const isoTime = (seconds: number): string => new Date(seconds * MS_PER_S).toISOString();
