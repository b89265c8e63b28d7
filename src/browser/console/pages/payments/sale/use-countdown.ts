import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { serverNowMs } from "../../../api/connection.ts";
import { countedText, messages } from "../../../app/text/language.ts";

const SECOND_MS = 1_000;

const secondsUntil = (atS: number): number => Math.max(Math.ceil(atS - serverNowMs() / SECOND_MS), 0);

/** @param atS Unix seconds */
export function useCountdown(atS: number): number {
  const [, setTick] = useState(0);
  useInterval(() => setTick((tick) => tick + 1), SECOND_MS, { autoInvoke: true });
  return secondsUntil(atS);
}

/** Screen readers get a text that changes once a minute, not every second. */
export const spokenTime = (seconds: number): string =>
  countedText(messages().newPayment.sale.minutesLeft, Math.ceil(seconds / 60));
