// When a worker's chains make it unready: chains that it leads and does not follow, and chains without a leader.
import { expect, test } from "vitest";
import { checkFollowedChains } from "../../src/monitoring/followed-chains.ts";
import type { AvailabilityState } from "../../src/operations/ports/chain/chain-reports.ts";

const HEAD_AGE_MAX_S = 120;
const [BASE, POLYGON] = ["eip155:8453", "eip155:137"];

/** A worker of two chains that has just started. */
function worker() {
  const state = {
    nowS: 0,
    leads: new Set<string>(),
    ledElsewhere: new Set<string>(),
    headAgeS: new Map<string, number>(),
  };
  const check = checkFollowedChains(
    {
      chains: [BASE, POLYGON].map((caip2) => ({ caip2, headAgeMaxS: HEAD_AGE_MAX_S })),
      leads: state.leads,
      chainAvailability: {
        read: async (chains) =>
          chains.map(
            (chain): AvailabilityState => ({ chain, headAgeS: state.headAgeS.get(chain) ?? null, report: null }),
          ),
      },
      leaders: async (chains) =>
        new Map(chains.filter((chain) => state.ledElsewhere.has(chain)).map((chain) => [chain, "pay2 4711"])),
    },
    () => state.nowS * 1_000,
  );
  return {
    ...state,
    at(nowS: number) {
      state.nowS = nowS;
      return check();
    },
  };
}

test("chains without a leader are no problem of a worker that has just started, and are one later", async () => {
  const { at, leads, headAgeS } = worker();
  leads.add(POLYGON);
  headAgeS.set(POLYGON, 5);
  expect(await at(0)).toBeNull();
  expect(await at(HEAD_AGE_MAX_S)).toBeNull();
  expect(await at(HEAD_AGE_MAX_S + 1)).toBe(`${BASE} led by no worker`);
  leads.delete(POLYGON);
  expect(await at(HEAD_AGE_MAX_S + 2)).toBe(`${BASE} led by no worker`);
  expect(await at(2 * HEAD_AGE_MAX_S + 3)).toBe(`${BASE}, ${POLYGON} led by no worker`);
});

test("a worker that does not lead is ready while another process does, even if its nodes fail", async () => {
  const { at, ledElsewhere, headAgeS } = worker();
  for (const chain of [BASE, POLYGON]) ledElsewhere.add(chain);
  headAgeS.set(BASE, 10_000);
  expect(await at(10_000)).toBeNull();
});

test("a leader that another process replaces is missing for a moment, which is no problem however rare the probes", async () => {
  const { at, leads, ledElsewhere, headAgeS } = worker();
  leads.add(POLYGON);
  headAgeS.set(POLYGON, 5);
  ledElsewhere.add(BASE);
  expect(await at(1_000)).toBeNull();
  ledElsewhere.clear();
  expect(await at(2_000)).toBeNull();
  ledElsewhere.add(BASE);
  expect(await at(2_010)).toBeNull();
  ledElsewhere.clear();
  expect(await at(3_000)).toBeNull();
  expect(await at(3_000 + HEAD_AGE_MAX_S + 1)).toBe(`${BASE} led by no worker`);
  leads.add(BASE);
  headAgeS.set(BASE, 5);
  expect(await at(4_000)).toBeNull();
});

test("a chain that it leads must be followed, once it had the time for that", async () => {
  const { at, leads, ledElsewhere, headAgeS } = worker();
  for (const chain of [BASE, POLYGON]) leads.add(chain);
  headAgeS.set(POLYGON, HEAD_AGE_MAX_S);
  expect(await at(HEAD_AGE_MAX_S)).toBeNull();
  expect(await at(HEAD_AGE_MAX_S + 1)).toBe(`${BASE} not followed, although led here`);
  headAgeS.set(BASE, HEAD_AGE_MAX_S + 1);
  expect(await at(HEAD_AGE_MAX_S + 2)).toBe(`${BASE} not followed, although led here`);
  leads.delete(POLYGON);
  expect(await at(1_000)).toBe(`${BASE} not followed, although led here`);
  expect(await at(2_000)).toBe(`${BASE} not followed, although led here; ${POLYGON} led by no worker`);
  headAgeS.set(BASE, 0);
  ledElsewhere.add(POLYGON);
  expect(await at(2_001)).toBeNull();
});
