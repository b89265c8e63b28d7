import { afterAll, afterEach, expect } from "vitest";
import { balanceOf, type Stage } from "./stage.ts";

/** After each test of the calling file, the router holds the dust of its deployment, and nothing of any payment. */
export function endsWithDustOnly(stage: () => Stage): void {
  afterEach(async () => {
    const { chain, router, usdc } = stage();
    const native = await chain.getBalance({ address: router });
    expect({ usdc: await balanceOf(stage(), usdc, router), native }).toEqual({ usdc: 1n, native: 0n });
  });
  afterAll(() => stage().close());
}
