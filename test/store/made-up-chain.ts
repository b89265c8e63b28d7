// Made-up blocks and transfers, without a node.
import { type Hex, keccak256, stringToHex, zeroAddress } from "viem";
import { takeInBlocks } from "../../src/operations/following/take-in-blocks.ts";
import type { Block } from "../../src/operations/ports/chain-reader.ts";
import type { Ledger } from "../../src/operations/ports/ledger.ts";
import type { QuotingChain } from "../../src/payment/credit.ts";
import type { Option } from "../../src/payment/option.ts";
import { termsHash } from "../../src/payment/terms.ts";
import type { PaidEvent } from "../../src/payment/transfer.ts";
import type { TestServer } from "../harness/server.ts";
import { CHAIN, someAddress } from "./queued.ts";

/** Quote settings of the chain of queued payments. */
const QUOTING: QuotingChain = {
  id: CHAIN,
  feeReceiver: zeroAddress,
  treasury: null,
  inclusionGraceS: 120,
  assets: [
    {
      id: `${CHAIN}/erc20:${someAddress("token")}`,
      chain: CHAIN,
      address: someAddress("token"),
      symbol: "USDC",
      name: "USD Coin",
      decimals: 6,
      peggedTo: "USD",
      method: "erc20",
      resetsApproval: false,
    },
  ],
  confirmations: [{ fromStandardUnits: 0n, blocks: 1 }],
};

const TX = keccak256(stringToHex("a transaction"));

/** @param fork distinguishes blocks with the same number */
export function block(number: number, fork = "a", parentFork = fork): Block {
  const hashOf = (of: number, on: string): Hex => keccak256(stringToHex(`block ${of} ${on}`));
  return {
    number: BigInt(number),
    hash: hashOf(number, fork),
    parentHash: hashOf(number - 1, parentFork),
    timeS: number,
  };
}

export const paidIn = ({ number, hash }: Block, { terms }: Option, logIndex: number, txHash: Hex = TX): PaidEvent => ({
  txHash,
  logIndex,
  blockNumber: number,
  blockHash: hash,
  paymentKey: terms.key,
  termsHash: termsHash(terms),
  asset: `${CHAIN}/erc20:${terms.token}`,
  token: terms.token,
  payer: terms.payer,
  amount: terms.amount,
  destination: terms.destination,
  fee: terms.fee,
  feeReceiver: terms.feeReceiver,
  deadlineS: BigInt(terms.deadlineS),
  method: "eip3009",
});

/** Stores blocks and transfers like the watcher. @param judging is called for each judged transfer */
export const advancing =
  (server: () => TestServer, judging: () => void = () => {}) =>
  (after: Block | null, blocks: Block[], transfers: PaidEvent[] = []) =>
    takeInBlocks(
      { ledger: counting(server().store.ledger, judging), quoting: QUOTING },
      { after, head: blocks.at(-1)?.number ?? 0n, blocks, transfers },
    );

const counting = (ledger: Ledger, judging: () => void): Ledger => ({
  ...ledger,
  at: (chain, after, work) =>
    ledger.at(chain, after, (book) =>
      work({
        ...book,
        async waiting(treasury) {
          const waiting = await book.waiting(treasury);
          for (const _ of waiting) judging();
          return waiting;
        },
      }),
    ),
});
