// Transfers with other terms under a payment's key, and the payment's log of them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rollBack } from "../../../src/operations/following/roll-back.ts";
import type { Terms } from "../../../src/payment/terms.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { advancing, block, paidIn } from "../following/made-up-chain.ts";
import { CHAIN, confirmBy, forgetPayments, openPayment, queuedPayment, someAddress } from "../relaying/queued.ts";

/** The smallest amount that is reported. */
const CENT = 10_000n;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
});
beforeEach(() => forgetPayments(server));
afterAll(() => server.stop());

const advance = advancing(() => server);

describe("a transfer with other terms", () => {
  const exceptions = () =>
    server.sql("select payment_id, kind, amount::text, log_index from exceptions order by created_at, id");
  const logOf = async (paymentId: string) =>
    (await server.sql("select type from payment_events where payment_id = $1 order by id", [paymentId])).map(
      ({ type }) => type,
    );

  test("for less is reported at once, credits nothing, and the payment can still be paid", async () => {
    const option = await queuedPayment(server);
    const less = { ...option, terms: { ...option.terms, amount: option.terms.amount - 1n } };
    await advance(null, [block(1)]);
    expect(await advance(block(1), [block(2)], [paidIn(block(2), less, 0)])).toEqual({ credited: 0, exceptions: 1 });
    expect(await exceptions()).toEqual([
      { payment_id: option.paymentId, kind: "underpaid", amount: "9999999", log_index: 0 },
    ]);
    expect(await advance(block(2), [block(3)], [paidIn(block(3), option, 1)])).toEqual({ credited: 1, exceptions: 0 });
    expect(await logOf(option.paymentId)).toEqual(["created", "confirmed", "exception", "paid"]);
  });

  test("that was reported and is confirmed afterwards pays its payment, and the report is resolved", async () => {
    const option = await openPayment(server); // with a fee receiver that the chain no longer has
    await advance(null, [block(1)]);
    expect(await advance(block(1), [block(2)], [paidIn(block(2), option, 0)])).toEqual({ credited: 0, exceptions: 1 });
    const isResolved = () => server.sql("select kind, resolved_at is not null as is_resolved from exceptions");
    expect(await isResolved()).toEqual([{ kind: "underpaid", is_resolved: false }]);
    await confirmBy(server, option);
    expect(await advance(block(2), [block(3)])).toEqual({ credited: 1, exceptions: 0 });
    expect(await isResolved()).toEqual([{ kind: "underpaid", is_resolved: true }]);
    expect(await logOf(option.paymentId)).toEqual(["created", "exception", "confirmed", "resolved", "paid"]);
  });

  test("that is reported at the moment of its confirm still pays its payment", async () => {
    const options = await Promise.all(Array.from({ length: 10 }, () => openPayment(server)));
    await advance(null, [block(1)]);
    const events = options.map((option, log) => paidIn(block(2), option, log));
    await Promise.all([advance(block(1), [block(2)], events), ...options.map((option) => confirmBy(server, option))]);
    await advance(block(2), [block(3)]);
    const paid = await server.sql("select from payments where status = 'succeeded'");
    expect(paid).toHaveLength(options.length);
    expect(await server.sql("select from exceptions where resolved_at is null")).toEqual([]);
  });

  test("is reported once per kind, and a repeat reports nothing new", async () => {
    const option = await queuedPayment(server);
    const by = (changes: Partial<Terms>) => ({ ...option, terms: { ...option.terms, ...changes } });
    const payer = someAddress("somebody else");
    const events = [by({ payer }), by({ amount: CENT, fee: 0n }), by({ amount: 20_000_000n }), option].map((one, log) =>
      paidIn(block(2), one, log),
    );
    await advance(null, [block(1)]);
    expect(await advance(block(1), [block(2)], events)).toEqual({ credited: 1, exceptions: 2 });
    expect(await advance(block(2), [block(3)])).toEqual({ credited: 0, exceptions: 1 }); // parked until then
    expect(await advance(block(3), [block(4)], events)).toEqual({ credited: 0, exceptions: 0 });
    expect((await exceptions()).map(({ kind, log_index }) => [kind, log_index]).sort()).toEqual([
      ["duplicate", 0],
      ["overpaid", 2],
      ["underpaid", 1],
    ]);
  });

  test("to a replaced destination of the merchant is reported as well", async () => {
    const option = await queuedPayment(server, { destination: someAddress("former") });
    const late = { ...option, terms: { ...option.terms, payer: someAddress("somebody else") } };
    await advance(null, [block(1)]);
    await advance(block(1), [block(2)], [paidIn(block(2), option, 0), paidIn(block(2), late, 1)]);
    await advance(block(2), [block(3)]);
    expect(await exceptions()).toEqual([]);

    const asset = `${CHAIN}/erc20:${someAddress("former asset")}`;
    const id = "crypto_former";
    const settlement = { id, asset, destination: `${CHAIN}:${someAddress("former")}` };
    await server.store.settlements.insert({ ...server, actor: "operator", via: "cli" }, [settlement]);
    await server.sql("delete from crypto_settlements where id = $1", [id]);
    const again = { ...late, terms: { ...late.terms, deadlineS: late.terms.deadlineS + 1 } };
    await advance(block(3), [block(4)], [paidIn(block(4), again, 2)]);
    expect(await exceptions()).toMatchObject([{ payment_id: option.paymentId, kind: "duplicate" }]);
  });

  test("that returns resolves the exception about its removal, which the next removal opens again", async () => {
    const option = await queuedPayment(server);
    const reorged = () =>
      server.sql("select resolution, sender from exceptions where kind = 'reorged' order by created_at");
    const from = option.terms.payer;
    await advance(null, [block(1)]);
    await advance(block(1), [block(2)], [paidIn(block(2), option, 0)]);
    for (const branch of ["b", "c"]) {
      await rollBack(server.store.ledger, CHAIN, block(1));
      expect(await reorged()).toEqual([{ resolution: null, sender: from }]);
      await advance(block(1), [block(2, branch, "a")], [{ ...paidIn(block(2, branch), option, 0) }]);
      expect(await reorged()).toEqual([{ resolution: "chain", sender: from }]);
    }
    const log = await server.sql("select type from payment_events where payment_id = $1 order by id", [
      option.paymentId,
    ]);
    const again = [{ type: "exception" }, { type: "restored" }, { type: "resolved" }];
    expect(log.slice(3)).toEqual([...again, ...again]);
  });

  test("that was reported resolves the exception about its removal when it returns, at the same place or another", async () => {
    const option = await queuedPayment(server);
    const less = { ...option, terms: { ...option.terms, amount: CENT, fee: 0n } };
    await advance(null, [block(1)]);
    await advance(block(1), [block(2)], [paidIn(block(2), less, 0)]);
    await rollBack(server.store.ledger, CHAIN, block(1));
    await advance(block(1), [block(2, "b", "a")], [paidIn(block(2, "b"), less, 0)]);
    expect(await server.sql("select kind, resolution, sender from exceptions order by created_at, kind desc")).toEqual([
      { kind: "underpaid", resolution: null, sender: option.terms.payer },
      { kind: "reorged", resolution: "chain", sender: option.terms.payer },
    ]);
  });
});

describe("a payment's log", () => {
  test("cannot be rewritten, not even by the owner of the database", async () => {
    const { paymentId } = await queuedPayment(server);
    const rewriting = [
      "update payment_events set type = 'paid'",
      "delete from payment_events",
      "truncate payment_events",
      "update payment_events set type = 'paid' where false",
    ];
    for (const text of rewriting) await expect(server.sql(text)).rejects.toThrow("payment_events is append-only");
    const log = await server.sql("select type from payment_events where payment_id = $1 order by id", [paymentId]);
    expect(log).toEqual([{ type: "created" }, { type: "confirmed" }]);
  });

  test("shows the new position of a credited transfer", async () => {
    const option = await queuedPayment(server);
    await advance(null, [block(1)]);
    await advance(block(1), [block(2)], [paidIn(block(2), option, 0)]);
    await rollBack(server.store.ledger, CHAIN, block(1));
    await advance(block(1), [block(2, "b", "a")], [paidIn(block(2, "b"), option, 7)]);
    const log = await server.sql(
      "select type, status, data->>'logIndex' as log from payment_events where payment_id = $1 order by id",
      [option.paymentId],
    );
    expect(log.slice(2)).toEqual([
      { type: "paid", status: "succeeded", log: "0" },
      { type: "exception", status: "succeeded", log: null },
      { type: "restored", status: "succeeded", log: "7" },
      { type: "resolved", status: "succeeded", log: null },
    ]);
  });
});
