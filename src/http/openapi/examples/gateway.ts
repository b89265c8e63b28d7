import { collectDataToWire } from "../../../contract/gateway.ts";
import type { ExamplesById } from "./example.ts";
import { cancelledBy, STATUS_ANSWERS } from "./payments.ts";
import { BUYER, EXPIRES_AT, FIAT, OPTION_ID, SIGNATURE, TOKEN } from "./values.ts";

const info = {
  status: "requires_action",
  amount: FIAT,
  expiresAt: EXPIRES_AT,
  merchant: { name: "Corner Shop" },
};

const OPTION = {
  id: OPTION_ID,
  account: BUYER,
  amount: TOKEN,
  etaS: 5,
  expiresAt: null,
  actions: [{ type: "build", data: { data: "sign" } }],
  collectData: null,
};

const COLLECT_DATA = collectDataToWire("AeZ2uP0iCk7Qx1bV9sYt", "https://pay.example");

export const GATEWAY_EXAMPLES: ExamplesById = {
  getGatewayPayment: {
    answers: {
      waiting: info,
      confirmed: {
        ...info,
        status: "processing",
        buyer: { accountCaip10: BUYER, accountProviderName: "Example Wallet" },
      },
    },
  },
  listOptions: {
    bodies: { oneAccount: { accounts: [BUYER] } },
    answers: {
      oneOption: {
        options: [OPTION],
        collectData: null,
        info,
      },
      dataAskedFor: {
        options: [{ ...OPTION, collectData: COLLECT_DATA }],
        collectData: COLLECT_DATA,
        info: null,
      },
      nothingToPay: { options: null, collectData: null, info: null },
    },
  },
  resolveBuild: {
    bodies: { build: { optionId: OPTION_ID, data: "sign" } },
    answers: {
      typedData: {
        actions: [
          {
            type: "walletRpc",
            data: {
              chain_id: "eip155:8453",
              method: "eth_signTypedData_v4",
              params: [
                "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                '{"domain":{"name":"USD Coin"},"primaryType":"ReceiveWithAuthorization","types":{},"message":{}}',
              ],
            },
          },
        ],
      },
    },
  },
  confirmPayment: {
    bodies: {
      signed: { optionId: OPTION_ID, results: [{ type: "walletRpc", data: [SIGNATURE] }] },
      withCollectedData: {
        optionId: OPTION_ID,
        results: [{ type: "walletRpc", data: [SIGNATURE] }],
        collectedData: {
          fields: [
            { id: "fullName", value: "Ada Lovelace" },
            { id: "dob", value: "1985-12-10" },
            { id: "porCountry", value: "GB" },
            { id: "porAddress", value: "12 St James's Square, London" },
            { id: "tosConfirmed", value: "true" },
          ],
        },
      },
    },
    answers: {
      processing: { isFinal: false, status: "processing", info: null, pollInMs: 500 },
      succeeded: STATUS_ANSWERS.succeeded,
    },
  },
  getGatewayPaymentStatus: { answers: STATUS_ANSWERS },
  cancelGatewayPayment: { bodies: { nothing: {} }, answers: { cancelled: cancelledBy("cancelled_by_user") } },
};
