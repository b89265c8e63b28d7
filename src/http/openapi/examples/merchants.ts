import type { ExamplesById } from "./example.ts";
import { ASSET, CREATED_AT, DESTINATION, MERCHANT_ID, SETTLEMENT_ID } from "./values.ts";

const profile = {
  id: MERCHANT_ID,
  name: "Corner Shop",
  email: "owner@shop.example",
  status: "active",
  createdAt: CREATED_AT,
};
const settlement = { id: SETTLEMENT_ID, asset: ASSET, destination: DESTINATION };

export const MERCHANT_EXAMPLES: ExamplesById = {
  createMerchant: {
    bodies: {
      named: { merchantName: profile.name, merchantEmail: profile.email },
      withoutLogo: { merchantName: profile.name, merchantEmail: profile.email, iconUrl: null },
    },
    answers: { created: { merchant: profile } },
  },
  getMerchant: {
    answers: {
      withSettlements: { merchant: { ...profile, iconUrl: null, settlements: { crypto: [settlement], fiat: [] } } },
    },
  },
  createCryptoSettlements: {
    bodies: { one: { settlements: [{ asset: ASSET, destination: DESTINATION }] } },
    answers: { created: { settlements: [settlement] } },
  },
};
