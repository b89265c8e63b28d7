// Cross-checks events with contract state: a payment in a known token must have used its nonce or be marked as paid in
// the router. A node that invents an event or confuses two chains would have to fake both.
import { encodeFunctionData, type Hex, size, zeroAddress } from "viem";
import type { PaidEvent } from "../../payment/transfer.ts";
import { paymentRouterAbi } from "./abi/payment-router.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { multicall, type SubCall, type SubResult } from "./multicall.ts";
import { EIP3009, PERMIT2, permit2Nonce } from "./used.ts";

/** Three reads each, together under 2 million gas. */
const EVENTS_PER_CALL_MAX = 100;
const WORD_BYTES = 32;

/**
 * @param at hash of the block whose state is read, or "latest"
 * @throws if an event's payment left no trace, or the chain does not respond
 */
export async function verifyEvents(
  connection: Connection,
  config: EvmChainConfig,
  events: readonly PaidEvent[],
  at: Hex | "latest",
): Promise<void> {
  // The state of an unknown token proves nothing, and no payment here uses one.
  const known = events.filter(({ asset }) => config.assets.some(({ id }) => id === asset));
  for (let start = 0; start < known.length; start += EVENTS_PER_CALL_MAX) {
    const some = known.slice(start, start + EVENTS_PER_CALL_MAX);
    const traces = some.map((event) => tracesOf(config, event));
    const results = await multicall(connection, config.multicall3, traces.flat(), at);
    let from = 0;
    for (const [index, event] of some.entries()) {
      const to = from + (traces[index]?.length ?? 0);
      const hash = BigInt(event.termsHash);
      if (!results.slice(from, to).some((result, place) => isTrace(result, place, hash))) {
        throw new TypeError("the chain's state does not confirm a payment event");
      }
      from = to;
    }
  }
}

/** The router's mark, the token's nonce (EIP-3009) and Permit2's nonce: the event does not tell which applies. */
function tracesOf({ router, permit2 }: EvmChainConfig, { termsHash, token, payer }: PaidEvent): SubCall[] {
  const call = { abi: paymentRouterAbi, functionName: "paid", args: [termsHash] } as const;
  const paid = { target: router, callData: encodeFunctionData(call) };
  if (token === zeroAddress) return [paid];
  const { word } = permit2Nonce(termsHash);
  return [
    paid,
    { target: token, callData: encodeFunctionData({ abi: EIP3009, args: [payer, termsHash] }) },
    { target: permit2, callData: encodeFunctionData({ abi: PERMIT2, args: [payer, word] }) },
  ];
}

/** Index of Permit2's word, in which one bit is the payment's; the other results are booleans. */
const PERMIT2_PLACE = 2;

function isTrace({ success, returnData }: SubResult, place: number, termsHash: bigint): boolean {
  if (!success || size(returnData) !== WORD_BYTES) return false;
  const word = BigInt(returnData);
  return place === PERMIT2_PLACE ? ((word >> (termsHash & 0xffn)) & 1n) === 1n : word === 1n;
}
