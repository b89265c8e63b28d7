// Merchants and their settlement destinations on the wire.
import Type, { type Static } from "typebox";
import { type CryptoSettlement, MERCHANT_STATUSES, type Merchant } from "../merchant/merchant.ts";
import * as wire from "./primitives.ts";

export const CreateMerchantBody = wire.closed({
  merchantName: wire.merchantName,
  merchantEmail: wire.email,
  iconUrl: Type.Optional(wire.nullable(wire.httpsUrl)),
});

const profile = {
  id: Type.String(),
  name: Type.String(),
  email: wire.nullable(Type.String()),
  status: wire.oneOf(MERCHANT_STATUSES),
  createdAt: wire.timestamp,
};

export const MerchantCreated = Type.Object({ merchant: Type.Object(profile) });

const cryptoSettlement = Type.Object({ id: Type.String(), asset: wire.asset, destination: wire.account });

/** Configured by the operator, and read-only here. */
const fiatSettlement = Type.Object({ id: Type.String(), status: Type.String(), bankType: Type.String() });

const settlements = Type.Object({ crypto: Type.Array(cryptoSettlement), fiat: Type.Array(fiatSettlement) });

export const MerchantProfile = Type.Object({
  merchant: Type.Object({ ...profile, iconUrl: wire.nullable(Type.String()), settlements }),
});

/** The interface's limit for one request. */
const SETTLEMENTS_MAX = 50;

export const CreateSettlementsBody = wire.closed({
  settlements: Type.Array(wire.closed({ asset: wire.asset, destination: wire.account }), {
    minItems: 1,
    maxItems: SETTLEMENTS_MAX,
  }),
});

export const SettlementsCreated = Type.Object({ settlements: Type.Array(cryptoSettlement) });

const profileOf = ({ id, name, email, status, createdAt }: Merchant): Static<typeof MerchantCreated>["merchant"] => ({
  id,
  name,
  email,
  status,
  createdAt: createdAt.toISOString(),
});

export const merchantCreated = (merchant: Merchant): Static<typeof MerchantCreated> => ({
  merchant: profileOf(merchant),
});

export const merchantProfile = (
  merchant: Merchant,
  crypto: readonly CryptoSettlement[],
): Static<typeof MerchantProfile> => ({
  merchant: {
    ...profileOf(merchant),
    iconUrl: merchant.iconUrl,
    settlements: { crypto: crypto.map(cryptoToWire), fiat: [] },
  },
});

export const settlementsCreated = (settlements: readonly CryptoSettlement[]): Static<typeof SettlementsCreated> => ({
  settlements: settlements.map(cryptoToWire),
});

const cryptoToWire = ({ id, asset, destination }: CryptoSettlement): Static<typeof cryptoSettlement> => ({
  id,
  asset,
  destination,
});
