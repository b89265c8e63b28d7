// Receipts of real payments, verified without the service, and each of their facts checked on the chain.
import {
  decodeEventLog,
  encodeAbiParameters,
  erc20Abi,
  getAddress,
  keccak256,
  parseAbi,
  parseAbiParameters,
  parseEventLogs,
  stringToBytes,
  zeroAddress,
} from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receipt, verifyReceipt } from "../../src/client/index.ts";
import { askForAddress, sendTo } from "../harness/chain/deposits.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { newAgent } from "../harness/chain/x402.ts";
import { authorizationIn, settle, signFor } from "../harness/chain/x402-facilitator.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

/** As docs/operations/receipts.md shows it. */
const ROUTER = parseAbi([
  "event Paid(bytes32 indexed key, bytes32 indexed termsHash, address indexed destination, address payer, uint256 amount, uint256 fee, uint256 deadline, address token, address feeReceiver, uint8 method)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
]);
const METHODS = ["eip3009", "permit2", "erc20", "deposit", "transfer"];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function receiptOf(paymentId: string): Promise<Receipt> {
  const { body } = await server.call<{ receipt: string }>({ path: `/v1/payments/${paymentId}/receipt` });
  const jwks = await server.call<{ keys: object[] }>({ path: "/.well-known/jwks.json" });
  return verifyReceipt(body.receipt, { jwks: jwks.body });
}

/** Recomputes what the receipt says from the chain alone. @returns the transfers of the transaction */
async function expectOnChain({ transaction, terms, ...receipt }: Receipt, key = keccak256(stringToBytes(receipt.sub))) {
  const { client } = server;
  expect(await client.getChainId()).toBe(Number(terms.chainId));
  const block = await client.getBlock({ blockNumber: BigInt(transaction.block.number) });
  expect(block).toMatchObject({
    hash: transaction.block.hash,
    timestamp: BigInt(transaction.block.timestamp),
    transactions: expect.arrayContaining([transaction.hash]),
  });
  const mined = await client.getTransactionReceipt({ hash: transaction.hash });
  const log = mined.logs.find(({ logIndex }) => logIndex === transaction.logIndex);
  if (!log) throw new Error("the transaction has no such log");
  expect(getAddress(log.address)).toBe(terms.router);
  const { eventName, args } = decodeEventLog({ abi: ROUTER, ...log });
  const { hash, chainId, router, ...agreed } = terms;
  expect([eventName, args]).toEqual([
    "Paid",
    {
      ...agreed,
      termsHash: hash,
      amount: BigInt(agreed.amount),
      fee: BigInt(agreed.fee),
      deadline: BigInt(agreed.deadline),
      method: METHODS.indexOf(receipt.method),
    },
  ]);
  expect(terms.key).toBe(key);
  const encoded = encodeAbiParameters(
    parseAbiParameters("uint256, address, address, bytes32, address, uint256, uint256, uint256, address, address"),
    [
      BigInt(chainId),
      router,
      agreed.destination,
      agreed.key,
      agreed.payer,
      BigInt(agreed.amount),
      BigInt(agreed.fee),
      BigInt(agreed.deadline),
      agreed.token,
      agreed.feeReceiver,
    ],
  );
  expect(keccak256(encoded)).toBe(hash);
  const on = (address: string) => `${transaction.chain}:${address}`;
  expect([receipt.payer, receipt.destination, receipt.feeReceiver]).toEqual(
    [agreed.payer, agreed.destination, agreed.feeReceiver].map(on),
  );
  expect(receipt.amount.unit).toBe(`caip19/${transaction.chain}/erc20:${agreed.token}`);
  expect(receipt.fee.value).toBe(agreed.fee);
  return mined.logs;
}

test("a signed payment's receipt: the chain has its terms, its transfers and the nonce that the buyer signed", async () => {
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server);
  const signed = await confirm(server, await signPayment(server, paymentId, buyer), 30_000);
  expect(signed.body.status).toBe("succeeded");
  const receipt = await receiptOf(paymentId);
  const logs = await expectOnChain(receipt);
  expect(receipt).toMatchObject({
    sub: paymentId,
    method: "eip3009",
    payer: buyer.account,
    amount: { value: "10000000" },
    fee: { value: "40000" },
  });
  const used = parseEventLogs({ abi: ROUTER, logs, eventName: "AuthorizationUsed" });
  expect(used.map(({ args }) => args)).toContainEqual({ authorizer: buyer.address, nonce: receipt.terms.hash });
  const transfers = parseEventLogs({ abi: erc20Abi, logs, eventName: "Transfer" }).map(({ args }) => args);
  const { router, destination, feeReceiver } = receipt.terms;
  expect(transfers).toContainEqual({ from: buyer.address, to: router, value: 10_000_000n });
  expect(transfers).toContainEqual({ from: router, to: destination, value: 9_960_000n });
  expect(transfers).toContainEqual({ from: router, to: feeReceiver, value: 40_000n });
});

test("a deposit's receipt: its payer is the payment's own address", async () => {
  const paymentId = await createPayment(server);
  const { address } = await askForAddress(server, paymentId);
  await sendTo(server, address, 10_000_000n);
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  const receipt = await receiptOf(paymentId);
  await expectOnChain(receipt);
  expect(receipt).toMatchObject({
    method: "deposit",
    payer: `${server.caip2}:${address}`,
    amount: { value: "10000000" },
    fee: { value: "40000" },
  });
});

test("the receipt of what x402's facilitator settled: its key is the nonce that the payer signed", async () => {
  const payer = await newAgent(server, 1_000_000n);
  const signed = await signFor(server, payer);
  const { body } = await settle(server, signed);
  const receipt = await receiptOf(body.extra?.paymentId ?? "");
  const logs = await expectOnChain(receipt, authorizationIn(signed).nonce);
  expect(receipt).toMatchObject({
    method: "transfer",
    payer: `${server.caip2}:${payer.address}`,
    destination: `${server.caip2}:${server.destination}`,
    feeReceiver: `${server.caip2}:${zeroAddress}`,
    amount: { value: "1000000" },
    fee: { value: "0" },
  });
  const used = parseEventLogs({ abi: ROUTER, logs, eventName: "AuthorizationUsed" });
  expect(used.map(({ args }) => args)).toContainEqual({ authorizer: payer.address, nonce: receipt.terms.key });
});
