// A stranger's authorised transfer to a merchant's destination, judged and relayed with the real USDC and the router.
import { type Address, concat, type Hex, keccak256, stringToHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WRAPPED_SUFFIX } from "../../../../src/chains/evm/router/signature-encodings.ts";
import { administer } from "../../../../src/local/tokens/administrator.ts";
import type { Authorization } from "../../../../src/operations/ports/chain/payment-chain.ts";
import { transferOption } from "../../../../src/payment/options/transfer-option.ts";
import {
  packTransfer,
  type TransferAuthorization,
  transferOf,
} from "../../../../src/payment/transfers/transfer-authorization.ts";
import { signTransfer } from "../../../contracts/signing.ts";
import { transferData } from "../../../harness/chain/x402-facilitator.ts";
import { authorize, CHAIN, type Fixture, fundedBuyer, MERCHANT, openFixture, relay, someone } from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  expect(await fixture.chain.check()).toEqual([]);
});
afterAll(() => fixture.close());

const verify = (authorization: Authorization) => fixture.chain.payment.verify(authorization);
const AMOUNT = 1_000_000n;

interface Changes extends Partial<TransferAuthorization> {
  readonly to?: Address;
  readonly signer?: PrivateKeyAccount;
}

async function transferBy(buyer: PrivateKeyAccount, changes: Changes = {}): Promise<Authorization> {
  const { to = MERCHANT, signer = buyer, ...given } = changes;
  const message = {
    from: buyer.address,
    value: AMOUNT,
    validAfter: 17n,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + 300),
    nonce: keccak256(stringToHex(crypto.randomUUID())),
    ...given,
  };
  const { usdc: token, router } = fixture.deployment;
  const signature = given.signature ?? (await signTransfer(signer, token, { ...message, to }));
  const basis = { paymentId: "pay_1", merchantName: "Shop", asset: { id: `${CHAIN}/erc20:${token}`, address: token } };
  const authorization = { ...message, signature };
  const option = transferOption({ ...basis, chain: { id: CHAIN, router }, destination: to }, authorization);
  return { option, signature: packTransfer(authorization) };
}

const signedBy = (authorization: Authorization): TransferAuthorization => {
  const transfer = transferOf(authorization);
  if (!transfer) throw new Error("It authorises no transfer.");
  return transfer;
};

const paidIn = async (): Promise<readonly Hex[]> => {
  const head = await fixture.chain.reader.head();
  return (await fixture.chain.reader.paidEventsIn(head)).map(({ paymentKey }) => paymentKey);
};

describe("the verdict", () => {
  it("is payable, with the payer's balance", async () => {
    const buyer = await fundedBuyer(fixture, 5n * AMOUNT);
    expect(await verify(await transferBy(buyer))).toEqual({ type: "payable", balance: 5n * AMOUNT });
  });

  it("is an invalid signature if another account signed it, or the payer signed it for another receiver", async () => {
    const buyer = await fundedBuyer(fixture);
    const thief = privateKeyToAccount(generatePrivateKey());
    expect(await verify(await transferBy(buyer, { signer: thief }))).toEqual({ type: "invalid_signature" });
    const { signature } = signedBy(await transferBy(buyer, { to: someone("other shop") }));
    expect(await verify(await transferBy(buyer, { signature }))).toEqual({ type: "invalid_signature" });
  });

  it("is an invalid signature for a wallet that is not deployed (EIP-6492)", async () => {
    const buyer = await fundedBuyer(fixture);
    const signature = concat([signedBy(await transferBy(buyer)).signature, WRAPPED_SUFFIX]);
    expect(await verify(await transferBy(buyer, { signature }))).toEqual({ type: "invalid_signature" });
  });

  it("names the lack of money, the end of its time, and a nonce that is used", async () => {
    const poor = await transferBy(await fundedBuyer(fixture, AMOUNT - 1n));
    expect(await verify(poor)).toMatchObject({ type: "refused", message: expect.stringMatching(/insufficient/) });
    const buyer = await fundedBuyer(fixture);
    const { timestamp } = await fixture.node.getBlock();
    const late = await transferBy(buyer, { validBefore: timestamp });
    expect(await verify(late)).toMatchObject({ type: "refused", message: expect.stringMatching(/expired/) });
    const used = await transferBy(buyer);
    await relay(fixture, [used]);
    expect(await verify(used)).toEqual({ type: "already_used" });
  });

  it("is already used after a stranger has submitted it to the token", async () => {
    const authorization = await transferBy(await fundedBuyer(fixture));
    await submitAlone(signedBy(authorization));
    expect(await verify(authorization)).toEqual({ type: "already_used" });
    const { reader } = fixture.chain;
    const head = await reader.head();
    expect(await reader.isUsed(authorization.option, head)).toBe(true);
    expect(await reader.paidEventsIn(head)).toEqual([]);
    expect(await reader.cancellations(authorization.option, head)).toEqual([{ number: head.number, hash: head.hash }]);
    const range = { from: head.number - 1n, to: head.number };
    expect(await reader.cancellations(authorization.option, range)).toHaveLength(1);
    expect(await reader.cancellations((await transferBy(await fundedBuyer(fixture))).option, range)).toEqual([]);
  });
});

describe("a batch", () => {
  it("of fifty, to many destinations that never held the token, is paid within its gas limit", async () => {
    const batch = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        transferBy(await fundedBuyer(fixture), { to: someone(`shop ${index}`) }),
      ),
    );
    const { gasLimit } = fixture.chain.writer.encodeBatch(batch, false);
    const { hash } = await relay(fixture, batch);
    const { gasUsed } = await fixture.node.getTransactionReceipt({ hash });
    expect((await paidIn()).toSorted()).toEqual(batch.map(({ option }) => option.terms.key).toSorted());
    expect(gasUsed).toBeLessThan(gasLimit);
    expect(Number(gasLimit)).toBeLessThan(Number(gasUsed) * 1.5);
  });

  it("pays the good ones beside a used one and a forged one, and payments by another method", async () => {
    const buyer = await fundedBuyer(fixture);
    const used = await transferBy(buyer);
    await submitAlone(signedBy(used));
    const forged = await transferBy(buyer, { signer: privateKeyToAccount(generatePrivateKey()) });
    const good = await transferBy(buyer);
    const ordinary = await authorize(fixture, buyer);
    await relay(fixture, [used, good, ordinary, forged]);
    expect((await paidIn()).toSorted()).toEqual([good, ordinary].map(({ option }) => option.terms.key).toSorted());
  });
});

/** Anyone can. */
const submitAlone = (authorization: TransferAuthorization) =>
  administer(fixture.node, [{ to: fixture.deployment.usdc, data: transferData(MERCHANT, authorization) }]);
