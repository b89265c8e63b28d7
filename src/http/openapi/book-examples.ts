// The examples of the books' endpoints.
import { ORDER, PAYMENT_ID, UPDATED_AT } from "./example-values.ts";

const CHECKSUM = "3f5a1c0e9b7d24f68a0c1e3b5d7f9082a4c6e8b0d2f4163857a9cbedf0123456";

export const CLOSED_MONTH = {
  month: "2026-02",
  checksum: CHECKSUM,
  entries: 128,
  closedAt: "2026-03-02T08:15:00.000Z",
  closedBy: { type: "user", id: "usr_06gzjr5c8f1j4m7p0s3v6y9b2e5h8k1n", name: "Ada" },
};

/** A month with the payment of the other examples, by format. */
export const BOOKS = {
  csv:
    "date_utc,kind,payment_id,currency,gross,fee,net,rate,token_symbol,…\r\n" +
    `2026-02-18 12:01:07,payment,${PAYMENT_ID},USD,12.50,0.04,12.46,1,USDC,…\r\n`,
  journal:
    `2026-02-18 * (${PAYMENT_ID}) payment ${ORDER}\n` +
    '    Assets:Wallets:Eip155-8453:0x90F79bf6EB2c4f870365E785982E1f101E93b906  12.45 "USDC" @@ 12.46 USD\n' +
    '    Expenses:Fees  0.05 "USDC" @@ 0.04 USD\n' +
    "    Income:Sales:Mrch-06gzjr2w5e8r1t4y7u0p3a6s9d2f5g8h  -12.50 USD\n",
  canonical: `{"at":"${UPDATED_AT}","kind":"payment","paymentId":"${PAYMENT_ID}","tokens":"12500000",…}\n`,
};
