import { useInterval } from "@mantine/hooks";
import { useState } from "react";

const SECOND_MS = 1_000;

const secondsUntil = (atS: number): number => Math.max(Math.ceil(atS - Date.now() / SECOND_MS), 0);

/** @param atS Unix seconds */
export function useCountdown(atS: number): number {
  const [, setTick] = useState(0);
  useInterval(() => setTick((tick) => tick + 1), SECOND_MS, { autoInvoke: true });
  return secondsUntil(atS);
}

/** For example "4:05" or "1:00:00". */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** For screen readers: changes once a minute, not every second. */
export function spokenTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "about a minute left" : `about ${minutes} minutes left`;
}
