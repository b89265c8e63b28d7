// Waits for what a fault leads to, and measures how long it takes.
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/** @returns the seconds until `isSo`; null if that takes longer than the limit, after `late` */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
  late: () => void = () => {},
): Promise<number | null> {
  const startedMs = performance.now();
  for (;;) {
    if (await isSo()) return (performance.now() - startedMs) / 1_000;
    if (performance.now() - startedMs > limitMs) {
      late();
      return null;
    }
    await sleep(LOOK_EVERY_MS);
  }
}
