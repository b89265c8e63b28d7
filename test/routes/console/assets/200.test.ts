import { expect, test } from "vitest";
import type { Assets } from "../../../../src/contract/console/records.ts";
import { signIn } from "../../../harness/server/console.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ chain: { explorerUrl: "https://explorer.example" } });

test("lists each asset with its chain and its payment method", async () => {
  const session = await signIn(server(), server().readKey);
  const { status, body } = await session.call<Assets>({ path: "/assets" });
  expect(status).toBe(200);
  expect(body.assets.map(({ asset }) => asset)).toEqual(server().installation.chains[0]?.assets.map(({ id }) => id));
  expect(body.assets.find(({ symbol }) => symbol === "USDC")).toEqual({
    asset: `${server().caip2}/erc20:${server().deployment.usdc}`,
    symbol: "USDC",
    name: expect.any(String),
    decimals: 6,
    method: "eip3009",
    chain: server().caip2,
    chainName: expect.any(String),
    explorerUrl: "https://explorer.example",
    hasTreasury: expect.any(Boolean),
  });
});
