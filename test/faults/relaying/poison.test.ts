import { type Address, type Hex, keccak256, numberToHex, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { confirm, createPayment, type SignedOption, signPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, relayStateOf, statusOf } from "../payments/confirmed.ts";
import { EVENTUALLY, gasOf, stage, succeedsOnce } from "./relay-stage.ts";

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

const isQuarantined = (server: TestServer, { paymentId }: SignedOption): Promise<void> =>
  vi.waitFor(async () => expect(await relayStateOf(server, paymentId)).toBe("quarantined"), EVENTUALLY);

const sentOnce = async (server: TestServer, batches: number): Promise<void> =>
  vi.waitFor(async () => {
    const sent = await server.sql("select from relay_transactions where last_sent_at is not null");
    expect(sent).toHaveLength(batches);
  }, EVENTUALLY);

/** A node that takes raw transactions and loses them. */
const losing = ({ method, params }: { readonly method: string; readonly params: readonly unknown[] }) =>
  method === "eth_sendRawTransaction" ? ({ type: "result", result: keccak256(params[0] as Hex) } as const) : null;

const threePayments = async (server: TestServer): Promise<readonly [SignedOption, SignedOption, SignedOption]> => [
  await confirmedPayment(server),
  await confirmedPayment(server),
  await confirmedPayment(server),
];

describe.concurrent("does not hold up the others", { timeout: 120_000 }, () => {
  test("a stored signature that cannot be encoded: its payment is quarantined, with an alert", async (context) => {
    const { server, relay } = await stage(chain, context, 1);
    const [first, poisoned, last] = await threePayments(server);
    await server.sql("update confirmations set signature = decode($2, 'hex') where payment_id = $1", [
      poisoned.paymentId,
      `deadbeef${"6492".repeat(16)}`,
    ]);
    const { errors } = await relay();
    for (const good of [first, last, await confirmedPayment(server)]) await succeedsOnce(good, server);
    await isQuarantined(server, poisoned);
    expect(await statusOf(server, poisoned.paymentId)).toBe("processing");
    expect(errors.filter((line) => line.includes(poisoned.paymentId))).toHaveLength(1);
  });

  test("a transaction that no node accepts: it is abandoned, and its payments are sent one by one", async (context) => {
    const { server, node, relay } = await stage(chain, context, 1);
    const payments = await threePayments(server);
    const [first, poisoned, last] = payments;
    const poison = paymentKey(poisoned.paymentId).slice(2);
    node.misbehave(({ method, params }) =>
      method === "eth_sendRawTransaction" && String(params[0]).includes(poison)
        ? { type: "error", code: -32_000, message: "oversized data: transaction size 145305, limit 131072" }
        : null,
    );
    const { errors } = await relay();
    for (const good of [first, last]) await succeedsOnce(good, server);
    await isQuarantined(server, poisoned);
    await succeedsOnce(await confirmedPayment(server), server);
    expect(errors.filter((line) => line.includes(poisoned.paymentId))).toHaveLength(1);
    const sizes = await server.sql<{ payments: number }>("select payments from relay_batches order by nonce");
    expect(sizes.map((batch) => batch.payments)).toEqual([3, 1, 1, 1, 1]);
  });

  test("a node's wrong transaction count: the relayer returns to the chain's nonce, with an alert", async (context) => {
    const { server, node, relay } = await stage(chain, context, 1);
    let lies = 1;
    // Leaves reads by block hash (EIP-1898) alone: the start checks the node with them.
    node.misbehave(({ method, params }) =>
      method === "eth_getTransactionCount" && typeof params[1] === "string" && lies-- > 0
        ? { type: "result", result: numberToHex(1_000) }
        : null,
    );
    const payment = await confirmedPayment(server);
    const { errors } = await relay();
    await succeedsOnce(payment, server);
    await succeedsOnce(await confirmedPayment(server), server);
    expect(errors.join()).toContain("ran ahead of the chain");
    const nonces = await server.sql("select nonce::integer from relay_batches order by nonce");
    expect(nonces).toEqual([{ nonce: 0 }, { nonce: 1 }]);
  });

  test("a batch that a node counts as mined and has lost: it is sent again under its nonce", async (context) => {
    const { server, node, relay } = await stage(chain, context, 1);
    let state: "well" | "has lost it" | "has lied" = "well";
    node.misbehave((request) => {
      if (state === "has lied") return null;
      const { method, params } = request;
      if (method === "eth_sendRawTransaction") state = "has lost it";
      const isCount = method === "eth_getTransactionCount" && typeof params[1] === "object";
      if (state === "well" || !isCount) return losing(request);
      state = "has lied";
      return { type: "result", result: numberToHex(1) };
    });
    const payment = await confirmedPayment(server);
    await relay();
    await succeedsOnce(payment, server);
    expect(state).toBe("has lied");
  });

  test("a relayer that runs dry after a node had its batch: another relayer pays", async (context) => {
    const { server, node, relay, relayers } = await stage(chain, context, 2);
    const [first, second] = relayers as [Address, Address];
    node.misbehave(losing);
    const payment = await confirmedPayment(server);
    await relay();
    await sentOnce(server, 1);
    await server.client.setBalance({ address: first, value: 0n });
    node.misbehave(() => null);
    await succeedsOnce(payment, server);
    // The funded transaction only uses up the nonce.
    await server.client.setBalance({ address: first, value: parseEther("1") });
    await vi.waitFor(async () => {
      expect(await server.sql("select from relay_batches where mined_in is null")).toEqual([]);
    }, EVENTUALLY);
    expect(await server.sql("select relayer from relay_batches order by id")).toEqual([
      { relayer: first },
      { relayer: second },
    ]);
    expect(await gasOf(chain, [first])).toBe(21_000n);
  });

  test("a queue that cannot be sent for lack of fees: what was stored earlier is resent", async (context) => {
    const { server, node, relay } = await stage(chain, context, 1);
    node.misbehave(losing);
    const lost = await confirmedPayment(server);
    await relay();
    await sentOnce(server, 1);
    const withoutFees = ({ method }: { readonly method: string }) =>
      method === "eth_feeHistory" ? ({ type: "error", code: -32_000, message: "no history" } as const) : null;
    const waiting = await signPayment(server, await createPayment(server), await server.newBuyer());
    node.misbehave((request) => withoutFees(request) ?? losing(request));
    await confirm(server, waiting);
    node.misbehave(withoutFees);
    await succeedsOnce(lost, server);
    expect(await relayStateOf(server, waiting.paymentId)).toBe("queued");
    node.misbehave(() => null);
    await succeedsOnce(waiting, server);
  });

  test("the batches of a removed relayer: another relayer pays", async (context) => {
    const { server, node, relay, keys } = await stage(chain, context, 2, { batchMax: 1 });
    node.misbehave(losing);
    const payments = await threePayments(server);
    const [removed, added] = keys as [Hex, Hex];
    const before = await relay([removed]);
    await sentOnce(server, 3);
    await before.stop();
    node.misbehave(() => null);
    await relay([added]);
    for (const payment of payments) await succeedsOnce(payment, server);
  });
});
