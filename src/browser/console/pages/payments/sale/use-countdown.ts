import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { serverNowMs } from "../../../api/connection.ts";
import { countedText, locale, messages } from "../../../app/text/language.ts";

const SECOND_MS = 1_000;

const secondsUntil = (atS: number): number => Math.max(Math.ceil(atS - serverNowMs() / SECOND_MS), 0);

/** @param atS Unix seconds */
export function useCountdown(atS: number): number {
  const [, setTick] = useState(0);
  useInterval(() => setTick((tick) => tick + 1), SECOND_MS, { autoInvoke: true });
  return secondsUntil(atS);
}

/** For example "4:05" or "1:00:00", in the locale's digits. */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const one = new Intl.NumberFormat(locale());
  const two = new Intl.NumberFormat(locale(), { minimumIntegerDigits: 2 });
  return hours > 0
    ? `${one.format(hours)}:${two.format(minutes)}:${two.format(rest)}`
    : `${one.format(minutes)}:${two.format(rest)}`;
}

/** Screen readers get a text that changes once a minute, not every second. */
export const spokenTime = (seconds: number): string =>
  countedText(messages().newPayment.sale.minutesLeft, Math.ceil(seconds / 60));
