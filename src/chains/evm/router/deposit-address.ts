// The address of a deposit: CREATE2 of a constant code by the router, with a hash of the terms as salt.
import { type Address, getContractAddress } from "viem";
import { type DepositTerms, depositSalt, type Terms } from "../../../payment/terms.ts";
import { depositCodeHash } from "../abi/payment-router.ts";

/** As PaymentRouter.depositAddress gives it. */
export const depositAddress = (terms: DepositTerms): Address =>
  getContractAddress({
    opcode: "CREATE2",
    from: terms.router,
    salt: depositSalt(terms),
    bytecodeHash: depositCodeHash,
  });

/** The terms of a deposit on a chain: their payer is the address. */
export const depositTerms = (chain: string, terms: Omit<Terms, "chain" | "payer">): Terms => ({
  ...terms,
  chain,
  payer: depositAddress(terms),
});
