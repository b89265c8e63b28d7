// The Node that init copies for the services stays until init runs with another version.
import { chmod, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planOf } from "../../../src/cli/init/plan.ts";
import { runSteps } from "../../../src/cli/init/step.ts";
import { OWN_NODE } from "../../../src/cli/releases/layout.ts";
import { makePlace, put } from "./place.ts";

async function nodePlace() {
  const { machine, setup: given } = await makePlace("postgres://none");
  const copy = join(machine.root, OWN_NODE);
  await put(machine, "/opt/new/node", "new");
  const setup = { ...given, node: join(machine.root, "/opt/new/node") };
  await put(machine, OWN_NODE, "old");
  await chmod(copy, 0o755);
  await machine.setOwner(copy, "root:root");
  const run = async (only: string) =>
    runSteps(
      (await planOf(setup)).filter(({ name }) => name === only),
      setup.say,
    );
  const isDone = async (only: string) => (await planOf(setup)).find(({ name }) => name === only)?.isDone();
  return { machine, copy, run, isDone };
}

test("a Node of another version replaces the copy; one of the same version does not", async () => {
  const { machine, copy, run, isDone } = await nodePlace();
  machine.programs.set(copy, () => ({ stdout: `${process.version}\n` }));
  await run("program");
  expect(await readFile(copy, "utf8")).toBe("old");
  expect(await isDone("program")).toBe(true);
  machine.programs.set(copy, () => ({ stdout: "v22.19.0\n" }));
  expect(await isDone("program")).toBe(false);
  await run("program");
  expect(await readFile(copy, "utf8")).toBe("new");
});

test("services that started before their Node was replaced are started again", async () => {
  const { machine, copy, run, isDone } = await nodePlace();
  const startedS = Math.ceil(Date.now() / 1_000) + 60;
  machine.programs.set("systemctl", () => ({
    stdout: `ActiveState=active\nUnitFileState=enabled\nStateChangeTimestamp=@${startedS}\n`,
  }));
  await run("services");
  expect(await isDone("services")).toBe(true);
  await utimes(copy, startedS + 1, startedS + 1);
  expect(await isDone("services")).toBe(false);
});
