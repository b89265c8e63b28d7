// Recovered coins are passed on once: no event told of their arrival, and none tells that they are gone.
import { type Hex, keccak256, stringToHex, zeroAddress } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Option } from "../../../src/payment/option.ts";
import { termsHash } from "../../../src/payment/terms.ts";
import { toBytes } from "../../../src/store/database/hex.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { CHAIN, forgetPayments, ingestBlock, markMined, ROUTER, someAddress } from "../relaying/queued.ts";
import { forgetDeposits, givenAddress } from "./given-deposits.ts";

const DEPTH = 3;
const RELAYER = someAddress("relayer");
const COINS = 10n ** 18n;
const MINIMUM = 1_000n;
const RAW: Hex = "0x01";
const HASH = keccak256(RAW);

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
});
beforeEach(async () => {
  await forgetPayments(server);
  await forgetDeposits(server);
  await server.sql("truncate unrecovered");
  await server.sql("insert into relayers (chain, address, next_nonce) values ($1, $2, 0)", [CHAIN, RELAYER]);
  await ingestBlock(server);
});
afterAll(() => server.stop());

const found = ({ terms }: Option) => ({ termsHash: termsHash(terms), address: terms.payer });

const look = (option: Option, amount: bigint) =>
  server.store.recoveries.noteCoins(CHAIN, [{ ...found(option), amount }], MINIMUM);

/** What the next run passes on. */
async function run() {
  await server.store.recoveries.refresh(CHAIN, DEPTH, []);
  return server.store.recoveries.due(CHAIN, [RELAYER], [], 10);
}

const rows = () => server.sql("select amount::text as amount, attempts, note from unrecovered");
const states = async () => (await server.store.unrecovered.list(10)).map(({ state }) => state);

async function send(): Promise<void> {
  const recoveries = await run();
  expect(recoveries).toHaveLength(1);
  await server.store.recoveries.takeTurn(CHAIN, (turn) =>
    turn.store({
      relayer: RELAYER,
      nonce: 0n,
      call: { recipient: ROUTER, data: "0x01", gasLimit: 100_000n },
      signed: { raw: RAW, hash: HASH },
      fees: { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
      recoveries,
    }),
  );
}

/** @param txHash of the relayer, or of anybody */
async function passOn({ terms }: Option, txHash: Hex): Promise<void> {
  const block = await ingestBlock(server);
  await server.sql(
    `insert into recoveries (chain, tx_hash, log_index, block_number, block_hash, terms_hash, token, amount)
     values ($1, $2, 0, $3, $4, $5, $6, $7)`,
    [CHAIN, toBytes(txHash), block.number, toBytes(block.hash), toBytes(termsHash(terms)), zeroAddress, COINS],
  );
}

test("mined, and not deep yet: they are not passed on again, and the list forgets them at depth", async () => {
  const option = await givenAddress(server);
  await look(option, COINS);
  await send();
  await passOn(option, HASH);
  await markMined(server, RELAYER, 1n);
  expect([await run(), await states()]).toEqual([[], ["sent"]]);
  expect(await rows()).toEqual([{ amount: COINS.toString(), attempts: 0, note: null }]);
  expect(await server.store.unrecovered.recover(option.paymentId, false)).toBe(0);
  await ingestBlock(server);
  expect([await run(), await rows()]).toEqual([[], []]);
});

test("a reorganisation brings them back: they are passed on again", async () => {
  const option = await givenAddress(server);
  await look(option, COINS);
  await send();
  await passOn(option, HASH);
  await markMined(server, RELAYER, 1n);
  await server.sql("update recoveries set orphaned_at = now()");
  await run();
  expect(await rows()).toMatchObject([{ attempts: 1 }]);
});

test("that anybody else passed on are looked at until they are gone, also after the address's time", async () => {
  const option = await givenAddress(server);
  await look(option, COINS);
  await server.sql("update deposit_addresses set watched_until = now() - interval '1 day'");
  await passOn(option, keccak256(stringToHex("another transaction")));
  const { router } = option.terms;
  expect(await server.store.recoveries.watched([router], null, 10)).toEqual([found(option)]);
  await look(option, 0n);
  expect(await rows()).toEqual([]);
  expect(await server.store.recoveries.watched([router], null, 10)).toEqual([]);
});
