// Operator commands that list exceptions and show a payment's history.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askForAddress, sendTo } from "../../harness/chain/deposits.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { SECOND, startTwoChains, type TwoChains } from "../chains/two-chains.ts";
import { json, turnpike } from "../turnpike.ts";

let chains: TwoChains;
let server: TestServer;
beforeAll(async () => {
  chains = await startTwoChains();
  server = chains.server;
});
afterAll(() => chains?.stop());

describe("exceptions", () => {
  test("are counted by kind and listed newest first, for all partners, one partner or one kind", async () => {
    const settings = await chains.settingsOf();
    const none = {
      underpaid: 0,
      overpaid: 0,
      late: 0,
      duplicate: 0,
      reorged: 0,
      settlement_failed: 0,
      foreign_token: 0,
      refused_sender: 0,
      unknown_refund: 0,
    };
    expect(await json(["exceptions"], settings)).toEqual({ total: 0, counts: none, exceptions: [] });
    expect((await turnpike(["exceptions"], settings)).stdout).toBe("No exceptions.\n");
    await server.sql(
      `insert into exceptions (id, partner_id, payment_id, kind, asset, amount, chain, tx_hash, log_index, message,
                               created_at)
       select 'exc_' || n, partner_id, id, case n when 3 then 'late' else 'underpaid' end, 'eip155:31338/slip44:60', 7,
              'eip155:31338', sha256(n::text::bytea), 1, 'What happened.',
              '2026-01-01'::timestamptz + n * interval '1 second'
         from payments, generate_series(1, 3) as n where id = $1`,
      [chains.open],
    );
    const all = await json<{ exceptions: readonly { id: string }[] }>(["exceptions"], settings);
    expect(all).toMatchObject({ total: 3, counts: { ...none, underpaid: 2, late: 1 } });
    expect(all.exceptions.map(({ id }) => id)).toEqual(["exc_3", "exc_2", "exc_1"]);
    expect(all.exceptions[0]).toEqual({
      id: "exc_3",
      partnerId: server.partnerId,
      paymentId: chains.open,
      kind: "late",
      amount: { asset: "eip155:31338/slip44:60", value: "7" },
      fee: "0",
      sender: null,
      resolvedAt: null,
      resolution: null,
      transaction: { chain: SECOND, hash: expect.stringMatching(/^0x\w{64}$/) },
      message: "What happened.",
      createdAt: "2026-01-01T00:00:03.000Z",
    });
    expect(await json(["exceptions", "--kind", "late"], settings)).toMatchObject({ total: 1, counts: { late: 1 } });
    expect(await json(["exceptions", "--limit", "1"], settings)).toMatchObject({
      total: 3,
      exceptions: [{ id: "exc_3" }],
    });
    expect(await json(["exceptions", "--partner", server.partnerId], settings)).toMatchObject({ total: 3 });
    const shown = await turnpike(["exceptions"], settings);
    const [head, first] = shown.stdout.split("\n");
    expect(head).toMatch(/^when +kind +partner +payment +amount +from +transaction +what happened$/);
    expect(first).toMatch(
      new RegExp(
        `^2026-01-01 00:00:03Z +late +${server.partnerId} +${chains.open} +0\\.000000000000000007 ETH +` +
          `${SECOND} 0x\\w{64} +What happened\\.$`,
      ),
    );
    expect(shown.stdout).toMatch(/\n1 late, 2 underpaid\n$/);
  });

  test("of the last day are reported by the doctor", async () => {
    const doctor = async () => {
      const answer = await turnpike(["doctor", "--json"], await chains.settingsOf());
      const { findings } = JSON.parse(answer.stdout) as { findings: readonly { part: string }[] };
      return findings.filter(({ part }) => part === "books");
    };
    await server.sql("delete from exceptions where id = 'exc_1'");
    expect(await doctor()).toEqual([]);
    await server.sql("update exceptions set created_at = now()");
    const words = /^exceptions of the last day: 1 late, 1 underpaid\. See turnpike exceptions/;
    expect(await doctor()).toEqual([{ part: "books", state: "warning", message: expect.stringMatching(words) }]);
  });

  test.each([
    ["an unknown kind", ["--kind", "early"], "underpaid, overpaid, late"],
    ["an unknown partner", ["--partner", "prtn_0"], "there is no partner prtn_0"],
    ["a limit of zero", ["--limit", "0"], "from 1 to 1000"],
  ])("%s is refused with an explanation", async (_, args, words) => {
    const answer = await turnpike(["exceptions", ...args], await chains.settingsOf());
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toContain(words);
  });
});

describe("payment show", () => {
  const show = async (paymentId: string, settings: Readonly<Record<string, string>>) => {
    const { code, stdout, stderr } = await turnpike(["payment", "show", paymentId], settings);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  };

  test("shows a payment from its creation to its depth on chain", async () => {
    const [, paymentId] = chains.paid;
    const settings = await chains.settingsOf();
    const { hash, logIndex, block } = await chains.placeOf(paymentId);
    expect(await json(["payment", "show", paymentId], settings)).toMatchObject({
      payment: { id: paymentId, status: "succeeded", amount: { currency: "USD", value: "1000" } },
      requiredDepth: 1,
      log: [{ type: "created" }, { type: "confirmed" }, { type: "paid", data: { txHash: hash } }],
      relay: { state: "closed", attempts: 1, batch: { nonce: "0", payments: 1, forms: [{ hash }] } },
      transfers: [{ chain: SECOND, txHash: hash, logIndex, blockNumber: String(block), state: "credited" }],
      exceptions: [],
      chain: { chain: SECOND, isUsed: true, depths: [expect.any(Number)] },
    });
    const shown = await show(paymentId, settings);
    for (const words of [
      `${paymentId}  succeeded  10.00 USD`,
      "pays 10.00 USDC by eip3009 on eip155:31338, 0.04 USDC of which is the fee",
      "relayer: closed, 1 attempt",
      "the authorisation is used",
      `transaction ${hash}`,
    ]) {
      expect(shown).toContain(words);
    }
    expect(shown).toMatch(/in block \d+ \(credited, \d+ deep now\)/);
    expect(shown).toMatch(/^when +event +by +facts$/m);
    expect(shown).toMatch(/^20\d\d-\d\d-\d\d [\d:]{8}Z +created +server key_\w+$/m);
    expect(shown).toMatch(/^20\S+ \S+ +confirmed +payer 0x\w{40}, 10\.00 USDC$/m);
    expect(shown).not.toMatch(/termsHash|terms hash|\dT\d/);
  });

  test("shows a transfer that is no longer on chain, and says so if the chain is down", async () => {
    const [, paymentId] = chains.paid;
    const { block } = await chains.placeOf(paymentId);
    await server.sql("update transfers set block_number = block_number - 1 where payment_id = $1", [paymentId]);
    expect(await show(paymentId, await chains.settingsOf())).toContain("(credited, NOT in the chain now)");
    await server.sql("update transfers set block_number = $2 where payment_id = $1", [paymentId, block]);
    const dead = { ...chains.second, rpcUrls: ["http://127.0.0.1:1/hush"] };
    const shown = await show(paymentId, await chains.settingsOf([dead]));
    expect(shown).toMatch(/the chain did not respond: eip155:31338: rpc 1 of 1 /);
    expect(shown).not.toContain("hush");
    expect(await show(paymentId, await chains.settingsOf(server.installation.chains.slice(0, 1)))).toContain(
      "the chain did not respond: eip155:31338 is not configured",
    );
  });

  test("shows an open payment and its exceptions", async () => {
    const shown = await show(chains.open, await chains.settingsOf());
    expect(shown).toContain(`${chains.open}  requires_action  10.00 USD`);
    expect(shown).toContain("not confirmed");
    expect(shown).toContain("! late: What happened.");
  });

  test("shows deposits as such: the address, what came, and whether the chain still shows it there", async () => {
    const settings = await chains.settingsOf();
    const paymentId = await createPayment(server);
    const { address } = await askForAddress(server, paymentId);
    const part = await sendTo(server, address, 9_500_000n);
    await expect.poll(() => server.sql("select from deposits where payment_id = $1", [paymentId])).toHaveLength(1);
    const open = await show(paymentId, settings);
    expect(open).toContain(`  deposit address ${address} on ${server.caip2}: received 9.50 USDC of 10.00 USDC\n`);
    expect(open).toMatch(new RegExp(`\\n {4}9\\.50 USDC from 0x\\w{40} \\(\\w+\\)  ${part}\\n`));
    await sendTo(server, address, 500_000n);
    await untilFinal(server, paymentId);
    const paid = await show(paymentId, settings);
    expect(paid).toContain(`  deposit address ${address} pays 10.00 USDC by deposit on ${server.caip2}, 0.04 USDC`);
    expect(paid).toContain("its deposit address holds less than the amount");
    expect(paid).not.toContain("authorisation");
  });

  test("refuses a payment that does not exist", async () => {
    const answer = await turnpike(["payment", "show", "pay_0"], await chains.settingsOf());
    expect(answer).toMatchObject({ code: 1, stdout: "", stderr: "turnpike: there is no payment pay_0\n" });
  });
});
