// Deposit addresses that were given out after the backup: rebuild derives them, and their deposits pay as usual.
import { expect, test } from "vitest";
import { watcherIsAtHead } from "../faults/payments/confirmed.ts";
import { reconciled } from "../harness/books.ts";
import { askForAddress, sendTo } from "../harness/chain/deposits.ts";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { backUp, install, rebuild, whileServing } from "./restored.ts";

const AMOUNT = 10_000_000n;

const statusesOf = async ({ sql }: TestServer, ids: readonly string[]) => {
  const rows = await sql<{ id: string; status: string }>("select id, status from payments where id = any($1)", [ids]);
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

test("a payment succeeds by a deposit to an address of the gap, swept before the restore or after it", async () => {
  const server = await install();
  const [swept, unswept, partly, ended] = await whileServing(server, async (served) => {
    const inTwoHoursS = Math.floor(Date.now() / 1_000) + 7_200; // an address does not move this expiry
    const lifetimes = [{}, { expiresAt: inTwoHoursS }, {}, {}];
    const ids = await Promise.all(lifetimes.map((fields) => createPayment(served, fields)));
    await watcherIsAtHead(served);
    return ids;
  });
  if (!swept || !unswept || !partly || !ended) throw new Error("a payment is missing");
  const restored = await backUp(server);

  const addresses = await whileServing(server, async (served) => {
    const newer = await createPayment(served);
    const given = await Promise.all(
      [swept, newer, unswept, partly, ended].map(async (id) => (await askForAddress(served, id)).address),
    );
    for (const [index, id] of [swept, newer].entries()) {
      await sendTo(served, given[index] ?? "0x", AMOUNT);
      await untilFinal(served, id);
    }
    return given.slice(2);
  });
  const [ofUnswept = "0x", ofPartly = "0x", ofEnded = "0x"] = addresses;
  for (const address of [ofUnswept, ofEnded]) await sendTo(server, address, AMOUNT);
  await sendTo(server, ofPartly, 4_000_000n);
  // The partner cancelled it after the restore, before rebuild ran.
  await restored.store.payments.apply(ended, { type: "cancelled", reason: "cancelled_by_merchant" });

  const rebuilt = await rebuild(restored);
  expect(rebuilt).toMatchObject({ deposits: 4, succeeded: 1, unknown: [{ evidence: "fee_receiver" }] });
  const isStored = true;
  expect(rebuilt.addresses).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ paymentId: swept, isStored }),
      { address: ofUnswept, paymentId: unswept, isStored },
      { address: ofPartly, paymentId: partly, isStored },
      { address: ofEnded, paymentId: ended, isStored },
    ]),
  );
  expect(await statusesOf(restored, [swept, unswept, partly, ended])).toEqual([
    "succeeded",
    "processing",
    "requires_action",
    "cancelled",
  ]);
  expect((await rebuild(restored)).addresses).toEqual([]);

  await whileServing(restored, async (served) => {
    expect((await untilFinal(served, unswept)).status).toBe("succeeded");
    const again = await askForAddress(served, partly);
    expect([again.address, again.received.value]).toEqual([ofPartly, "4000000"]);
    await sendTo(served, ofPartly, 6_000_000n);
    expect((await untilFinal(served, partly)).status).toBe("succeeded");
    await expect.poll(() => restored.sql("select payment_id from exceptions")).toEqual([{ payment_id: ended }]);
    await watcherIsAtHead(served);
    expect((await reconciled(served)).differences).toEqual([]);
  });
});

test("a second address in the same asset takes the place of the first; rebuild names the first with its payment", async () => {
  const server = await install();
  const paymentId = await whileServing(server, async (served) => {
    const id = await createPayment(served);
    await watcherIsAtHead(served);
    return id;
  });
  const restored = await backUp(server);
  const since = new Date().toISOString();
  const first = await whileServing(server, (served) => askForAddress(served, paymentId));
  await whileServing(restored, async (served) => {
    await server.sql("select pg_sleep(1.1)"); // another second gives another address
    const second = await askForAddress(served, paymentId);
    expect(second.address).not.toBe(first.address);
    await sendTo(server, first.address, AMOUNT);
    await watcherIsAtHead(served);
  });
  const { addresses, deposits } = await rebuild(restored, "--since", since);
  expect({ addresses, deposits }).toEqual({
    addresses: [{ address: first.address, paymentId, isStored: false }],
    deposits: 0,
  });
});
