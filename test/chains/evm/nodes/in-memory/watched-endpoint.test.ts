// An endpoint is used after it has confirmed its chain, and not right after a failure.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Endpoint } from "../../../../../src/chains/evm/nodes/endpoint.ts";
import { watchEndpoint } from "../../../../../src/chains/evm/nodes/watched-endpoint.ts";
import { answered, silent } from "../../in-memory/memory-chain.ts";

afterEach(() => void vi.useRealTimers());

describe("a watched endpoint", () => {
  let chainNumber = 31_337;
  let failure: Error | null = null;
  let identified = 0;
  const endpoint: Endpoint = {
    label: "rpc 1 of 2",
    host: "node.example",
    request: async (method) => {
      if (failure) throw failure;
      return method;
    },
    chainNumber: async () => {
      identified += 1;
      return chainNumber;
    },
    headNumber: async () => 9,
    blockTimeS: async (number) => number * 10,
  };
  beforeEach(() => {
    chainNumber = 31_337;
    failure = null;
    identified = 0;
    vi.useFakeTimers();
  });
  const watched = (hasOthers = true) => watchEndpoint(endpoint, 31_337, hasOthers);

  it("confirms its chain once, then takes requests", async () => {
    const one = watched();
    expect([one.host, one.status(), one.logRange.max()]).toEqual(["node.example", "ready", 500]);
    expect(await one.request("a", [], null)).toBe("a");
    expect(await one.request("b", [], 1_000)).toBe("b");
    expect(await one.readHead()).toBe(9);
    expect(await one.readBlockTimeS(4)).toBe(40);
    expect(identified).toBe(1);
  });

  it("of another chain takes none", async () => {
    chainNumber = 1;
    const one = watched();
    await expect(one.request("a", [], null)).rejects.toThrow(
      "rpc 1 of 2 serves chain 1 instead of 31337 (eth_chainId)",
    );
    expect(one.status()).toBe("resting");
  });

  it("rests for two seconds after a failure, and is ready again once it has confirmed its chain", async () => {
    const one = watched();
    failure = silent();
    await expect(one.request("a", [], null)).rejects.toBe(failure);
    expect(one.status()).toBe("resting");
    expect([await one.readHead(), await one.readBlockTimeS(4)]).toEqual([null, null]);
    vi.setSystemTime(Date.now() - 3_600_000); // a clock that is set back
    vi.advanceTimersByTime(1_999);
    expect(one.status()).toBe("resting");
    vi.advanceTimersByTime(1);
    expect(one.status()).toBe("recovering");
    one.probe();
    await vi.advanceTimersByTimeAsync(0);
    expect(one.status()).toBe("ready");
    expect(identified).toBe(2);
  });

  it("stays away if it fails again", async () => {
    const one = watched();
    chainNumber = 1;
    one.probe();
    await vi.advanceTimersByTimeAsync(0);
    expect(one.status()).toBe("resting");
    await vi.advanceTimersByTimeAsync(2_000);
    expect([await one.readHead(), one.status()]).toEqual([null, "resting"]);
  });

  it("has not failed if it responds with a JSON-RPC error", async () => {
    const one = watched();
    failure = answered("nonce too low");
    await expect(one.request("a", [], null)).rejects.toBe(failure);
    expect(one.status()).toBe("ready");
  });

  it("has failed if it does not respond in time", async () => {
    const slow = watchEndpoint({ ...endpoint, request: () => new Promise(() => {}) }, 31_337, true);
    const asking = expect(slow.request("eth_call", [], 1_500)).rejects.toThrow(
      "rpc 1 of 2 did not respond within 1500 ms (eth_call)",
    );
    await vi.advanceTimersByTimeAsync(1_499);
    expect(slow.status()).toBe("ready");
    await vi.advanceTimersByTimeAsync(1);
    await asking;
    expect(slow.status()).toBe("resting");
  });

  it("is out of step if its head is far from the others'", () => {
    const one = watched();
    one.setOutOfStep(true);
    expect(one.status()).toBe("out_of_step");
    one.setOutOfStep(false);
    expect(one.status()).toBe("ready");
  });

  it("never rests without others", async () => {
    const one = watched(false);
    failure = silent();
    await expect(one.request("a", [], null)).rejects.toBe(failure);
    expect(one.status()).toBe("ready");
  });
});
