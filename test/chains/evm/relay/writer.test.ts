// Batches as sent by the relayer, on a real node: they are mined within their gas limit and pay everyone, and the
// node's responses to raw transactions are classified.
import { parseGwei } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEvmChain } from "../../../../src/chains/evm/chain.ts";
import { PAYMENTS_PER_TRANSACTION_MAX } from "../../../../src/chains/evm/router/gas.ts";
import { administer } from "../../../../src/local/tokens/administrator.ts";
import { mintCall } from "../../../../src/local/tokens/circle-token.ts";
import type { FeesPerGas } from "../../../../src/operations/ports/chain/chain-writer.ts";
import type { Authorization } from "../../../../src/operations/ports/chain/payment-chain.ts";
import { termsHash } from "../../../../src/payment/terms.ts";
import type { PaidEvent } from "../../../../src/payment/transfers/transfer.ts";
import {
  authorize,
  FEE_RECEIVER,
  type Fixture,
  fundedBuyer,
  openFixture,
  optionFor,
  RELAYER,
  RELAYER_KEY,
  relay,
  someone,
} from "../fixture.ts";

let fixture: Fixture;
let buyers: PrivateKeyAccount[];

beforeAll(async () => {
  fixture = await openFixture();
  buyers = Array.from({ length: PAYMENTS_PER_TRANSACTION_MAX }, () => privateKeyToAccount(generatePrivateKey()));
  const { usdc } = fixture.deployment;
  for (let i = 0; i < buyers.length; i += 50) {
    const some = buyers.slice(i, i + 50);
    await administer(
      fixture.node,
      some.map(({ address }) => mintCall(usdc, address, 1_000_000_000n)),
    );
  }
});
afterAll(() => fixture.close());

const FEES: FeesPerGas = { maxFeePerGas: parseGwei("10"), maxPriorityFeePerGas: parseGwei("1") };

function buyer(): PrivateKeyAccount {
  const [first] = buyers;
  if (!first) throw new Error("there are no buyers");
  return first;
}

async function signed(authorizations: readonly Authorization[], fees = FEES) {
  const { writer } = fixture.chain;
  return writer.sign(RELAYER, await writer.nextNonce(RELAYER), writer.encodeBatch(authorizations, false), fees);
}

/** Relays a batch and returns its transaction. */
async function relayed(authorizations: readonly Authorization[], wereLeftOut = false) {
  const { hash } = await relay(fixture, authorizations, wereLeftOut);
  const receipt = await fixture.node.getTransactionReceipt({ hash });
  const { gas } = await fixture.node.getTransaction({ hash });
  return { receipt, gas, events: await fixture.chain.reader.paidEventsIn(await fixture.chain.reader.head()) };
}

const paidKeys = (events: readonly PaidEvent[]) => new Set(events.map(({ paymentKey }) => paymentKey));

describe("a batch", () => {
  it("is one transaction whose Paid events match the signed terms", async () => {
    const authorizations = await Promise.all(
      buyers.slice(0, 3).map((buyer, i) => authorize(fixture, buyer, { destination: someone(`shop ${i % 2}`) })),
    );
    const { receipt, events } = await relayed(authorizations);
    expect(receipt.status).toBe("success");
    const expected = authorizations.map(({ option: { terms } }) => {
      const { key: paymentKey, token, payer, amount, destination, fee, feeReceiver } = terms;
      const event = { paymentKey, termsHash: termsHash(terms), method: "eip3009", deadlineS: BigInt(terms.deadlineS) };
      return { ...event, token, payer, amount, destination, fee, feeReceiver };
    });
    expect(events).toHaveLength(3);
    for (const event of expected) expect(events).toContainEqual(expect.objectContaining(event));
    for (const event of events) expect(event.txHash).toBe(receipt.transactionHash);
  });

  it.each([
    [1, "its own", 1],
    [20, "one", 1],
    [20, "each its own", 20],
    [100, "one", 1],
    [PAYMENTS_PER_TRANSACTION_MAX, "each its own", PAYMENTS_PER_TRANSACTION_MAX],
  ])("of %s payments to %s fresh destination stays within its gas limit", async (size, _, destinations) => {
    const feeReceiver = someone(`fees ${size} ${destinations}`);
    const authorizations = await Promise.all(
      buyers.slice(0, size).map((buyer, i) => {
        const destination = someone(`shop ${size} ${i % destinations}`);
        return authorize(fixture, buyer, { destination, feeReceiver });
      }),
    );
    const { receipt, gas, events } = await relayed(authorizations);
    expect(events).toHaveLength(size);
    expect(receipt.gasUsed).toBeLessThan(gas);
    expect(gas).toBeLessThanOrEqual(16_700_000n);
  });

  it("pays the others when some payments fail, even if those burn much gas", async () => {
    const good = await Promise.all(buyers.slice(0, 10).map((buyer) => authorize(fixture, buyer)));
    const poor = await authorize(fixture, await fundedBuyer(fixture, 1n));
    const forged = { ...poor, signature: `0x${"11".repeat(65)}` as const };
    const burning = await burnerAuthorization();
    const { receipt, events } = await relayed([poor, ...good.slice(0, 5), burning, forged, ...good.slice(5)]);
    expect(receipt.status).toBe("success");
    expect(paidKeys(events)).toEqual(new Set(good.map(({ option }) => option.terms.key)));
  });

  it("of payments skipped before has enough gas even if every wallet burns its share", async () => {
    const good = await authorize(fixture, await fundedBuyer(fixture));
    const burning = await Promise.all(Array.from({ length: 9 }, (_, i) => burnerAuthorization(`burner ${i}`)));
    const batch = [...burning, good];
    expect((await relayed(batch)).receipt.status).toBe("reverted");
    const { receipt, events } = await relayed(batch, true);
    expect(receipt.status).toBe("success");
    expect(paidKeys(events)).toEqual(new Set([good.option.terms.key]));
  });

  it("has enough gas for contract wallets that sign in 65 bytes", async () => {
    const wallets = await Promise.all(Array.from({ length: 20 }, (_, i) => walletAuthorization(`wallet ${i}`)));
    expect((await relayed(wallets)).events).toHaveLength(20);
  });

  it("pays every partner's fee receiver", async () => {
    const authorizations = await Promise.all(
      buyers.slice(0, 12).map((buyer, i) => authorize(fixture, buyer, { feeReceiver: someone(`partner ${i}`) })),
    );
    const { receipt, gas, events } = await relayed(authorizations);
    expect(paidKeys(events)).toEqual(new Set(authorizations.map(({ option }) => option.terms.key)));
    expect(receipt.gasUsed).toBeLessThan(gas);
  });

  it("rejects payments with different tokens or routers", async () => {
    const one = await authorize(fixture, buyer());
    const { encodeBatch } = fixture.chain.writer;
    for (const changes of [{ token: fixture.deployment.eurc }, { router: someone("r") }]) {
      const other = { ...one, option: { ...one.option, terms: { ...one.option.terms, ...changes } } };
      expect(() => encodeBatch([one, other], false)).toThrow("takes payments of one token");
    }
    expect(() => encodeBatch([], false)).toThrow("at least one payment");
  });
});

/** An account whose code burns all gas. */
async function burnerAuthorization(name = "burner"): Promise<Authorization> {
  const address = someone(name);
  await fixture.node.setCode({ address, bytecode: "0xfe" });
  return { option: optionFor(fixture, address), signature: `0x${"22".repeat(65)}` };
}

/** Reads six storage slots (12 600 gas) and returns EIP-1271's magic value, like a wallet that looks up its owners. */
const WALLET = "0x60005b80545060010180600611600257631626ba7e60e01b60005260206000f3";

async function walletAuthorization(name: string): Promise<Authorization> {
  const address = someone(name);
  await fixture.node.setCode({ address, bytecode: WALLET });
  await administer(fixture.node, [mintCall(fixture.deployment.usdc, address, 1_000_000n)]);
  return { option: optionFor(fixture, address), signature: `0x${"33".repeat(65)}` };
}

describe("a node's response to a raw transaction", () => {
  it('is "known" while the transaction is pending, and "nonce used" once it is mined', async () => {
    const transaction = await signed([await authorize(fixture, buyer())]);
    expect(await fixture.chain.writer.send(transaction)).toBe("sent");
    expect(await fixture.chain.writer.send(transaction)).toBe("known");
    await fixture.node.mine({ blocks: 1 });
    expect(await fixture.chain.writer.send(transaction)).toBe("nonce_used");
  });

  it('is "underpriced" if another version with equal fees is in the pool, until fees are bumped', async () => {
    const { writer } = fixture.chain;
    const nonce = await writer.nextNonce(RELAYER);
    const call = writer.encodeBatch([await authorize(fixture, buyer())], false);
    const other = writer.encodeBatch([await authorize(fixture, buyer())], false);
    expect(await writer.send(await writer.sign(RELAYER, nonce, call, FEES))).toBe("sent");
    expect(await writer.send(await writer.sign(RELAYER, nonce, other, FEES))).toBe("underpriced");
    const bumped = (await writer.bumped(FEES)) ?? FEES;
    const replacement = await writer.sign(RELAYER, nonce, call, bumped);
    expect(await writer.send(replacement)).toBe("sent");
    await fixture.node.mine({ blocks: 1 });
    const { status } = await fixture.node.getTransactionReceipt({ hash: replacement.hash });
    expect(status).toBe("success");
  });

  it('is "underpriced" below the block\'s base fee', async () => {
    const authorization = await authorize(fixture, buyer());
    expect(
      await fixture.chain.writer.send(await signed([authorization], { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })),
    ).toBe("underpriced");
  });

  it('is "unfunded" if the relayer cannot pay the gas', async () => {
    const key = generatePrivateKey();
    const { writer } = createEvmChain(fixture.config, [key]);
    const call = writer.encodeBatch([await authorize(fixture, buyer())], false);
    const { address } = privateKeyToAccount(key);
    expect(await writer.send(await writer.sign(address, 0n, call, FEES))).toBe("unfunded");
  });

  it("is a refusal in all other cases", async () => {
    const transaction = await signed([await authorize(fixture, buyer())]);
    expect(await fixture.chain.writer.send({ ...transaction, raw: "0x1234" })).toEqual({
      refusal: expect.stringContaining("decode"),
    });
  });
});

describe("relayers and fees", () => {
  it("lists its relayers and signs for no others", async () => {
    const { writer } = fixture.chain;
    expect(writer.relayers).toEqual([RELAYER]);
    expect(createEvmChain(fixture.config, [RELAYER_KEY, RELAYER_KEY]).writer.relayers).toEqual([RELAYER]);
    const call = writer.encodeBatch([await authorize(fixture, buyer())], false);
    await expect(writer.sign(FEE_RECEIVER, 0n, call, FEES)).rejects.toThrow("no key for the relayer");
  });

  it("signs the same bytes for the same batch", async () => {
    const authorization = await authorize(fixture, buyer());
    expect(await signed([authorization])).toEqual(await signed([authorization]));
  });

  it("bids enough for the next blocks, and never more than the cap", async () => {
    const { baseFeePerGas } = await fixture.node.getBlock();
    const fees = await fixture.chain.writer.fees();
    expect(fees.maxFeePerGas).toBeGreaterThan((baseFeePerGas ?? 0n) + fees.maxPriorityFeePerGas);
    const capped = createEvmChain({ ...fixture.config, maxFeePerGas: 1_000n }, [RELAYER_KEY]).writer;
    expect(await capped.fees()).toEqual({ maxFeePerGas: 1_000n, maxPriorityFeePerGas: 1_000n });
    expect(await capped.bumped({ maxFeePerGas: 999n, maxPriorityFeePerGas: 1n })).toBeNull();
  });

  it("counts an account's mined transactions", async () => {
    const before = await fixture.chain.writer.nextNonce(RELAYER);
    await relayed([await authorize(fixture, buyer())]);
    expect(await fixture.chain.writer.nextNonce(RELAYER)).toBe(before + 1n);
  });
});
