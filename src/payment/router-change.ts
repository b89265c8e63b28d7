// A chain's router must not change while payments that need the old one are under way: only the configured router's events are
// read, so their money would arrive unseen.
import type { Address } from "viem";

export interface RouterUse {
  /** CAIP-2. */
  readonly chain: string;
  readonly router: Address;
  /** How many were confirmed with it, or have a transaction to it in a buyer's hands, and have not ended. */
  readonly payments: number;
}

/** @returns what an operator must know, by chain; empty where each chain has the router that its payments need */
export function changedRouters(
  chains: readonly { readonly caip2: string; readonly router: Address }[],
  underWay: readonly RouterUse[],
): { readonly chain: string; readonly message: string }[] {
  return underWay.flatMap(({ chain, router, payments }) => {
    const configured = chains.find(({ caip2 }) => caip2 === chain);
    if (!configured || configured.router === router) return [];
    const what = `${chain}: ${payments} payments under way need the router ${router}, the chains file has ${configured.router}.`;
    const remedy =
      "Put the old one back and run `turnpike serve --role worker` until they have ended: it takes no new ones.";
    return [{ chain, message: `${what} ${remedy}` }];
  });
}
