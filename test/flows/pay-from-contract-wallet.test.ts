// Buyers with contract accounts, end to end. The wallet's code validates the signature; misbehaving code must not harm
// other payments or the relayer.
import {
  concat,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseEther,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WRAPPED_SUFFIX } from "../../src/chains/evm/router/signature-encodings.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { contractWalletAbi } from "../contracts/generated/contract-wallet.ts";
import { delegateWalletAbi, delegateWalletBytecode } from "../contracts/generated/delegate-wallet.ts";
import { nativeReceiverAbi, nativeReceiverBytecode } from "../contracts/generated/native-receiver.ts";
import { walletFactoryAbi } from "../contracts/generated/wallet-factory.ts";
import { type WalletMood, walletSignature } from "../contracts/signing.ts";
import { relayStateOf } from "../faults/payments/confirmed.ts";
import { paidEvents } from "../harness/books.ts";
import {
  newContractWallet,
  newDelegatedAccount,
  newUndeployedWallet,
  putContract,
  putWalletFactory,
  sendAs,
} from "../harness/chain/contract-wallet.ts";
import { sendAsRival } from "../harness/chain/rival.ts";
import { confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { type Buyer, setBalance, startOn, startServer, type TestServer } from "../harness/server/server.ts";

/** Returns EIP-1271's magic value for every call. */
const SAYS_YES = "0x631626ba7e60e01b60005260206000f3";

/** isValidSignature accepts an empty signature only, as Safe does for a message that was approved on chain. */
const ACCEPTS_EMPTY = "0x604435601657631626ba7e60e01b60005260206000f35b60006000fd";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const signed = async (buyer: Buyer, at = server): Promise<SignedOption> =>
  signPayment(at, await createPayment(at), buyer);

async function succeedsOnce({ paymentId }: SignedOption, at = server): Promise<void> {
  expect(await untilFinal(at, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await paidEvents(at, [paymentKey(paymentId)])).toHaveLength(1);
}

async function isPaid(option: SignedOption, at = server): Promise<void> {
  expect(await confirm(at, option)).toMatchObject({ status: 200, body: { status: "processing" } });
  await succeedsOnce(option, at);
}

/** Expects 422 and an unchanged, open payment. */
async function isRefused(option: SignedOption, words: RegExp, at = server): Promise<void> {
  expect(await confirm(at, option)).toMatchObject({
    status: 422,
    body: {
      code: "params_validation",
      issues: [{ field: "results.0.data.0", message: expect.stringMatching(words) }],
    },
  });
  const { body } = await at.call<{ status: string }>({ path: `/v1/payments/${option.paymentId}/status` });
  expect(body.status).toBe("requires_action");
}

describe("a wallet contract (EIP-1271)", () => {
  const inMood = async (buyer: Buyer, mood: WalletMood = "answer"): Promise<SignedOption> => {
    const option = await signed(buyer);
    return { ...option, signature: walletSignature(option.signature, mood) };
  };

  test("pays with its own signature format, through the token's bytes variant", async () => {
    const wallet = await newContractWallet(server);
    await isPaid(await inMood(wallet));
    expect(await server.balance(server.deployment.usdc, wallet.address)).toBe(990_000_000n);
  });

  test("is refused with another owner's signature, then pays with its own", async () => {
    const wallet = await newContractWallet(server);
    const own = await inMood(wallet);
    const other = await server.newBuyer();
    const { signature } = await inMood({ ...wallet, privateKey: other.privateKey });
    await isRefused({ ...own, signature }, /invalid signature/);
    await isPaid(own);
  });

  test("that burns its gas, returns a megabyte, reverts or returns garbage is refused, and only that one", async () => {
    const wallets = await Promise.all([1, 2, 3, 4, 5].map(() => newContractWallet(server)));
    const [burning, bombing, reverting, lying, silent] = wallets as [Buyer, Buyer, Buyer, Buyer, Buyer];
    const bad = [
      await inMood(burning, "burn"),
      await inMood(bombing, "bomb"),
      await inMood(reverting),
      await inMood(lying),
      await inMood(silent),
    ];
    await server.client.setCode({ address: reverting.address, bytecode: "0x60006000fd" });
    await server.client.setCode({ address: lying.address, bytecode: returning("0x".padEnd(66, "f") as Hex) });
    await server.client.setCode({ address: silent.address, bytecode: "0x00" });
    const good = await signed(await server.newBuyer());
    const accepted = confirm(server, good); // verified in the same node call as the others
    await Promise.all(bad.map((option) => isRefused(option, /invalid signature/)));
    expect(await accepted).toMatchObject({ status: 200 });
    await succeedsOnce(good);
  });

  test("pays with an empty signature, of what it approved on chain; a wallet that has not approved it is refused", async () => {
    const [approved, other] = [await newContractWallet(server), await newContractWallet(server)];
    const options = [await signed(approved), await signed(other)];
    await server.client.setCode({ address: approved.address, bytecode: ACCEPTS_EMPTY });
    const [good, bad] = options.map((option): SignedOption => ({ ...option, signature: "0x" }));
    await isRefused(bad as SignedOption, /invalid signature/);
    await isPaid(good as SignedOption);
  });

  test("pays through Permit2, which validates the signature as the token does", async () => {
    const wallet = await newContractWallet(server);
    const owner = privateKeyToAccount(wallet.privateKey).address;
    const { usdt, usdc, permit2 } = server.deployment;
    await setBalance(server.client, usdc, wallet.address, 0n);
    await setBalance(server.client, usdt, wallet.address, 100_000_000n);
    await server.client.setBalance({ address: owner, value: parseEther("1") });
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2, maxUint256] });
    const execute = { abi: contractWalletAbi, functionName: "execute", args: [usdt, approval] } as const;
    await sendAs(server, wallet, { to: wallet.address, data: encodeFunctionData(execute) });
    const option = await inMood(wallet);
    expect(option.option.amount.unit).toContain(usdt);
    const other = await server.newBuyer();
    const { signature } = await inMood({ ...wallet, privateKey: other.privateKey });
    await isRefused({ ...option, signature }, /invalid signature/);
    await isPaid(option);
    expect(await server.balance(usdt, wallet.address)).toBe(90_000_000n);
  });

  /** Code that returns this word for every call. */
  const returning = (word: Hex): Hex => concat(["0x7f", word, "0x60005260206000f3"]);
});

describe("an ordinary account", () => {
  test("pays with a compact signature (EIP-2098) and with a v of 0 or 1", async () => {
    const buyer = await server.newBuyer();
    const compact = await signed(buyer);
    const parts = parseSignature(compact.signature);
    await isPaid({ ...compact, signature: serializeCompactSignature(signatureToCompactSignature(parts)) });
    const other = await signed(buyer);
    const { r, s, yParity } = parseSignature(other.signature);
    const withParity = { ...other, signature: concat([r, s, yParity ? "0x01" : "0x00"]) };
    await isPaid(withParity);
    expect(await confirm(server, withParity)).toMatchObject({ status: 200, body: { status: "succeeded" } });
  });
});

describe("an ordinary account that has delegated to code (EIP-7702)", () => {
  test("pays with its key's signature if the code accepts it", async () => {
    const code = await putContract(server, { abi: delegateWalletAbi, bytecode: delegateWalletBytecode });
    const buyer = await newDelegatedAccount(server, code);
    expect(await server.client.getCode({ address: buyer.address })).toBe(`0xef0100${code.slice(2).toLowerCase()}`);
    await isPaid(await signed(buyer));
  });

  test("is refused if the code validates no signatures, because the token asks the code, not the key", async () => {
    const code = await putContract(server, { abi: nativeReceiverAbi, bytecode: nativeReceiverBytecode });
    const buyer = await newDelegatedAccount(server, code);
    await isRefused(await signed(buyer), /invalid signature/);
  });

  test("that delegates between signing and confirming is judged by its code at the confirm", async () => {
    const buyer = await server.newBuyer();
    const option = await signed(buyer);
    await server.client.setCode({ address: buyer.address, bytecode: "0x00" });
    await isRefused(option, /invalid signature/);
    await server.client.setCode({ address: buyer.address, bytecode: "0x" });
    await isPaid(option);
  });
});

describe("a wallet that is not deployed yet (EIP-6492)", () => {
  test("is refused with a clear message if its factory is not allowed, and pays once someone deploys it", async () => {
    const factory = await putWalletFactory(server);
    const wallet = await newUndeployedWallet(server, factory);
    const option = await signed(wallet);
    const wrapped = { ...option, signature: wallet.wrap(walletSignature(option.signature)) };
    await isRefused(wrapped, /not deployed on this chain \(EIP-6492\).*deploy the wallet first/);
    await deployed(factory, wallet.factoryData);
    await isPaid(wrapped);
  });

  test("is refused if the wrapped signature is wrapped again, around any bytes or another factory's call", async () => {
    const wallet = await newContractWallet(server);
    await server.client.setCode({ address: wallet.address, bytecode: SAYS_YES });
    const { wrap } = await newUndeployedWallet(server, await putWalletFactory(server));
    const option = await signed(wallet);
    for (const inner of [concat(["0xdeadbeef", WRAPPED_SUFFIX]), wrap("0x1234", "0x12345678")]) {
      await isRefused({ ...option, signature: wrap(inner, "0x") }, /invalid signature/);
    }
    await isPaid({ ...option, signature: wrap("0x1234") });
  });

  test("is deployed in the payment's own transaction if its factory is allowed", async () => {
    const { at, factory } = await allowing();
    const wallet = await newUndeployedWallet(at, factory);
    const option = await signed(wallet, at);
    await isPaid({ ...option, signature: wallet.wrap(walletSignature(option.signature)) }, at);
    expect(await at.client.getCode({ address: wallet.address })).toBeDefined();
    await at.stop();
  });

  test("pays even if someone else deploys it between confirm and relay", async () => {
    const { at, factory } = await allowing("api");
    const wallet = await newUndeployedWallet(at, factory);
    const option = await signed(wallet, at);
    expect(await confirm(at, { ...option, signature: wallet.wrap(walletSignature(option.signature)) })).toMatchObject({
      status: 200,
    });
    await deployed(factory, wallet.factoryData);
    const worker = await startOn(at.installation, "worker");
    await succeedsOnce(option, at);
    await at.stop();
    await worker.stop();
  });

  test("is refused if its owner did not sign, or if its deployment deploys nothing or burns all the gas", async () => {
    const { at, factory } = await allowing();
    const wallet = await newUndeployedWallet(at, factory);
    const other = await at.newBuyer();
    const option = await signed(wallet, at);
    const own = walletSignature(option.signature);
    const foreign = walletSignature((await signed({ ...wallet, privateKey: other.privateKey }, at)).signature);
    const burn = encodeFunctionData({ abi: walletFactoryAbi, functionName: "burn" });
    for (const signature of [wallet.wrap(foreign), wallet.wrap(own, "0x"), wallet.wrap(own, burn)]) {
      await isRefused({ ...option, signature }, /invalid signature/, at);
    }
    await isPaid({ ...option, signature: wallet.wrap(own) }, at);
    await at.stop();
  });

  test("gets its own transaction, so a failed deployment affects no other payment", async () => {
    const { at, factory } = await allowing("api");
    const [bad, good] = await Promise.all([newUndeployedWallet(at, factory), newUndeployedWallet(at, factory)]);
    const plain = await Promise.all([1, 2, 3].map(async () => signed(await at.newBuyer(), at)));
    const wrapped = await Promise.all(
      [bad, good].map(async (wallet) => {
        const option = await signed(wallet, at);
        return { ...option, signature: wallet.wrap(walletSignature(option.signature)) };
      }),
    );
    const [badOption, goodOption] = wrapped as [SignedOption, SignedOption];
    for (const option of [plain[0], badOption, plain[1], goodOption, plain[2]]) {
      if (option) expect(await confirm(at, option)).toMatchObject({ status: 200 });
    }
    // Someone has put other code at the wallet's address.
    await at.client.setCode({ address: bad.address, bytecode: "0xfe" });
    const worker = await startOn(at.installation, "worker");
    for (const option of [...plain, goodOption]) await succeedsOnce(option, at);
    await expect.poll(() => relayStateOf(at, badOption.paymentId)).toBe("held");
    const batches = await at.sql<{ payments: number }>("select payments from relay_batches order by payments desc");
    expect(batches).toEqual([{ payments: 3 }, { payments: 1 }]); // the bad one is not sent
    await at.client.setCode({ address: bad.address, bytecode: "0x" });
    await succeedsOnce(badOption, at);
    await at.stop();
    await worker.stop();
  });

  /** A server that deploys wallets of an allowed factory. */
  async function allowing(role: "all" | "api" = "all") {
    const factory = await putWalletFactory(server);
    return { factory, at: await startServer({ role, chain: { walletFactories: [factory] } }) };
  }

  /** Deployed by neither the buyer nor the relayer. */
  const deployed = async (factory: Hex, data: Hex): Promise<void> => {
    const hash = await sendAsRival(server, factory, data);
    await expect
      .poll(() =>
        server.client.getTransactionReceipt({ hash }).then(
          ({ status }) => status,
          () => null,
        ),
      )
      .toBe("success");
  };
});
