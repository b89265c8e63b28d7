import { expect, test } from "vitest";
import { json, turnpike } from "../turnpike.ts";

test("chain presets lists what an entry of the chains file may leave out", async () => {
  const { code, stdout } = await turnpike(["chain", "presets"], {});
  expect(code).toBe(0);
  expect(stdout.split("\n")[1]).toBe(
    "base             eip155:8453     USDC (eip3009), EURC (eip3009), ETH (native); " +
      "blocks from 0: 2, from 1000: 60 safe, from 10000: 900 finalized",
  );
  const listed = await json<Record<string, { caip2: string }>>(["chain", "presets"], {});
  expect(listed["polygon-amoy"]?.caip2).toBe("eip155:80002");
});
