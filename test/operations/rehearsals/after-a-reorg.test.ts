// A reorg that another test payment asks for may undo what the demo buyer has done: it waits until that is back.
import { expect, test } from "vitest";
import { type ActPorts, perform } from "../../../src/operations/rehearsals/perform.ts";
import type { Rehearsal } from "../../../src/operations/rehearsals/rehearsals.ts";
import { ACTS } from "../../../src/payment/rehearsals/acts.ts";

const ASSET = "eip155:31337/erc20:0x00000000000000000000000000000000000000aa";

/** Its account has nothing. @param isMined whether the chain has the stored transaction of the first act */
const portsOf = (isMined: boolean, status = "requires_action") =>
  ({
    payments: {
      findForBuyer: async (id: string) => ({
        id,
        status,
        amount: { currency: "USD", value: 1_000n },
        confirmation: null,
      }),
    },
    chain: {
      assets: [{ id: ASSET, method: "eip3009", decimals: 6, peggedTo: "USD" }],
      readHoldings: async () => [{ balance: 0n }],
    },
    store: { transaction: async ({ act }: Rehearsal) => (act === 0 ? { hash: "0xaa", raw: "0xbb", nonce: 0n } : null) },
    buyers: { accountOf: () => "0xcc", blockOf: async () => (isMined ? { number: 1n, hash: "0xdd" } : null) },
    optionFacts: { of: async () => ({ destinations: [] }) },
  }) as unknown as ActPorts;

function outcomeOf(ports: ActPorts, act: number) {
  const rehearsal = { paymentId: "pay_1", asset: ASSET, buyer: "0xee", act } as unknown as Rehearsal;
  const next = ACTS.insufficient[act];
  if (!next) throw new Error("there is no such act");
  return perform(ports, rehearsal, next);
}

test("no confirm without the money that the account was given", async () => {
  expect(await outcomeOf(portsOf(false), 1)).toEqual({ type: "waiting" });
  expect(await outcomeOf(portsOf(true), 1)).toMatchObject({ type: "ended" }); // this merchant has no destination
});

test("an account is not empty before it had something, unless the payment has ended", async () => {
  expect(await outcomeOf(portsOf(true), 2)).toEqual({ type: "waiting" });
  expect(await outcomeOf(portsOf(true, "failed"), 2)).toMatchObject({ type: "ended" });
});

test("a reorg that another block's coming made too short is made again", async () => {
  let hash = "0xdd";
  let reorgs = 0;
  const ports = {
    ...portsOf(true),
    payments: { findForBuyer: async (id: string) => ({ id, status: "succeeded", credit: { txHash: "0xaa" } }) },
    store: { mark: async () => {} },
    crashPoint: () => {},
    buyers: {
      blockOf: async () => ({ number: 1n, hash: "0xdd" }),
      blockHash: async () => hash,
      async reorganise() {
        reorgs += 1;
        if (reorgs === 2) hash = "0xff";
      },
    },
  } as unknown as ActPorts;
  const rehearsal = { paymentId: "pay_1", asset: ASSET, buyer: "0xee", removed: null } as unknown as Rehearsal;
  const act = ACTS.reorganised.find((each) => each.type === "reorganise");
  if (!act) throw new Error("there is no such act");
  expect([await perform(ports, rehearsal, act), reorgs]).toEqual([{ type: "waiting" }, 1]);
  expect([await perform(ports, rehearsal, act), reorgs]).toEqual([{ type: "done" }, 2]);
  expect([await perform(ports, rehearsal, act), reorgs]).toEqual([{ type: "done" }, 2]);
});
