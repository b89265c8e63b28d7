// The contracts that payments use. The router's CREATE2 address depends only on its code and Permit2's address, so it
// is the same on every chain, and a gateway cannot substitute another.

export interface PaymentContracts {
  readonly router: string;
  readonly permit2: string;
}

export const CONTRACTS: PaymentContracts = {
  router: "0x81122da80EB2d2f55FB5B0b52610E1a373D8d555",
  permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
};
