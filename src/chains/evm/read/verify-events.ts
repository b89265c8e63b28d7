// Cross-checks events with their hash and contract state: a payment in a known token must have used its nonce or be
// marked as paid in the router. A node that invents or changes an event, or confuses two chains, must fake the state
// too. A sweep leaves no mark, which would cost 22 000 gas: its payer must be the address of its terms.
import { encodeFunctionData, type Hex, prepareEncodeFunctionData } from "viem";
import { termsHash } from "../../../payment/terms.ts";
import type { PaidEvent, TransferMethod } from "../../../payment/transfers/transfer.ts";
import { paymentRouterAbi } from "../abi/payment-router.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { multicall, type SubCall, type SubResult, wordIn } from "../nodes/multicall.ts";
import { depositAddress } from "../router/deposit-address.ts";
import { EIP3009, PERMIT2, permit2Nonce } from "./used.ts";

/** Each event needs one read: together under 3 million gas. */
const EVENTS_PER_CALL_MAX = 300;

/**
 * @param at hash of the block whose state is read, or "latest"
 * @throws if an event's terms do not have its hash, its payment left no trace, or the chain does not respond
 */
export async function verifyEvents(
  connection: Connection,
  config: EvmChainConfig,
  events: readonly PaidEvent[],
  at: Hex | "latest",
): Promise<void> {
  // The state of an unknown token proves nothing, and no payment here uses one.
  const known = events.filter(({ asset }) => config.assets.some(({ id }) => id === asset));
  if (known.some((event) => event.termsHash !== hashOfTerms(config, event))) {
    throw new TypeError("a payment event's terms do not have its hash");
  }
  if (known.some((event) => event.method === "deposit" && event.payer !== depositOf(config, event))) {
    throw new TypeError("a sweep's payer is not the deposit address of its terms");
  }
  const marked = known.filter(isMarked);
  for (let start = 0; start < marked.length; start += EVENTS_PER_CALL_MAX) {
    const some = marked.slice(start, start + EVENTS_PER_CALL_MAX);
    const traces = some.map((event) => traceOf(config, event));
    const results = await multicall(connection, config.multicall3, traces, at);
    if (!some.every((event, i) => hasTrace(event, results[i]))) {
      throw new TypeError("the chain's state does not confirm a payment event");
    }
  }
}

/** viem would hash the function's signature for each event. */
const AUTHORIZATION_STATE = prepareEncodeFunctionData({ abi: EIP3009 });

const hashOfTerms = ({ caip2: chain, router }: EvmChainConfig, { paymentKey: key, ...terms }: PaidEvent): Hex =>
  termsHash({ ...terms, chain, router, key });

const depositOf = ({ router }: EvmChainConfig, { paymentKey: key, ...terms }: PaidEvent): Hex =>
  depositAddress({ ...terms, router, key });

type Marked = PaidEvent & { readonly method: Exclude<TransferMethod, "deposit"> };
const isMarked = (event: PaidEvent): event is Marked => event.method !== "deposit";

/** Reads the token's or Permit2's nonce, or the router's mark. */
function traceOf({ router, permit2 }: EvmChainConfig, event: Marked): SubCall {
  const { method, termsHash: hash, paymentKey, token, payer } = event;
  switch (method) {
    case "eip3009":
      return { target: token, callData: encodeFunctionData({ ...AUTHORIZATION_STATE, args: [payer, hash] }) };
    case "transfer":
      return { target: token, callData: encodeFunctionData({ ...AUTHORIZATION_STATE, args: [payer, paymentKey] }) };
    case "permit2":
      return {
        target: permit2,
        callData: encodeFunctionData({ abi: PERMIT2, args: [payer, permit2Nonce(hash).word] }),
      };
    case "pay": {
      const call = { abi: paymentRouterAbi, functionName: "paid", args: [hash] } as const;
      return { target: router, callData: encodeFunctionData(call) };
    }
  }
}

function hasTrace({ method, termsHash: hash }: PaidEvent, result: SubResult | undefined): boolean {
  const word = wordIn(result);
  if (word === null) return false;
  // The other results are booleans.
  return method === "permit2" ? ((word >> permit2Nonce(hash).bit) & 1n) === 1n : word === 1n;
}
