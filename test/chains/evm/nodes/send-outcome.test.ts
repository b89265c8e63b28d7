// Nodes' rejections of raw transactions, worded as in their sources.
import { expect, it } from "vitest";
import { isBusy, sendOutcomeOf } from "../../../../src/chains/evm/nodes/send-outcome.ts";

it.each([
  ["geth", "already known", "known"],
  ["geth", "nonce too low: next nonce 5, tx nonce 4", "nonce_used"],
  ["geth", "replacement transaction underpriced", "underpriced"],
  ["geth", "transaction underpriced: gas tip cap 0, minimum needed 1", "underpriced"],
  ["geth", "max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1, baseFee: 2", "underpriced"],
  ["geth", "insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1", "unfunded"],
  ["anvil", "transaction already imported", "known"],
  ["anvil", "nonce too low", "nonce_used"],
  ["anvil", "Insufficient funds for gas * price + value", "unfunded"],
  ["reth", "already known", "known"],
  ["reth", "nonce too low: next nonce 9, tx nonce 7", "nonce_used"],
  ["reth", "replacement transaction underpriced", "underpriced"],
  ["reth", "insufficient funds for gas * price + value", "unfunded"],
  ["nethermind", "AlreadyKnown", "known"],
  ["nethermind", "OldNonce, Current nonce: 5, nonce of rejected tx: 4", "nonce_used"],
  ["nethermind", "ReplacementNotAllowed", "underpriced"],
  ["nethermind", "FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 7", "underpriced"],
  ["nethermind", "FeeTooLowToCompete", "underpriced"],
  ["nethermind", "InsufficientFunds, Account balance: 0, cumulative cost: 1", "unfunded"],
  ["erigon", "already known", "known"],
  ["erigon", "nonce too low", "nonce_used"],
  ["erigon", "could not replace existing tx", "underpriced"],
  ["erigon", "fee too low", "underpriced"],
  ["erigon", "insufficient funds", "unfunded"],
  ["besu", "Known transaction", "known"],
  ["besu", "Nonce too low", "nonce_used"],
  ["besu", "Transaction gas price below minimum", "underpriced"],
  ["besu", "Upfront cost exceeds account balance", "unfunded"],
])("%s: %s → %s", (_node, message, outcome) => {
  expect(sendOutcomeOf({ code: -32000, message })).toBe(outcome);
});

it.each(["txpool is full", "header not found", "rate limit exceeded", "request timed out", "too many requests"])(
  "%s: the node takes no transaction now",
  (message) => {
    expect(isBusy({ code: -32000, message })).toBe(true);
  },
);

it.each(["oversized data: transaction size 145305, limit 131072", "exceeds block gas limit", "intrinsic gas too low"])(
  "%s: the transaction is at fault",
  (message) => {
    expect(isBusy({ code: -32000, message })).toBe(false);
  },
);

it.each(["txpool is full", "nonce too high", "intrinsic gas too low", "exceeds block gas limit", "header not found"])(
  "%s has no outcome",
  (message) => {
    expect(sendOutcomeOf({ code: -32000, message })).toBeNull();
  },
);
