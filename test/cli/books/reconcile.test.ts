// turnpike reconcile compares two chains with the database. (Each kind of difference: test/books.)
import { getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestServer } from "../../harness/server/server.ts";
import { SECOND, startTwoChains, type TwoChains } from "../chains/two-chains.ts";
import { json, turnpike } from "../turnpike.ts";

interface Reconciled {
  readonly payments: number;
  readonly transfers: number;
  readonly leftOut: number;
  readonly differences: readonly {
    readonly kind: string;
    readonly chain: string | null;
    readonly paymentId: string | null;
    readonly transaction: { readonly hash: string; readonly logIndex: number } | null;
    readonly message: string;
    readonly remedy: string;
  }[];
  readonly chains: readonly {
    readonly chain: string;
    readonly from: number;
    readonly to: number;
    readonly sums: readonly object[];
  }[];
}

let chains: TwoChains;
let server: TestServer;
beforeAll(async () => {
  chains = await startTwoChains();
  server = chains.server;
});
afterAll(() => chains?.stop());

/** Alters the amount of the payment's transfer in the database while `work` runs. */
async function withWrongAmount<T>(paymentId: string, work: () => Promise<T>): Promise<T> {
  const change = (by: number) =>
    server.sql("update transfers set amount = amount + $2 where payment_id = $1", [paymentId, by]);
  await change(-1);
  try {
    return await work();
  } finally {
    await change(1);
  }
}

describe("reconcile", () => {
  test("finds no difference on two chains, and prints the sums paid on each", async () => {
    const found = await json<Reconciled>(["reconcile"], await chains.settingsOf());
    const sums = [
      { onChain: "10000000", credited: "10000000", reported: "0", waiting: "0", foreign: "0", unknown: "0" },
    ];
    expect(found).toMatchObject({
      payments: 3,
      transfers: 2,
      differences: [],
      leftOut: 0,
      chains: [
        { chain: server.caip2, sums },
        { chain: SECOND, sums },
      ],
    });
    const shown = await turnpike(["reconcile"], await chains.settingsOf());
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toMatch(
      /^eip155:31337 {2}blocks \d+ to \d+\n {2}USDC: 10 paid on chain; in the database 10 credited\n/,
    );
    expect(shown.stdout).toMatch(/\n3 payments and 2 transfers: no differences\.\n$/);
  });

  test("names the difference, the payment, the transaction and the remedy, with exit code 1", async () => {
    const [, paymentId] = chains.paid;
    const settings = await chains.settingsOf();
    const [asJson, shown] = await withWrongAmount(paymentId, async () => [
      await turnpike(["reconcile", "--json"], settings),
      await turnpike(["reconcile"], settings),
    ]);
    expect(asJson).toMatchObject({ code: 1, stderr: "" });
    const { hash, logIndex } = await chains.placeOf(paymentId);
    const about = { chain: SECOND, paymentId, transaction: { hash, logIndex }, remedy: expect.stringMatching(/\.$/) };
    expect((JSON.parse(asJson.stdout) as Reconciled).differences).toEqual([
      { ...about, kind: "transfer_differs", message: "its amount is 10000000 on chain, and 9999999 in the database" },
      {
        kind: "sums_differ",
        chain: SECOND,
        paymentId: null,
        transaction: null,
        message: expect.any(String),
        remedy: expect.any(String),
      },
      { ...about, kind: "terms_differ", message: "was confirmed with amount 10000000, but credited with 9999999" },
    ]);
    expect(shown).toMatchObject({ code: 1, stderr: "" });
    expect(shown.stdout).toContain(
      `transfer_differs  ${SECOND}  ${paymentId}  ${hash} log ${logIndex}\n  its amount is`,
    );
    expect(shown.stdout).toMatch(/\n3 payments and 2 transfers: 3 differences\.\n$/);
  });

  test("checks one chain, and a range of its blocks", async () => {
    const [paymentId] = chains.paid;
    const settings = await chains.settingsOf();
    const { block } = await chains.placeOf(paymentId);
    const of = async (chain: string, ...range: string[]) => {
      const answer = await turnpike(["reconcile", "--chain", chain, ...range, "--json"], settings);
      expect(answer.stderr).toBe("");
      const { differences, transfers, chains } = JSON.parse(answer.stdout) as Reconciled;
      return { code: answer.code, kinds: differences.map(({ kind }) => kind), transfers, chains };
    };
    await withWrongAmount(paymentId, async () => {
      expect(await of(SECOND)).toMatchObject({ code: 0, kinds: [], transfers: 1, chains: [{ chain: SECOND }] });
      const all = ["transfer_differs", "sums_differ", "terms_differ"];
      expect(await of(server.caip2)).toMatchObject({ code: 1, kinds: all, transfers: 1 });
      const exact = await of(server.caip2, "--from", `${block}`, "--to", `${block}`);
      expect(exact).toMatchObject({ code: 1, kinds: all, transfers: 1, chains: [{ from: block, to: block }] });
      // Differences of the payment itself show if it was confirmed around those blocks.
      expect(await of(server.caip2, "--from", `${block + 1}`)).toMatchObject({ kinds: ["terms_differ"], transfers: 0 });
      expect(await of(server.caip2, "--to", `${block - 1}`)).toMatchObject({ kinds: ["terms_differ"], transfers: 0 });
    });
  });

  test("recognises payments of a previous router", async () => {
    const router = getAddress(`0x${"5".repeat(40)}`);
    const settings = await chains.settingsOf([{ ...chains.second, router }]);
    expect(await json<Reconciled>(["reconcile", "--chain", SECOND], settings)).toMatchObject({
      transfers: 1,
      differences: [],
    });
  });

  test.each([
    [
      "an unknown chain",
      ["--chain", "eip155:1"],
      /eip155:1 is not configured: it must be one of eip155:31337, eip155:31338/,
    ],
    ["a malformed block number", ["--chain", SECOND, "--from", "-1"], /--from must be a block number/],
    ["blocks of several chains", ["--from", "1"], /select it with --chain/],
    ["an empty range", ["--chain", SECOND, "--from", "2", "--to", "1"], /eip155:31338: blocks 2 to 1 are none/],
    ["a range that is not followed yet", ["--chain", SECOND, "--from", "999999999"], /it was followed from \d+ to \d+/],
  ])("%s is refused with an explanation", async (_, args, words) => {
    const answer = await turnpike(["reconcile", ...args], await chains.settingsOf());
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toMatch(words);
  });

  test("names a chain that is in the database but missing from the chains file", async () => {
    const answer = await turnpike(["reconcile"], await chains.settingsOf(server.installation.chains.slice(0, 1)));
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toContain(`the books include ${SECOND}, which the chains file lacks`);
  });

  test("reports no differences if a chain is down, with exit code 1", async () => {
    const dead = { ...chains.second, rpcUrls: ["http://127.0.0.1:1/hush"] };
    const settings = await chains.settingsOf([...server.installation.chains.slice(0, 1), dead]);
    const answer = await turnpike(["reconcile", "--json"], settings);
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toMatch(/eip155:31338: rpc 1 of 1 /);
    expect(answer.stderr).not.toContain("hush");
  });
});
