// Deriving the addresses of many deadlines, as rebuild does, gives what one derivation gives.
import { keccak256, stringToHex } from "viem";
import { expect, test } from "vitest";
import { depositAddress, depositAddressesOf } from "../../../../../src/chains/evm/router/deposit-address.ts";
import { addressOf } from "../../../../simulation/chain/accounts.ts";

test("the address of each deadline is the one that its terms have", () => {
  const terms = {
    router: addressOf("router"),
    destination: addressOf("merchant"),
    key: keccak256(stringToHex("key")),
    amount: 2n ** 200n,
    fee: 40_000n,
    token: addressOf("token"),
    feeReceiver: addressOf("fee receiver"),
  };
  const addressAt = depositAddressesOf(terms);
  for (const deadlineS of [0, 1, 2 ** 31, 2_000_000_000, 2 ** 40 + 1]) {
    expect(addressAt(deadlineS)).toBe(depositAddress({ ...terms, deadlineS }).toLowerCase());
  }
});
