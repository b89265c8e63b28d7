// The address of a deposit: CREATE2 of a constant code by the router, with a hash of the terms as salt.
import { type Address, getContractAddress, type Hex, size } from "viem";
import { keccak256 } from "../../../payment/keccak256.ts";
import { type DepositTerms, depositSalt, depositSaltsOf, type Terms } from "../../../payment/terms.ts";
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

const CREATE2_PREFIX = "ff";
const ADDRESS_BYTES = 20;
const HASH_BYTES = 32;

/**
 * The addresses of the same terms with many deadlines, without encoding the terms for each.
 * @returns an address in lower case, by its deadline
 */
export function depositAddressesOf(terms: Omit<DepositTerms, "deadlineS">): (deadlineS: number) => Hex {
  const saltAt = depositSaltsOf(terms);
  const saltPlace = size(`0x${CREATE2_PREFIX}`) + ADDRESS_BYTES;
  const parts = [CREATE2_PREFIX, terms.router.slice(2), "00".repeat(HASH_BYTES), depositCodeHash.slice(2)];
  const preimage = Buffer.from(parts.join(""), "hex");
  return (deadlineS) => {
    preimage.write(saltAt(deadlineS).slice(2), saltPlace, "hex");
    return `0x${keccak256(preimage).slice(-2 * ADDRESS_BYTES)}`;
  };
}
