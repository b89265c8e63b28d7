// Payments in progress must keep the chain and the router that they were confirmed with.
import { expect, test } from "vitest";
import { missingRouters } from "../../src/payment/transfers/router-change.ts";

const [OLD, NEW] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`] as const;
const CHAINS = [
  { caip2: "eip155:1", router: NEW },
  { caip2: "eip155:10", router: OLD },
];

test("a configured router is not missing, however many payments use it", () => {
  expect(missingRouters(CHAINS, [{ chain: "eip155:1", router: NEW, payments: 9 }])).toEqual([]);
  expect(missingRouters(CHAINS, [])).toEqual([]);
});

const REMEDY = "and run `turnpike serve --role worker` until they have ended: a worker accepts no new payments.";

test("another router of the chain, or another chain's, is missing", () => {
  const needed = "eip155:1: 2 payments in progress need";
  expect(missingRouters(CHAINS, [{ chain: "eip155:1", router: OLD, payments: 2 }])).toEqual([
    {
      chain: "eip155:1",
      isChainGone: false,
      message: `${needed} the router ${OLD}, the chains file has ${NEW}. Restore the old router ${REMEDY}`,
    },
  ]);
});

test("a chain that is no longer configured is missing with its router", () => {
  const needed = "eip155:137: 1 payments in progress need";
  expect(missingRouters(CHAINS, [{ chain: "eip155:137", router: NEW, payments: 1 }])).toEqual([
    {
      chain: "eip155:137",
      isChainGone: true,
      message: `${needed} this chain, which the chains file lacks. Restore it ${REMEDY}`,
    },
  ]);
});
