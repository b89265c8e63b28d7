// Every kind of account that pays also signs refunds, with turnpike/server or as an unmodified wallet that opens the
// refund's link.
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayClient, pay } from "../../../src/client/index.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { RefundSigner } from "../../../src/server-client/index.ts";
import { HOSTS, providerOf } from "../../client/payers.ts";
import { delegateWalletAbi, delegateWalletBytecode } from "../../contracts/generated/delegate-wallet.ts";
import { walletSignature } from "../../contracts/signing.ts";
import { paidEvents } from "../../harness/books.ts";
import { newContractWallet, newDelegatedAccount, putContract } from "../../harness/chain/contract-wallet.ts";
import { turnpikeOf } from "../../harness/chain/refund-signers.ts";
import { givenRefund, paidBy } from "../../harness/chain/refunds.ts";
import { newSafe } from "../../harness/chain/safe.ts";
import { type Buyer, setBalance, type TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";

const AMOUNT = 10_000_000n;

let server: TestServer;
let buyer: Buyer;
beforeAll(async () => {
  server = await sharedServer();
  buyer = await server.newBuyer();
});
afterAll(() => server.stop());

const SIGNERS: readonly [string, () => Promise<RefundSigner>][] = [
  [
    "a contract wallet (EIP-1271)",
    async () => {
      const { address, privateKey } = await newContractWallet(server);
      const owner = privateKeyToAccount(privateKey);
      return { address, signTypedData: async (data: never) => walletSignature(await owner.signTypedData(data)) };
    },
  ],
  [
    "an account that has delegated to code (EIP-7702)",
    async () => {
      const code = await putContract(server, { abi: delegateWalletAbi, bytecode: delegateWalletBytecode });
      return privateKeyToAccount((await newDelegatedAccount(server, code)).privateKey);
    },
  ],
  [
    "a Safe of two owners through its own SDK",
    async () => {
      const safe = await newSafe(server);
      await setBalance(server.client, server.deployment.usdc, safe.address, 2n * AMOUNT);
      return { address: safe.address, signTypedData: (data: never) => safe.signTypedData(data) };
    },
  ],
];

test.each(SIGNERS)("%s signs a part, and then the rest", async (_, signerOf) => {
  const signer = await signerOf();
  const { refunds, payments } = turnpikeOf(server);
  const paymentId = await paidBy(server, buyer);
  for (const [amount, left] of [
    [{ unit: "iso4217/USD", value: "300" }, 7_000_000n],
    [undefined, 0n],
  ] as const) {
    const before = await server.balance(server.deployment.usdc, buyer.address);
    const refund = await refunds.create({ paymentId, reason: "Returned", ...(amount && { amount }) });
    expect(await refunds.sign(refund.refundId, signer)).toMatchObject({ status: "succeeded", to: buyer.account });
    const paid = BigInt(refund.amount.value);
    expect(await server.balance(server.deployment.usdc, buyer.address)).toBe(before + paid);
    const { refundedAmount, isRefunded } = await payments.get(paymentId);
    expect([refundedAmount?.value, isRefunded]).toEqual([`${AMOUNT - left}`, left === 0n]);
  }
});

test("an unmodified wallet that opens the refund's link signs it, and is told whose refund it is", async () => {
  const refund = await givenRefund(server, await paidBy(server, buyer));
  const gateway = createGatewayClient({ baseUrl: server.baseUrl, apiKey: server.walletKey });
  const signer = await server.newBuyer();
  const names: string[] = [];
  const result = await pay(refund.refundUrl, {
    payLinkHosts: [...HOSTS.payLinkHosts, new URL(refund.refundUrl).host],
    wallet: providerOf(server, signer),
    accounts: [signer.account],
    gateway,
    onProgress: (progress) => progress.step === "options" && names.push(progress.info.merchant.name),
  });
  expect(result).toMatchObject({ status: "succeeded", isFinal: true });
  expect(names).toEqual([expect.stringMatching(/^Refund by /)]);
  expect(await paidEvents(server, [paymentKey(refund.gatewayPaymentId)])).toMatchObject([
    { amount: AMOUNT, fee: 0n, destination: buyer.address },
  ]);
});
