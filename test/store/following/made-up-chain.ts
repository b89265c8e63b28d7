// Made-up blocks and transfers, without a node.
import { type Hex, keccak256, stringToHex, zeroAddress } from "viem";
import type { QuotePorts } from "../../../src/operations/following/confirm-in-time.ts";
import { ingestBlocks, type NewBlocks } from "../../../src/operations/following/ingest-blocks.ts";
import type { Screening } from "../../../src/operations/gateway/screen-accounts.ts";
import type { Block } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { Ledger } from "../../../src/operations/ports/ledger.ts";
import { percentagePolicy } from "../../../src/payment/fee.ts";
import type { Option } from "../../../src/payment/option.ts";
import { termsHash } from "../../../src/payment/terms.ts";
import type { QuotingChain } from "../../../src/payment/transfers/credit.ts";
import type { TimedEvent } from "../../../src/payment/transfers/transfer.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { CHAIN, someAddress } from "../relaying/queued.ts";

/** Quote settings of the chain of queued payments. */
export const QUOTING: QuotingChain = {
  id: CHAIN,
  router: someAddress("router"),
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
  secondSourceFrom: null,
  takes: () => true,
};

const TX = keccak256(stringToHex("a transaction"));

/** Quotes without screening. */
export const QUOTES: QuotePorts = {
  screening: { refused: async () => new Set() },
  standardFees: percentagePolicy(4_000n),
  log: { info: () => {}, warn: () => {}, error: () => {} },
};

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

export const paidIn = (
  { number, hash, timeS }: Block,
  { terms }: Option,
  logIndex: number,
  txHash: Hex = TX,
): TimedEvent => ({
  txHash,
  logIndex,
  blockNumber: number,
  blockHash: hash,
  blockTimeS: timeS,
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

interface ChainRules {
  readonly confirmations: typeof QUOTING.confirmations;
  readonly screening: Screening;
  readonly takes: QuotingChain["takes"];
}

/** Stores blocks and transfers like the watcher. @param judging is called for each judged transfer */
export const advancing =
  (
    server: () => TestServer,
    judging: () => void = () => {},
    { screening = QUOTES.screening, ...rules }: Partial<ChainRules> = {},
  ) =>
  async (
    after: Block | null,
    blocks: Block[],
    transfers: TimedEvent[] = [],
    learnt: Pick<NewBlocks, "screened"> = {},
  ) => {
    const done = await ingestBlocks(
      {
        ledger: counting(server().store.ledger, judging),
        quoting: { ...QUOTING, ...rules },
        quotes: { ...QUOTES, screening },
      },
      { after, head: blocks.at(-1)?.number ?? after?.number ?? 0n, blocks, transfers, ...learnt },
    );
    return done && { credited: done.credited, exceptions: done.exceptions };
  };

const counting = (ledger: Ledger, judging: () => void): Ledger => ({
  ...ledger,
  at: (chain, after, work) =>
    ledger.at(chain, after, (book) =>
      work({
        ...book,
        async waiting(head, treasury) {
          const waiting = await book.waiting(head, treasury);
          for (const _ of waiting) judging();
          return waiting;
        },
      }),
    ),
});
