import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Progress, withProgress } from "../../../src/cli/output/progress.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

const CLEAR = "\r\u001b[K";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

const work = async ({ report, clear }: Progress): Promise<string> => {
  vi.advanceTimersByTime(1_000);
  report("500 payments");
  vi.advanceTimersByTime(1_000);
  clear();
  vi.advanceTimersByTime(1_000);
  return "done";
};

test("a terminal shows the state and the seconds, and is clean afterwards", async () => {
  const screen = terminal(true);
  expect(await withProgress("Reconciling", work, screen)).toBe("done");
  expect(screen.written).toEqual([
    `${CLEAR}Reconciling, 1 s`,
    `${CLEAR}Reconciling, 500 payments, 2 s`,
    CLEAR,
    `${CLEAR}Reconciling, 500 payments, 3 s`,
    CLEAR,
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a command that ends within a second shows nothing", async () => {
  const screen = terminal(true);
  await withProgress("Migrating", async ({ report }) => report("0001_schema"), screen);
  expect(screen.written).toEqual([]);
});

test("a failure leaves a clean line and no timer", async () => {
  const screen = terminal(true);
  const failing = withProgress(
    "Migrating",
    async () => {
      vi.advanceTimersByTime(1_000);
      throw new Error("no database");
    },
    screen,
  );
  await expect(failing).rejects.toThrow("no database");
  expect(screen.written.at(-1)).toBe(CLEAR);
  expect(vi.getTimerCount()).toBe(0);
});

test("nothing is written if the output is not a terminal", async () => {
  const file = terminal(false);
  expect(await withProgress("Reconciling", work, file)).toBe("done");
  expect(file.written).toEqual([]);
});
