// The contracts that payments use. The router's CREATE2 address depends only on its code and Permit2's address, so it
// is the same on every chain, and a gateway cannot substitute another.

export interface PaymentContracts {
  readonly router: string;
  readonly permit2: string;
}

export const CONTRACTS: PaymentContracts = {
  router: "0xF3232b48C87F49D127f7de1d56D184383F25Ba6B",
  permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
};
