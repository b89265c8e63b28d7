// Checks destinations in direct changes and in changes that a second person approves. An asset need not be accepted
// now: its destination takes effect once the operator configures it.
import { checkDestination } from "../../merchant/destination.ts";
import type { PaymentChains } from "../ports/chain/payment-chain.ts";

interface NamedDestination {
  readonly asset: string;
  readonly destination: string;
}

export type DestinationCheck = (pair: NamedDestination) => ReturnType<typeof checkDestination>;

export function destinationCheck(chains: PaymentChains): DestinationCheck {
  const routers = new Map([...chains.values()].map((chain) => [chain.id, chain.router]));
  return (pair) => checkDestination(pair, routers);
}
