// Events are believed only with the state that they must have left: a payment of a known token has used up its nonce, or is
// marked as paid in the router. A node that invents an event, or mixes up two chains, has to get both right.
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
 * @param at hash of the block whose state is looked at, or "latest"
 * @throws where an event's payment left no trace, or the chain does not answer
 */
export async function refuseInvented(
  connection: Connection,
  config: EvmChainConfig,
  events: readonly PaidEvent[],
  at: Hex | "latest",
): Promise<void> {
  // Of a token that we do not know the state means nothing, and nobody's payment is made in it.
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
        throw new TypeError("an event of a payment that the chain's state does not know of");
      }
      from = to;
    }
  }
}

/** By the router's mark, by the token's nonce (EIP-3009), by Permit2's: the event does not say which way it was. */
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

/** Place of Permit2's word, of which one bit is the payment's; the others are a plain true. */
const PERMIT2_PLACE = 2;

function isTrace({ success, returnData }: SubResult, place: number, termsHash: bigint): boolean {
  if (!success || size(returnData) !== WORD_BYTES) return false;
  const word = BigInt(returnData);
  return place === PERMIT2_PLACE ? ((word >> (termsHash & 0xffn)) & 1n) === 1n : word === 1n;
}
