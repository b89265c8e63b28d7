import { expect, test } from "vitest";
import { exitOnSignals, untilStopped } from "../../../src/cli/service/run.ts";

const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

test("each stop signal always has a listener, because one without ends the process and leaves what it started", async () => {
  const before = SIGNALS.map((name) => process.listeners(name));
  const unheard: string[] = [];
  const watch = (name: string | symbol) => {
    if (SIGNALS.some((each) => each === name) && process.listenerCount(name) === 0) unheard.push(String(name));
  };
  for (const name of SIGNALS) process.removeAllListeners(name);
  process.on("removeListener", watch);
  try {
    const said: string[] = [];
    exitOnSignals();
    const stopped = untilStopped(
      async () => undefined,
      (message) => said.push(message),
    );
    // npm forwards a Ctrl-C that the terminal has already sent.
    process.emit("SIGINT", "SIGINT");
    process.emit("SIGINT", "SIGINT");
    await stopped;
    expect(said).toEqual(["stopping (SIGINT)"]);
    expect(unheard).toEqual([]);
  } finally {
    process.off("removeListener", watch);
    SIGNALS.forEach((name, index) => {
      process.removeAllListeners(name);
      for (const listener of before[index] ?? []) process.on(name, listener);
    });
  }
});
