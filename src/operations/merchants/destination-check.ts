// Checks destinations in direct changes and in changes that a second person approves. An asset need not be accepted
// now: its destination takes effect once the operator configures it. Only test mode knows its chains in advance.
import { checkDestination } from "../../merchant/destination.ts";
import { isLivemode } from "../../merchant/mode.ts";
import { parseAssetId } from "../../money/caip.ts";
import { isPayable } from "../gateway/payable-chains.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";

interface NamedDestination {
  readonly asset: string;
  readonly destination: string;
}

export type DestinationChains = ReadonlyMap<string, Pick<PaymentChain, "id" | "router" | "isTestNet">>;

export type DestinationCheck = (pair: NamedDestination) => ReturnType<typeof checkDestination>;

export function destinationCheck(chains: DestinationChains, partnerId: string): DestinationCheck {
  const routers = new Map([...chains.values()].map((chain) => [chain.id, chain.router]));
  const livemode = isLivemode(partnerId);
  const message = livemode
    ? "must not be on a test net: it would only be paid by test payments, which have destinations of their own"
    : "must be on one of this installation's test nets: a test payment can be paid on no other chain";
  return (pair) => {
    const checked = checkDestination(pair, routers);
    if (!checked.ok) return checked;
    const chain = chains.get(parseAssetId(checked.asset)?.chain ?? "");
    const isTaken = chain ? isPayable(chains, partnerId, chain) : livemode;
    return isTaken ? checked : { ok: false, field: "asset", message };
  };
}
