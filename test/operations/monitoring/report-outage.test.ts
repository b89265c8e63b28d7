// An outage that fails requests is reported once, then at growing intervals, apart from other outages, and at its end.
import { expect, test } from "vitest";
import { Outage } from "../../../src/operations/errors/outage.ts";
import { refusedAmong, ScreeningSourceError } from "../../../src/operations/gateway/screen-accounts.ts";
import { askChain } from "../../../src/operations/monitoring/report-outage.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";
import { newAccount } from "../../screening/accounts.ts";

const CALM_MS = 60_000;
const [BASE, POLYGON] = [{ id: "eip155:8453" }, { id: "eip155:137" }];
const AWAY = "the chain does not respond: its options are left out";
const BACK = "the chain responds again (it was: its options are left out)";

function reporting() {
  const state = { nowMs: 0 };
  const lines: [string, object, string][] = [];
  const say = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  const log = { info: say("info"), warn: say("warn"), error: say("error") };
  const ports = { log, throttle: createLogThrottle(() => state.nowMs, CALM_MS) };
  const ask = (chain: { readonly id: string }, error: Error | null) =>
    askChain(ports, chain, "its options are left out", async () => {
      if (error) throw error;
      return "an answer";
    }).catch((thrown: unknown) => thrown);
  return { state, lines, ports, ask };
}

test("what it asks settles as the chain does, and its failures are counted", async () => {
  const { state, lines, ask } = reporting();
  const away = new Outage(BASE.id, "away");
  expect(await ask(BASE, null)).toBe("an answer");
  for (let s = 0; s <= 60; s++) {
    state.nowMs = s * 1_000;
    expect(await ask(BASE, away)).toBe(away);
  }
  expect(lines).toEqual([
    ["warn", { chain: BASE.id, times: 1, err: away }, AWAY],
    ["warn", { chain: BASE.id, times: 61, err: away }, AWAY],
  ]);
});

test("a chain that is away does not hide another one, nor a fault beside the outage", async () => {
  const { lines, ask } = reporting();
  const errors = [new Outage(BASE.id, "away"), new Outage(BASE.id, "away again"), new TypeError("undefined")];
  for (const error of errors) await ask(BASE, error);
  await ask(POLYGON, new Outage(POLYGON.id, "away"));
  expect(lines.map(([, fields]) => fields)).toEqual([
    { chain: BASE.id, times: 1, err: errors[0] },
    { chain: BASE.id, times: 1, err: errors[2] },
    { chain: POLYGON.id, times: 1, err: expect.anything() },
  ]);
});

test("a chain that fails every other request is not reported each time; a minute without a failure ends it", async () => {
  const { state, lines, ask } = reporting();
  const away = new Outage(BASE.id, "away");
  for (let s = 0; s < 30; s++) {
    state.nowMs = s * 1_000;
    await ask(BASE, away);
    await ask(BASE, null);
  }
  expect(lines).toHaveLength(1);
  state.nowMs += CALM_MS;
  await ask(BASE, null);
  await ask(BASE, null);
  expect(lines.slice(1)).toEqual([["info", { chain: BASE.id }, BACK]]);
  await ask(BASE, away);
  expect(lines).toHaveLength(3);
});

test("each screening source that fails is an error, and their end is one line", async () => {
  const { state, lines, ports } = reporting();
  let error: Error | null = null;
  const screening = {
    async refused() {
      if (error) throw error;
      return new Set<string>();
    },
  };
  const screen = () => refusedAmong({ ...ports, screening }, [newAccount()]).catch(({ code }) => code);
  const sources = [
    new ScreeningSourceError("the list file /a cannot be read (ENOENT)"),
    new Outage(BASE.id, "the oracle's chain is away"),
  ];
  for (const source of [...sources, ...sources]) {
    error = source;
    expect(await screen()).toBe("internal_error");
  }
  state.nowMs = CALM_MS;
  error = null;
  expect(await screen()).toEqual(new Set());
  expect(await screen()).toEqual(new Set());
  const message = "a screening source does not respond: nobody can pay until it does (see SCREENING)";
  expect(lines).toEqual([
    ["error", { times: 1, err: sources[0] }, message],
    ["error", { times: 1, err: sources[1] }, message],
    ["info", {}, "every screening source responds again"],
  ]);
});
