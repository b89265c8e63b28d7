// A receipt, as the service signs it.
import { randomBytes } from "node:crypto";
import { RECEIPT_TYPE, type Receipt } from "../../../src/payment/receipts/receipt.ts";
import { receiptKeys } from "../../../src/payment/receipts/receipt-keys.ts";

const TOKEN = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const PAYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const SHOP = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const FEES = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const unit = `caip19/eip155:8453/erc20:${TOKEN}`;

export const RECEIPT: Receipt = {
  iss: "https://pay.example",
  sub: "pay_06gzjr6vt8y2m4k9x3c5b7n1q0d8f6h2",
  iat: 1_771_416_067,
  merchantId: "mrch_1",
  referenceId: "order 4711 \u{1F375}",
  fiatAmount: { unit: "iso4217/USD", value: "1250" },
  amount: { unit, value: "12500000" },
  fee: { unit, value: "50000" },
  method: "eip3009",
  payer: `eip155:8453:${PAYER}`,
  destination: `eip155:8453:${SHOP}`,
  feeReceiver: `eip155:8453:${FEES}`,
  transaction: {
    chain: "eip155:8453",
    hash: `0x${"5d".repeat(32)}`,
    logIndex: 3,
    block: { number: "4711", hash: `0x${"6e".repeat(32)}`, timestamp: 1_771_416_060 },
  },
  terms: {
    hash: `0x${"7f".repeat(32)}`,
    chainId: "8453",
    router: FEES,
    destination: SHOP,
    key: `0x${"8a".repeat(32)}`,
    payer: PAYER,
    amount: "12500000",
    fee: "50000",
    deadline: "1771416420",
    token: TOKEN,
    feeReceiver: FEES,
  },
};

export const HEADER = { alg: "EdDSA", typ: RECEIPT_TYPE };

/** Random keys, of which the first signs. */
export function newReceiptKeys(others = 0) {
  const keys = Array.from({ length: others }, () => randomBytes(32));
  return receiptKeys([randomBytes(32), ...keys]);
}

export const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
