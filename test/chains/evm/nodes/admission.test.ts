// A chain that has not passed its check is checked again automatically, at a limited rate.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { admission } from "../../../../src/chains/evm/nodes/admission.ts";
import type { ChainProblem } from "../../../../src/chains/evm/nodes/problem.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const AWAY: ChainProblem = { kind: "unreachable", message: "eip155:1: rpc 1 of 1 does not respond." };
const POOR: ChainProblem = { kind: "warning", message: "eip155:1: the relayer holds 0." };

it("checks at most every two seconds until it passes, then never again", async () => {
  let problems = [POOR, AWAY];
  const look = vi.fn(async () => problems);
  const chain = admission("eip155:1", look);
  const refused = { message: "eip155:1: has not passed its check: eip155:1: rpc 1 of 1 does not respond." };
  expect(await Promise.all([chain.refusal(), chain.refusal()])).toMatchObject([refused, refused]);
  expect(await chain.refusal()).toMatchObject(refused);
  await expect(chain.pass()).rejects.toMatchObject(refused);
  expect(look).toHaveBeenCalledTimes(1);
  problems = [POOR];
  vi.advanceTimersByTime(2_001);
  expect(await chain.refusal()).toBeNull();
  await chain.pass();
  vi.advanceTimersByTime(60_000);
  expect(await chain.refusal()).toBeNull();
  expect(look).toHaveBeenCalledTimes(2);
});

it("passes at once if the check at startup has passed", async () => {
  const look = vi.fn(async () => []);
  const chain = admission("eip155:1", look);
  await chain.check();
  expect(await chain.refusal()).toBeNull();
  expect(look).toHaveBeenCalledTimes(1);
});
