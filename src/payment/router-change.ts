// Detects that the configured router changed while payments still need the old one, whose events are no longer read.
import type { Address } from "viem";

export interface RouterUse {
  /** CAIP-2. */
  readonly chain: string;
  readonly router: Address;
  /** Open payments that were confirmed with it, or whose buyer was handed a transaction to it. */
  readonly payments: number;
}

/** @returns a message for the operator per chain whose payments need another router */
export function changedRouters(
  chains: readonly { readonly caip2: string; readonly router: Address }[],
  underWay: readonly RouterUse[],
): { readonly chain: string; readonly message: string }[] {
  return underWay.flatMap(({ chain, router, payments }) => {
    const configured = chains.find(({ caip2 }) => caip2 === chain);
    if (!configured || configured.router === router) return [];
    const needed = `${payments} payments in progress need the router ${router}`;
    const what = `${chain}: ${needed}, the chains file has ${configured.router}.`;
    const remedy =
      "Restore the old router and run `turnpike serve --role worker` until they have ended: a worker accepts no new " +
      "payments.";
    return [{ chain, message: `${what} ${remedy}` }];
  });
}
