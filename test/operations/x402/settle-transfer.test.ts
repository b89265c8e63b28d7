// Two copies of one settlement, whose payer's balance is not known to cover it at first.
import { getAddress, keccak256, stringToHex } from "viem";
import { expect, test } from "vitest";
import type { AuthorizedToken } from "../../../src/money/asset.ts";
import type { PaymentChain } from "../../../src/operations/ports/chain/payment-chain.ts";
import type { AskedTransfer } from "../../../src/operations/x402/check-transfer.ts";
import { type SettleTransferPorts, settleTransfer } from "../../../src/operations/x402/settle-transfer.ts";
import type { PaymentStatus } from "../../../src/payment/payment.ts";
import { openPayment } from "../../harness/fake-ports.ts";

const someAddress = (name: string) => getAddress(`0x${keccak256(stringToHex(name)).slice(-40)}`);
const CHAIN = "eip155:1";
const TOKEN: AuthorizedToken = {
  id: `${CHAIN}/erc20:${someAddress("token")}`,
  chain: CHAIN,
  address: someAddress("token"),
  symbol: "USDC",
  name: "USD Coin",
  decimals: 6,
  peggedTo: "USD",
  method: "eip3009",
  domain: { name: "USD Coin", version: "2" },
};
const AMOUNT = 1_000_000n;
const NOW_S = 1_800_000_000;
const PAYMENT = "pay_1";
const CALLER = { partnerId: "prtn_1", keyId: "key_1", merchantIds: null };

const asked: AskedTransfer = {
  network: CHAIN,
  asset: TOKEN.address,
  payTo: someAddress("merchant"),
  amount: AMOUNT,
  domain: {},
  resource: null,
  transfer: {
    from: someAddress("payer"),
    to: someAddress("merchant"),
    value: AMOUNT,
    validAfter: 0n,
    validBefore: BigInt(NOW_S + 600),
    nonce: keccak256("0x01"),
    signature: `0x${"01".repeat(65)}`,
  },
};

/** Ports of a payment that an earlier request has recorded, and that a confirm locks if it is covered. */
function portsWith(isCovered: (attempt: number) => boolean): SettleTransferPorts {
  let attempts = 0;
  let status: PaymentStatus = "requires_action";
  const chain = {
    id: CHAIN,
    isTestNet: false,
    router: someAddress("router"),
    assets: [TOKEN],
    confirmations: [{ fromStandardUnits: 0n, blocks: 1 }],
    secondSourceFrom: null,
    hasSecondSource: false,
    verify: async () => ({ type: "payable", balance: AMOUNT }),
    balanceOf: async () => AMOUNT,
  } as unknown as PaymentChain;
  const answer = { status: 200, body: { paymentId: PAYMENT, termsHash: "0x" } };
  return {
    chains: new Map([[CHAIN, chain]]),
    chainAvailability: { isOpen: async () => () => true },
    destinations: { payee: async () => ({ merchantId: "mrch_1", merchantName: "Shop", buyerDataRules: null }) },
    idempotency: { find: async () => ({ type: "replayed", answer }) },
    screening: { refused: async () => new Set() },
    followed: { newestBlock: async () => null },
    payments: {
      findForBuyer: async (id: string) => ({ ...openPayment(id), status }),
      async confirm() {
        if (status !== "requires_action" || !isCovered(++attempts)) return false;
        status = "processing";
        return true;
      },
    },
    crashPoint: () => {},
    log: { info: () => {}, warn: () => {}, error: () => {} },
    throttle: { warn: () => {}, recovered: () => {} },
    nowS: () => NOW_S,
    nowMs: () => NOW_S * 1_000,
  } as unknown as SettleTransferPorts;
}

const settleTwice = (ports: SettleTransferPorts) => Promise.all([1, 2].map(() => settleTransfer(ports, CALLER, asked)));

test("covered once the balance is read anew: both are answered about the locked payment", async () => {
  const locked = { id: PAYMENT, status: "processing" };
  expect(await settleTwice(portsWith((attempt) => attempt > 2))).toMatchObject([locked, locked]);
});

test("not covered: both are refused", async () => {
  expect(await settleTwice(portsWith(() => false))).toEqual(["insufficient_funds", "insufficient_funds"]);
});
