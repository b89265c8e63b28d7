// Log lines are written together, in the background. None may be lost when the process ends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { BUILD } from "../harness/server/process.ts";

const LINES = 1_000;
const LOGS = 20;
const MODULE = pathToFileURL(join(BUILD, "log.js")).href;

/** Runs a script that has logged LINES lines, through many logs in turn. */
const logging = (then: string) =>
  spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { openLog } from ${JSON.stringify(MODULE)};
       const logs = Array.from({ length: ${LOGS} }, () => openLog("info"));
       for (let no = 0; no < ${LINES}; no++) logs[no % ${LOGS}].info({ no }, "line");
       ${then}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );

const numbersIn = (written: string): number[] =>
  [...written.matchAll(/"no":(\d+)/g)].map(([, number]) => Number(number));

test.each([
  ["ends by itself", ""],
  ["exits", "process.exit(0);"],
  ["crashes", 'throw new Error("boom");'],
])("a process that %s writes every line, in order", async (_, then) => {
  const written = await text(logging(then).stderr);
  expect(numbersIn(written)).toEqual(Array.from({ length: LINES }, (_, no) => no));
  expect(written).not.toContain("Warning"); // a listener for each log would be a leak
});

test("lines are written although no other follows", async () => {
  const child = logging("setInterval(() => {}, 60_000);");
  let written = "";
  for await (const chunk of child.stderr) {
    written += chunk;
    if (numbersIn(written).length === LINES) break;
  }
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(numbersIn(written).at(-1)).toBe(LINES - 1);
});
