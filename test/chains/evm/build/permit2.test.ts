// Payments by Permit2 on the real contract: the wallet's actions, the verdicts, and the gas of a batch.
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, numberToHex, parseEther, zeroAddress } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEvmChain, type EvmChain } from "../../../../src/chains/evm/chain.ts";
import type { EvmChainConfig } from "../../../../src/chains/evm/config/config.ts";
import { PAYMENTS_PER_TRANSACTION_MAX } from "../../../../src/chains/evm/router/gas.ts";
import { mint, setPaused } from "../../../../src/local/tokens/circle-token.ts";
import type { Asset } from "../../../../src/money/asset.ts";
import type { Authorization } from "../../../../src/operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../../src/payment/option.ts";
import { type Terms, termsHash } from "../../../../src/payment/terms.ts";
import { authorize, type Fixture, openFixture, optionFor, RELAYER, RELAYER_KEY, someone, tokenAt } from "../fixture.ts";

let fixture: Fixture;
/** USDC, the most expensive token to transfer, treated as if it had no EIP-3009. */
let asset: Asset;
let chain: EvmChain;
beforeAll(async () => {
  fixture = await openFixture();
  const { domain: _, ...token } = { domain: null, ...tokenAt(fixture.deployment.usdc) };
  asset = { ...token, method: "permit2", approval: "max", resetsApproval: false };
  chain = chainWith(asset);
  expect(await chain.check()).toEqual([]);
});
afterAll(() => fixture.close());

function chainWith(only: Asset): EvmChain {
  const config: EvmChainConfig = { ...fixture.config, assets: [only] };
  return createEvmChain(config, [RELAYER_KEY]);
}

const optionOf = (payer: Hex, changes: Partial<Terms> = {}): Option => ({
  ...optionFor(fixture, payer, changes),
  method: "permit2",
});

async function sign(buyer: PrivateKeyAccount, option: Option): Promise<Authorization> {
  const action = (await chain.payment.buildActions(option)).at(-1);
  return { option, signature: await buyer.signTypedData(JSON.parse(String(action?.params[1]))) };
}

const signed = (buyer: PrivateKeyAccount, changes: Partial<Terms> = {}) =>
  sign(buyer, optionOf(buyer.address, changes));

/** Sends the approval unsigned, which the node allows. The next block contains it. */
async function approve(owner: Hex, amount: bigint): Promise<void> {
  const args = [fixture.deployment.permit2, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
  await fixture.node.setBalance({ address: owner, value: parseEther("1") });
  await fixture.node.sendUnsignedTransaction({ from: owner, to: fixture.deployment.usdc, data, gas: 100_000n });
}

async function buyerWith(amount: bigint, allowance: bigint): Promise<PrivateKeyAccount> {
  const buyer = privateKeyToAccount(generatePrivateKey());
  if (allowance > 0n) await approve(buyer.address, allowance);
  await mint(fixture.node, fixture.deployment.usdc, buyer.address, amount);
  return buyer;
}

const RICH = 1_000_000_000n;

describe("the wallet's actions", () => {
  it("are the missing approval, then the typed data with all fields", async () => {
    const buyer = await buyerWith(RICH, 0n);
    const option = optionOf(buyer.address);
    const [approval, signature, ...others] = await chain.payment.buildActions(option);
    expect(others).toEqual([]);
    const { permit2, usdc, router } = fixture.deployment;
    expect(approval).toEqual({
      chain: fixture.config.caip2,
      method: "eth_sendTransaction",
      params: [
        {
          from: buyer.address,
          to: usdc,
          value: "0x0",
          data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2, maxUint256] }),
        },
      ],
    });
    const [signer, text] = signature?.params ?? [];
    expect(signer).toBe(buyer.address);
    expect(JSON.parse(String(text))).toEqual({
      domain: { name: "Permit2", chainId: 31_337, verifyingContract: permit2 },
      types: {
        EIP712Domain: [
          { name: "name", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
        ],
        PermitWitnessTransferFrom: [
          { name: "permitted", type: "TokenPermissions" },
          { name: "spender", type: "address" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
          { name: "witness", type: "Payment" },
        ],
        Payment: [
          { name: "merchant", type: "string" },
          { name: "destination", type: "address" },
          { name: "fee", type: "uint256" },
          { name: "feeReceiver", type: "address" },
          { name: "paymentKey", type: "bytes32" },
        ],
        TokenPermissions: [
          { name: "token", type: "address" },
          { name: "amount", type: "uint256" },
        ],
      },
      primaryType: "PermitWitnessTransferFrom",
      message: {
        permitted: { token: usdc, amount: "0xf4240" },
        spender: router,
        nonce: termsHash(option.terms),
        deadline: numberToHex(option.terms.deadlineS),
        witness: {
          merchant: "Blue Shop",
          destination: option.terms.destination,
          fee: numberToHex(option.terms.fee),
          feeReceiver: option.terms.feeReceiver,
          paymentKey: option.terms.key,
        },
      },
    });
  });

  it("contain an approval of the exact amount if configured, and a reset if the token needs one", async () => {
    const amounts = async (changes: object, allowance: bigint) => {
      const buyer = await buyerWith(RICH, allowance);
      const actions = await chainWith({ ...asset, ...changes } as Asset).payment.buildActions(optionOf(buyer.address));
      return actions.slice(0, -1).map(({ params: [transaction] }) => {
        const { data } = transaction as { data: Hex };
        return BigInt(`0x${data.slice(-64)}`);
      });
    };
    const exact = { approval: "exact" };
    expect(await amounts(exact, 0n)).toEqual([1_000_000n]);
    expect(await amounts(exact, 999_999n)).toEqual([1_000_000n]);
    expect(await amounts({ ...exact, resetsApproval: true }, 999_999n)).toEqual([0n, 1_000_000n]);
    expect(await amounts({ resetsApproval: true }, 0n)).toEqual([maxUint256]);
    expect(await amounts({ resetsApproval: true }, 1_000_000n)).toEqual([]);
  });
});

describe("a permit of an ordinary account", () => {
  const verify = (authorization: Authorization) => chain.payment.verify(authorization);
  const refusedFor = (words: RegExp) => ({ type: "refused", message: expect.stringMatching(words) });

  it("is payable with an approval of the exact amount, and reports a smaller one as missing", async () => {
    expect(await verify(await signed(await buyerWith(RICH, 1_000_000n)))).toMatchObject({ type: "payable" });
    expect(await verify(await signed(await buyerWith(RICH, 999_999n)))).toEqual({ type: "allowance_missing" });
    expect(await verify(await signed(await buyerWith(RICH, 0n)))).toEqual({ type: "allowance_missing" });
  });

  it("is refused as insufficient if the balance is too low, approved or not", async () => {
    expect(await verify(await signed(await buyerWith(999_999n, maxUint256)))).toEqual(refusedFor(/insufficient/));
    expect(await verify(await signed(await buyerWith(999_999n, 0n)))).toEqual(refusedFor(/insufficient/));
  });

  it("has an invalid signature if it is someone else's, of other terms, truncated or too long", async () => {
    const buyer = await buyerWith(RICH, maxUint256);
    const option = optionOf(buyer.address);
    const forged = await sign(privateKeyToAccount(generatePrivateKey()), option);
    expect(await verify(forged)).toEqual({ type: "invalid_signature" });
    const good = await sign(buyer, option);
    for (const changes of [{ destination: someone("thief") }, { fee: 5_000n }, { amount: 1_000_001n }]) {
      const altered = { ...good, option: { ...option, terms: { ...option.terms, ...changes } } };
      expect(await verify(altered)).toEqual({ type: "invalid_signature" });
    }
    for (const bad of [good.signature.slice(0, -4), `${good.signature}00`, `0x${"00".repeat(65)}`] as Hex[]) {
      expect(await verify({ option, signature: bad })).toMatchObject({ type: "invalid_signature" });
    }
  });

  it("is refused as expired after its deadline, and while the token is paused", async () => {
    const buyer = await buyerWith(RICH, maxUint256);
    const deadlineS = Number((await fixture.node.getBlock()).timestamp) - 1;
    expect(await verify(await signed(buyer, { deadlineS }))).toEqual(refusedFor(/expired/));
    const good = await signed(buyer);
    await setPaused(fixture.node, fixture.deployment.usdc, true);
    expect(await verify(good)).toEqual(refusedFor(/choose another option/));
    await setPaused(fixture.node, fixture.deployment.usdc, false);
    expect(await verify(good)).toMatchObject({ type: "payable" });
  });

  it("is already used after it has paid, as the chain's state then shows", async () => {
    const authorization = await signed(await buyerWith(RICH, maxUint256));
    const before = await chain.reader.head();
    await relay([authorization]);
    const after = await chain.reader.head();
    expect(await verify(authorization)).toEqual({ type: "already_used" });
    expect(await chain.reader.isUsed(authorization.option, before)).toBe(false);
    expect(await chain.reader.isUsed(authorization.option, after)).toBe(true);
    const another = optionOf(authorization.option.terms.payer);
    expect(await chain.reader.isUsed(another, after)).toBe(false);
  });
});

describe("a batch", () => {
  it("as large as a transaction allows, with one destination per payment, stays within its gas limit", async () => {
    const buyers = Array.from({ length: PAYMENTS_PER_TRANSACTION_MAX }, () =>
      privateKeyToAccount(generatePrivateKey()),
    );
    // The most expensive allowance is written by each payment.
    for (const { address } of buyers) await approve(address, RICH);
    await fixture.node.mine({ blocks: 1 });
    for (const { address } of buyers) await deal(address);
    const feeReceiver = someone("fees of a full batch");
    const batch = await Promise.all(
      buyers.map((buyer, i) => signed(buyer, { destination: someone(`shop ${i}`), feeReceiver })),
    );
    const { gasUsed, gasLimit, paid } = await relay(batch);
    expect(paid).toBe(PAYMENTS_PER_TRANSACTION_MAX);
    expect(gasUsed).toBeLessThan(gasLimit);
    expect(gasLimit).toBeLessThanOrEqual(16_700_000n);
  });

  it("may contain both signature methods of one token", async () => {
    const buyer = await buyerWith(RICH, maxUint256);
    const batch = [await signed(buyer), await authorize(fixture, buyer), await signed(buyer)];
    expect((await relay(batch)).paid).toBe(3);
  });
});

describe("an account's holding", () => {
  it("has its balance, its allowance, and the gas of the missing approval", async () => {
    const [ready, unready, reset] = [await buyerWith(7n, 5n), await buyerWith(7n, 0n), await buyerWith(7n, 4n)];
    const held = async (account: Hex, resetsApproval = false) => {
      const question = { account, asset: { ...asset, resetsApproval } as Asset, amount: 5n };
      return (await chain.payment.readHoldings([question]))[0];
    };
    expect(await held(ready.address)).toEqual({ balance: 7n, allowance: 5n, gas: null });
    const one = (await held(unready.address))?.gas;
    expect(one).toEqual({ cost: expect.any(BigInt), coin: 0n });
    expect(one?.cost).toBeGreaterThan(0n);
    expect((await held(reset.address, true))?.gas?.cost).toBe(2n * (one?.cost ?? 0n));
    expect((await held(reset.address))?.gas?.cost).toBe(one?.cost);
  });

  it("of native coin has the balance, and the gas of the payment", async () => {
    const coin: Asset = { ...tokenAt(zeroAddress), method: "native" } as Asset;
    await fixture.node.setBalance({ address: someone("rich"), value: 77n });
    const [holding] = await chain.payment.readHoldings([{ account: someone("rich"), asset: coin, amount: 5n }]);
    expect(holding).toEqual({ balance: 77n, allowance: null, gas: { cost: expect.any(BigInt), coin: 77n } });
  });
});

/** Sets a balance without a block or transaction. */
const deal = (account: Hex) =>
  fixture.node.request({
    method: "anvil_dealERC20",
    params: [account, fixture.deployment.usdc, numberToHex(RICH)],
  } as never);

async function relay(batch: readonly Authorization[]) {
  const { writer } = chain;
  const call = writer.encodeBatch(batch, false);
  const transaction = await writer.sign(RELAYER, await writer.nextNonce(RELAYER), call, await writer.fees());
  expect(await writer.send(transaction)).toBe("sent");
  await fixture.node.mine({ blocks: 1 });
  const { gasUsed } = await fixture.node.getTransactionReceipt({ hash: transaction.hash });
  const paid = (await chain.reader.paidEventsIn(await chain.reader.head())).length;
  return { gasUsed, gasLimit: call.gasLimit, paid };
}
