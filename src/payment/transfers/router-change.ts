// Detects payments in progress whose chain or router is no longer configured, so that their events are no longer read.
import type { Address } from "viem";

export interface RouterUse {
  /** CAIP-2. */
  readonly chain: string;
  readonly router: Address;
  /** Open payments that were confirmed with it, or whose buyer was handed a transaction to it. */
  readonly payments: number;
}

export interface MissingRouter {
  readonly chain: string;
  /** The whole chain is missing. */
  readonly isChainGone: boolean;
  /** Addresses the operator. */
  readonly message: string;
}

/** The chains that are missing, and those whose payments need another router. */
export function missingRouters(
  chains: readonly { readonly caip2: string; readonly router: Address }[],
  underWay: readonly RouterUse[],
): MissingRouter[] {
  return underWay.flatMap(({ chain, router, payments }) => {
    const configured = chains.find(({ caip2 }) => caip2 === chain);
    if (configured?.router === router) return [];
    const needed = `${payments} payments in progress need`;
    const [what, lost] = configured
      ? [`${needed} the router ${router}, the chains file has ${configured.router}.`, "the old router"]
      : [`${needed} this chain, which the chains file lacks.`, "it"];
    const remedy =
      `Restore ${lost} and run \`turnpike serve --role worker\` until they have ended: ` +
      "a worker accepts no new payments.";
    return [{ chain, isChainGone: !configured, message: `${chain}: ${what} ${remedy}` }];
  });
}
