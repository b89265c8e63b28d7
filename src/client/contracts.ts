// The contracts that payments use. The router's CREATE2 address depends only on its code and Permit2's address, so it
// is the same on every chain, and a gateway cannot substitute another.

export interface PaymentContracts {
  readonly router: string;
  readonly permit2: string;
}

export const CONTRACTS: PaymentContracts = {
  router: "0xEB5D89438D38ef4D21a4d56b33c8089Bb57F22CF",
  permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
};
