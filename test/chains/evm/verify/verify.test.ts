// The verdict on an authorisation matches what the real USDC and the router do with it.
import { concat, encodeDeployData, type Hex, numberToHex, sliceHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { administer } from "../../../../src/local/tokens/administrator.ts";
import { mint, setDenied, setPaused } from "../../../../src/local/tokens/circle-token.ts";
import type { Authorization } from "../../../../src/operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../../src/payment/option.ts";
import { contractWalletAbi, contractWalletBytecode } from "../../../contracts/generated/contract-wallet.ts";
import { authorize, type Fixture, fundedBuyer, openFixture, optionFor, sign, someone } from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  expect(await fixture.chain.check()).toEqual([]);
});
afterAll(() => fixture.close());

const verify = (authorization: Authorization) => fixture.chain.payment.verify(authorization);
const refusedFor = (words: RegExp) => ({ type: "refused", message: expect.stringMatching(words) });

describe("an authorisation of an ordinary account", () => {
  it("is payable as the buyer signed it", async () => {
    const buyer = await fundedBuyer(fixture);
    expect(await verify(await authorize(fixture, buyer))).toMatchObject({ type: "payable" });
  });

  it("is payable without a fee, and with a fee of the whole amount", async () => {
    const buyer = await fundedBuyer(fixture);
    expect(await verify(await authorize(fixture, buyer, { fee: 0n }))).toMatchObject({ type: "payable" });
    expect(await verify(await authorize(fixture, buyer, { fee: 1_000_000n }))).toMatchObject({ type: "payable" });
  });

  it("has an invalid signature if someone else signed it", async () => {
    const buyer = await fundedBuyer(fixture);
    const option = optionFor(fixture, buyer.address);
    const signature = await sign(fixture, privateKeyToAccount(generatePrivateKey()), option);
    expect(await verify({ option, signature })).toEqual({ type: "invalid_signature" });
  });

  it("has an invalid signature if it was signed for other terms", async () => {
    const buyer = await fundedBuyer(fixture);
    const { option, signature } = await authorize(fixture, buyer);
    for (const changes of [
      { destination: someone("thief") },
      { fee: 5_000n },
      { feeReceiver: someone("thief") },
      { amount: 1_000_001n },
      { deadlineS: option.terms.deadlineS + 1 },
    ]) {
      const altered = { ...option, terms: { ...option.terms, ...changes } };
      expect(await verify({ option: altered, signature })).toEqual({ type: "invalid_signature" });
    }
  });

  it("has an invalid signature if it is malleated, truncated, with another recovery id or none at all", async () => {
    const buyer = await fundedBuyer(fixture);
    const { option, signature } = await authorize(fixture, buyer);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const highS = numberToHex(order - BigInt(sliceHex(signature, 32, 64)), { size: 32 });
    const otherV = signature.endsWith("1b") ? "0x1c" : "0x1b";
    const forged: Hex[] = [
      concat([sliceHex(signature, 0, 32), highS, otherV]),
      concat([sliceHex(signature, 0, 64), otherV]),
      concat([sliceHex(signature, 0, 64), "0x1d"]),
      sliceHex(signature, 0, 63),
      `0x${"00".repeat(65)}`,
      "0x00",
      "0x",
      "0x123" as Hex,
      `0x${"ab".repeat(8_193)}`,
    ];
    for (const bad of forged) expect(await verify({ option, signature: bad })).toEqual({ type: "invalid_signature" });
  });

  it("is refused as insufficient if the account is one unit short", async () => {
    const buyer = await fundedBuyer(fixture, 999_999n);
    expect(await verify(await authorize(fixture, buyer))).toEqual(refusedFor(/insufficient/));
  });

  it("is refused as expired once the chain's time is past the deadline", async () => {
    const buyer = await fundedBuyer(fixture);
    const { timestamp } = await fixture.node.getBlock();
    const deadlineS = Number(timestamp) - 1;
    expect(await verify(await authorize(fixture, buyer, { deadlineS }))).toEqual(refusedFor(/expired/));
  });

  it("is already used after it has paid", async () => {
    const buyer = await fundedBuyer(fixture);
    const authorization = await authorize(fixture, buyer);
    const { recipient, data } = fixture.chain.writer.encodeBatch([authorization], false);
    await administer(fixture.node, [{ to: recipient, data }]);
    expect(await verify(authorization)).toEqual({ type: "already_used" });
  });

  it("is refused while the token is paused, and payable again afterwards", async () => {
    const buyer = await fundedBuyer(fixture);
    const authorization = await authorize(fixture, buyer);
    await setPaused(fixture.node, fixture.deployment.usdc, true);
    expect(await verify(authorization)).toEqual(refusedFor(/paused/));
    await setPaused(fixture.node, fixture.deployment.usdc, false);
    expect(await verify(authorization)).toMatchObject({ type: "payable" });
  });

  it.each(["payer", "destination", "fee receiver"])(
    "is refused while the token's issuer denies the %s",
    async (who) => {
      const buyer = await fundedBuyer(fixture);
      const terms = { destination: someone(`destination ${who}`), feeReceiver: someone(`fee receiver ${who}`) };
      const authorization = await authorize(fixture, buyer, terms);
      const denied = { payer: buyer.address, destination: terms.destination, "fee receiver": terms.feeReceiver }[who];
      await setDenied(fixture.node, fixture.deployment.usdc, denied ?? "0x", true);
      expect(await verify(authorization)).toEqual(refusedFor(/issuer refuses/));
    },
  );

  it("is refused in plain English, not with the chain's error, if the router rejects the terms", async () => {
    const buyer = await fundedBuyer(fixture);
    const authorization = await authorize(fixture, buyer, { destination: fixture.deployment.router });
    expect(await verify(authorization)).toEqual(refusedFor(/^The chain refuses this payment: choose another option$/));
  });
});

describe("concurrent authorisations", () => {
  it("are judged in order: the second of a buyer is insufficient if the balance covers only one", async () => {
    const buyer = await fundedBuyer(fixture, 1_500_000n);
    const both = [await authorize(fixture, buyer), await authorize(fixture, buyer)];
    expect(await Promise.all(both.map(verify))).toEqual([
      expect.objectContaining({ type: "payable" }),
      refusedFor(/insufficient/),
    ]);
  });

  it("share one verdict if they are identical", async () => {
    const authorization = await authorize(fixture, await fundedBuyer(fixture, 1_000_000n));
    const same = Array.from({ length: 20 }, () => verify(authorization));
    expect(new Set((await Promise.all(same)).map(({ type }) => type))).toEqual(new Set(["payable"]));
  });

  it("with the same terms do not find each other's nonce used", async () => {
    const buyer = await fundedBuyer(fixture);
    const good = await authorize(fixture, buyer);
    const forged = { ...good, signature: await sign(fixture, await fundedBuyer(fixture), good.option) };
    expect(await Promise.all([verify(good), verify(forged)])).toMatchObject([
      { type: "payable" },
      { type: "invalid_signature" },
    ]);
    expect(await Promise.all([verify(forged), verify(good)])).toMatchObject([
      { type: "invalid_signature" },
      { type: "payable" },
    ]);
  });
});

describe("an authorisation of a contract wallet (EIP-1271)", () => {
  const ANSWER = "0x00";
  const BURN_ALL_GAS = "0x01";

  it("is payable if the wallet's code accepts it", async () => {
    const { owner, option } = await walletWithOption();
    const signature = concat([await sign(fixture, owner, option), ANSWER]);
    expect(await verify({ option, signature })).toMatchObject({ type: "payable" });
  });

  it("has an invalid signature if the wallet's code rejects it", async () => {
    const { option } = await walletWithOption();
    const signature = concat([await sign(fixture, await fundedBuyer(fixture), option), ANSWER]);
    expect(await verify({ option, signature })).toEqual({ type: "invalid_signature" });
  });

  it("does not affect others by burning all its gas", async () => {
    const { owner, option } = await walletWithOption();
    const burning = { option, signature: concat([await sign(fixture, owner, option), BURN_ALL_GAS]) };
    const good = await authorize(fixture, await fundedBuyer(fixture));
    const [first, second] = await Promise.all([verify(burning), verify(good)]);
    expect([first?.type, second?.type]).toEqual(["invalid_signature", "payable"]);
  });

  it("is refused if the check takes more gas than the router allows in a batch", async () => {
    const wallet = someone("slow wallet");
    await fixture.node.setCode({ address: wallet, bytecode: SLOW_WALLET });
    await mint(fixture.node, fixture.deployment.usdc, wallet, 5_000_000n);
    const option = optionFor(fixture, wallet);
    expect(await verify({ option, signature: "0x1234" })).toEqual(refusedFor(/too much gas/));
  });
});

/** Reads 160 storage slots, which takes 336 000 gas, and returns EIP-1271's magic value. */
const SLOW_WALLET = "0x60005b8054506001018060a011600257631626ba7e60e01b60005260206000f3";

async function walletWithOption(): Promise<{ owner: PrivateKeyAccount; option: Option }> {
  const owner = privateKeyToAccount(generatePrivateKey());
  const wallet = privateKeyToAccount(generatePrivateKey()).address;
  const creation = encodeDeployData({
    abi: contractWalletAbi,
    bytecode: contractWalletBytecode,
    args: [owner.address],
  });
  const { data: bytecode } = await fixture.node.call({ data: creation });
  await fixture.node.setCode({ address: wallet, bytecode: bytecode ?? "0x" });
  await mint(fixture.node, fixture.deployment.usdc, wallet, 5_000_000n);
  return { owner, option: optionFor(fixture, wallet) };
}
