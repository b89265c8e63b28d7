// The contracts that payments use. The router's CREATE2 address depends only on its code and Permit2's address, so it
// is the same on every chain, and a gateway cannot substitute another.

export interface PaymentContracts {
  readonly router: string;
  readonly permit2: string;
}

export const CONTRACTS: PaymentContracts = {
  router: "0x00B6d3e341Ee763a300C20D7422Bb312752AE63A",
  permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
};
