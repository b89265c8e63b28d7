// Signs refunds one after another. A failure ends one refund, and the rest goes on.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { HELD_MS, untilFinal } from "../../../../../client/execute.ts";
import type { GatewayClient } from "../../../../../client/index.ts";
import type { ConsoleRefund } from "../../../api/refunds/refunds.ts";
import type { Connected } from "./connected.ts";
import { faultOf, type SigningFault } from "./fault.ts";
import { type SigningStep, signRefund } from "./sign-refund.ts";

export interface Signed {
  readonly refund: ConsoleRefund;
  /** accepted: the gateway has the signature. paid, unpaid: how it ended. */
  readonly at: "waiting" | SigningStep | "accepted" | "paid" | "unpaid" | "failed";
  readonly fault: SigningFault | null;
}

export interface Run {
  readonly rows: readonly Signed[];
  readonly isRunning: boolean;
  /** @param isChosen the reader chose this refund alone */
  start(refunds: readonly ConsoleRefund[], connected: Connected, isChosen: boolean): Promise<void>;
}

export function useRun(): Run {
  const [rows, setRows] = useState<readonly Signed[]>([]);
  const [isRunning, setRunning] = useState(false);
  const readAgain = useReadRefundAgain();
  /** The page was left: what the wallet was asked for is finished, and nothing more is asked. */
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  const put = (refund: ConsoleRefund, at: Signed["at"], fault: SigningFault | null = null) =>
    setRows((before) => before.map((row) => (row.refund.refundId === refund.refundId ? { refund, at, fault } : row)));

  const signOne = async (refund: ConsoleRefund, connected: Connected, isChosen: boolean) => {
    try {
      const onStep = (step: SigningStep) => put(refund, step);
      const gateway = await signRefund(refund, { ...connected, onStep, isChosen });
      put(refund, "accepted");
      void follow(gateway, refund.gatewayPaymentId).then((status) => {
        put(refund, status === "succeeded" ? "paid" : "unpaid");
        return readAgain(refund.paymentId);
      }, ignored);
    } catch (error) {
      put(refund, "failed", faultOf(error));
    }
    void readAgain(refund.paymentId);
  };

  return {
    rows,
    isRunning,
    async start(refunds, connected, isChosen) {
      const ids = refunds.map(({ refundId }) => refundId);
      setRows((before) => [
        ...before.filter(({ refund, at }) => at === "accepted" && !ids.includes(refund.refundId)),
        ...refunds.map((refund) => ({ refund, at: "waiting" as const, fault: null })),
      ]);
      setRunning(true);
      for (const refund of refunds) if (!hasLeft.current) await signOne(refund, connected, isChosen);
      setRunning(false);
    },
  };
}

/** The list follows it as well. */
const ignored = () => {};

async function follow(gateway: GatewayClient, gatewayPaymentId: string): Promise<string> {
  const ask = (maxPollMs: number) => gateway.status(gatewayPaymentId, { maxPollMs });
  return (await untilFinal(ask, await ask(HELD_MS))).status;
}

/** Everything that shows a refund of this payment. */
export function useReadRefundAgain(): (paymentId: string) => Promise<unknown> {
  const queries = useQueryClient();
  return (paymentId) =>
    Promise.all(
      [["refunds"], ["exceptions"], ["payments"], ["payment", paymentId]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}
