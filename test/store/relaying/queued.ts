// Confirmed payments in the relayer's queue, made without a chain.
import { type Address, getAddress, type Hex, keccak256, stringToHex } from "viem";
import { newPaymentId } from "../../../src/ids.ts";
import type { NewConfirmation } from "../../../src/operations/gateway/confirm-payment.ts";
import type { Block } from "../../../src/operations/ports/chain/chain-reader.ts";
import {
  type BatchBuilder,
  type BuiltTransaction,
  type TakeLimits,
  type TakenBatch,
  takeBatch,
} from "../../../src/operations/relaying/take-batch.ts";
import type { Option } from "../../../src/payment/option.ts";
import { paymentKey, type Terms, termsHash } from "../../../src/payment/terms.ts";
import type { TimedEvent } from "../../../src/payment/transfers/transfer.ts";
import type { Store } from "../../../src/store/store.ts";
import type { TestServer } from "../../harness/server/server.ts";

export const CHAIN = "eip155:31337";

export const someAddress = (name: string): Address => getAddress(`0x${keccak256(stringToHex(name)).slice(-40)}`);
export const ROUTER = someAddress("router");

/** Deletes all payments and followed chains; the replica role bypasses the triggers that forbid it. */
export const forgetPayments = (server: TestServer) =>
  server.sql(`
    set local session_replication_role = replica;
    truncate payments, payment_events, intents, transfers, exceptions, chain_blocks, followed_chains,
             relay_batches, relayers cascade`);

/** Stores a block in which the relayer's transactions below `nonce` are mined. @returns the number of held payments */
export async function markMined(server: TestServer, relayer: Address, nonce: bigint): Promise<number> {
  const block = await ingestBlock(server);
  return server.store.unpaid.markMined(CHAIN, relayer, { counted: nonce, certain: nonce }, block);
}

/** Stores the next block. @param eventsOf the block's transfers */
export async function ingestBlock(
  server: TestServer,
  eventsOf: (block: Block) => readonly TimedEvent[] = () => [],
): Promise<Block> {
  const newest = await server.store.ledger.newestBlock(CHAIN);
  const block = nextBlock(newest);
  await server.store.ledger.at(CHAIN, newest, (book) => book.ingest([block], eventsOf(block)));
  return block;
}

function nextBlock(newest: Block | null): Block {
  const number = (newest?.number ?? 0n) + 1n;
  const parentHash = newest?.hash ?? keccak256("0x");
  return { number, hash: keccak256(parentHash), parentHash, timeS: Math.floor(Date.now() / 1000) };
}

/** An option of an unconfirmed payment. @param changes to the terms of 10 USDC */
export async function openPayment(server: TestServer, changes: Partial<Terms> = {}): Promise<Option> {
  const paymentId = newPaymentId(null);
  await server.store.payments.create(
    {
      id: paymentId,
      partnerId: server.partnerId,
      merchantId: server.merchantId,
      referenceId: "order",
      amount: { currency: "USD", value: 1_000n },
      checkout: null,
      createdBy: { type: "server", id: null },
      createdAtMs: Date.now(),
      expiresAtS: Math.floor(Date.now() / 1000) + 300,
      paymentKey: paymentKey(paymentId),
      feePolicyId: null,
    },
    null,
  );
  const terms: Terms = {
    chain: CHAIN,
    router: ROUTER,
    key: paymentKey(paymentId),
    token: someAddress("token"),
    payer: someAddress(paymentId),
    amount: 10_000_000n,
    destination: server.destination,
    fee: 40_000n,
    feeReceiver: server.feeReceiver,
    deadlineS: Math.floor(Date.now() / 1000) + 420,
    ...changes,
  };
  return {
    paymentId,
    asset: `${CHAIN}/erc20:${terms.token}`,
    method: "eip3009",
    merchantName: "Blue Shop",
    paysOut: "merchant",
    quoteExpiresAtS: null,
    quoteSources: [],
    feePpm: 4_000n,
    feeFixed: 0n,
    terms,
  };
}

/** @param changes to the terms of 10 USDC */
export async function queuedPayment(server: TestServer, changes: Partial<Terms> = {}): Promise<Option> {
  const option = await openPayment(server, changes);
  await confirmBy(server, option);
  return option;
}

/** A confirmation with a made-up signature, for the relayer. */
export const confirmationOf = (option: Option): NewConfirmation => ({
  option,
  termsHash: termsHash(option.terms),
  resultsDigest: keccak256(stringToHex(option.paymentId)),
  proof: { type: "signature", signature: `0x${"01".repeat(65)}` },
  providerName: "",
  requiredDepth: 1,
  relay: "queued",
  buyerData: null,
  linkId: null,
  payerBalance: null,
});

export async function confirmBy(server: TestServer, option: Option): Promise<void> {
  const isConfirmed = await server.store.payments.confirm(option.paymentId, confirmationOf(option));
  if (!isConfirmed) throw new Error("the payment was not confirmed");
}

export type Limits = Omit<TakeLimits, "examined">;

/** Takes a batch. Payers have no code unless it was noted. */
export const storeBatchOf = async (
  { relay }: Pick<Store, "relay">,
  limits: Limits,
  builder: BatchBuilder = BUILDER,
): Promise<TakenBatch | null> => {
  const examined = await relay.queuedPayers(CHAIN, 500);
  return relay.takeTurn(CHAIN, (turn) => takeBatch(turn, { ...limits, examined }, builder));
};

/** Packs everything; the store does not interpret the bytes. */
export const BUILDER: BatchBuilder = {
  pack: (authorizations) => ({
    call: { recipient: ROUTER, data: "0x01", gasLimit: 1_000_000n },
    packed: [...authorizations.keys()],
    refused: [],
  }),
  packIsolated: (_, gasLimit) => ({ recipient: ROUTER, data: "0x02", gasLimit }),
  sign: async (_, relayer, nonce) => builtTransaction(relayer, nonce),
};

function builtTransaction(relayer: Address, nonce: bigint, form = 0): BuiltTransaction {
  const raw: Hex = stringToHex(`${relayer} ${nonce} ${form}`);
  return {
    fees: { maxFeePerGas: 100n + BigInt(form), maxPriorityFeePerGas: 1n },
    signed: { raw, hash: keccak256(raw) },
  };
}
