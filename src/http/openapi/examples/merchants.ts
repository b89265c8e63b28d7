import type { ExamplesById } from "./example.ts";
import { ASSET, CREATED_AT, DESTINATION, MERCHANT_ID, SETTLEMENT_ID } from "./values.ts";

const profile = {
  id: MERCHANT_ID,
  name: "Corner Shop",
  email: "owner@shop.example",
  status: "active",
  createdAt: CREATED_AT,
};
const shown = { ...profile, iconUrl: "https://pay.example/logos/3f9ac1.webp" };
const settlement = { id: SETTLEMENT_ID, asset: ASSET, destination: DESTINATION };
const fiat = { id: "fiat_06gzjr4k", status: "active", bankType: "sepa" };

export const MERCHANT_EXAMPLES: ExamplesById = {
  createMerchant: {
    bodies: {
      named: { merchantName: profile.name, merchantEmail: profile.email },
      withoutLogo: { merchantName: profile.name, merchantEmail: profile.email, iconUrl: null },
    },
    answers: { created: { merchant: profile } },
  },
  listMerchants: {
    answers: {
      onePage: { merchants: [shown], totalCount: 1, nextCursor: null },
      withMore: { merchants: [shown], totalCount: 42, nextCursor: "WyIyMDI2LTAyLTE4Il0" },
    },
  },
  getMerchant: {
    answers: { withSettlements: { merchant: { ...shown, settlements: { crypto: [settlement], fiat: [fiat] } } } },
  },
  updateMerchant: {
    bodies: { name: { merchantName: "Corner Shop & Co" }, withoutLogo: { iconUrl: null } },
    answers: { changed: { merchant: { ...shown, name: "Corner Shop & Co" } } },
  },
  deleteMerchant: { answers: { deleted: { id: MERCHANT_ID, deleted: true } } },
  listSettlements: { answers: { both: { fiat: [fiat], crypto: [settlement] } } },
  changeCryptoSettlement: { bodies: { destination: { destination: DESTINATION } }, answers: { changed: settlement } },
  deleteCryptoSettlement: { answers: { deleted: { id: SETTLEMENT_ID, deleted: true } } },
  createCryptoSettlements: {
    bodies: { one: { settlements: [{ asset: ASSET, destination: DESTINATION }] } },
    answers: { created: { settlements: [settlement] } },
  },
};
