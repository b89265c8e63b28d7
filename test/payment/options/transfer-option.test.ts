// The terms of a stranger's authorised transfer follow from it, and its confirmation keeps it.
import { zeroAddress } from "viem";
import { expect, test } from "vitest";
import { buyerAccount } from "../../../src/payment/options/buyer-account.ts";
import { transferOption } from "../../../src/payment/options/transfer-option.ts";
import { packTransfer, transferOf } from "../../../src/payment/transfers/transfer-authorization.ts";

const PAYER = "0x1111111111111111111111111111111111111111";
const ROUTER = "0x2222222222222222222222222222222222222222";
const TOKEN = "0x3333333333333333333333333333333333333333";
const SHOP = "0x4444444444444444444444444444444444444444";
const AUTHORIZATION = {
  from: PAYER,
  value: 1_000_000n,
  validAfter: 3n,
  validBefore: 1_900_000_000n,
  nonce: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
} as const;
const OPTION = transferOption(
  {
    paymentId: "pay_1",
    merchantName: "Acme",
    asset: { id: `eip155:8453/erc20:${TOKEN}`, address: TOKEN },
    chain: { id: "eip155:8453", router: ROUTER },
    destination: SHOP,
  },
  AUTHORIZATION,
);

test("every term follows from the authorisation, whose nonce is the key, and no fee is taken", () => {
  expect(OPTION.terms).toEqual({
    chain: "eip155:8453",
    router: ROUTER,
    destination: SHOP,
    key: AUTHORIZATION.nonce,
    payer: PAYER,
    amount: 1_000_000n,
    fee: 0n,
    deadlineS: 1_900_000_000,
    token: TOKEN,
    feeReceiver: zeroAddress,
  });
  expect(buyerAccount({ option: OPTION, authorizer: null })).toBe(`eip155:8453:${PAYER}`);
});

test("its confirmation keeps the authorisation as its signature; a signature of terms is none", () => {
  const signature = packTransfer(AUTHORIZATION);
  expect(transferOf({ option: OPTION, signature })).toEqual(AUTHORIZATION);
  expect(transferOf({ option: { method: "eip3009" }, signature })).toBeNull();
});
