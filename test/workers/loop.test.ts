// A loop whose runs fail logs it once, however often it is woken, and again when a run succeeds.
import { expect, test } from "vitest";
import { startLoop } from "../../src/workers/loop.ts";

test("repeated failures are one warning, and their end is one line", async () => {
  const said: string[] = [];
  const say = (level: string) => (_: object, message: string) => void said.push(`${level}: ${message}`);
  let runs = 0;
  let isOver = (): void => {};
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  const loop = startLoop({
    name: "test",
    intervalMs: 1,
    log: { info: say("info"), warn: say("warn"), error: say("error") },
    async run() {
      runs += 1;
      if (runs > 55) isOver();
      else loop.wake(); // like a neighbour that has found work
      if (runs <= 50) throw new Error("the chain is down");
      return false;
    },
  });
  await over;
  await loop.stop();
  expect(said).toEqual(["warn: a run failed and will be retried", "info: runs again"]);
});
