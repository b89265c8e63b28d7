// Merchants and their settlement destinations on the wire.
import Type, { type Static } from "typebox";
import { logoUrl } from "../../merchant/logo.ts";
import {
  type CryptoSettlement,
  FIAT_SETTLEMENT_STATUSES,
  type FiatSettlement,
  MERCHANT_STATUSES,
  type Merchant,
} from "../../merchant/merchant.ts";
import type { Branding } from "../../payment/branding/branding.ts";
import * as wire from "../primitives.ts";

const branding = wire.nullable(wire.branding);
const iconUrl = wire.nullable(wire.httpsUrl);

export const CreateMerchantBody = wire.closed({
  merchantName: wire.merchantName,
  merchantEmail: wire.email,
  iconUrl: Type.Optional(iconUrl),
  branding: Type.Optional(branding),
});

export const UpdateMerchantBody = Type.Object(
  {
    merchantName: Type.Optional(wire.merchantName),
    merchantEmail: Type.Optional(wire.email),
    iconUrl: Type.Optional(iconUrl),
    branding: Type.Optional(branding),
  },
  { additionalProperties: false, minProperties: 1 },
);

const profile = {
  id: Type.String(),
  name: Type.String(),
  email: wire.nullable(Type.String()),
  status: wire.oneOf(MERCHANT_STATUSES),
  /** Absent if the merchant has none; its partner's may apply then. */
  branding: Type.Optional(Type.Object({ color: Type.String(), name: Type.Optional(Type.String()) })),
  createdAt: wire.timestamp,
};

export const MerchantCreated = Type.Object({ merchant: Type.Object(profile) });

/** The profile with the URL of our copy of the logo, which buyers see. */
const shownProfile = { ...profile, iconUrl: wire.nullable(wire.url) };

export const merchant = Type.Object(shownProfile);

export const MerchantUpdated = Type.Object({ merchant });

/** The API's page limits. */
const PAGE_MAX = 100;
export const MERCHANTS_PAGE_DEFAULT = 20;

export const ListMerchantsQuery = wire.closed({
  status: Type.Optional(wire.oneOf(MERCHANT_STATUSES)),
  search: Type.Optional(wire.merchantSearch),
  cursor: Type.Optional(Type.String()),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_MAX,
      default: MERCHANTS_PAGE_DEFAULT,
      description: `an integer from 1 to ${PAGE_MAX}`,
    }),
  ),
});

export const Merchants = Type.Object({
  merchants: Type.Array(merchant),
  totalCount: Type.Integer({ minimum: 0 }),
  nextCursor: wire.nullable(Type.String()),
});

const cryptoSettlement = Type.Object({ id: Type.String(), asset: wire.asset, destination: wire.account });

/** Configured by the operator; read-only in the API. */
export const fiatSettlement = Type.Object({
  id: Type.String(),
  status: wire.oneOf(FIAT_SETTLEMENT_STATUSES),
  bankType: Type.String(),
});

export const Settlements = Type.Object({ fiat: Type.Array(fiatSettlement), crypto: Type.Array(cryptoSettlement) });

export const MerchantProfile = Type.Object({
  merchant: Type.Object({ ...shownProfile, settlements: Settlements }),
});

/** The API's limit for one request. */
const SETTLEMENTS_MAX = 50;

export const CreateSettlementsBody = wire.closed({
  settlements: Type.Array(wire.closed({ asset: wire.asset, destination: wire.account }), {
    minItems: 1,
    maxItems: SETTLEMENTS_MAX,
  }),
});

export const SettlementsCreated = Type.Object({ settlements: Type.Array(cryptoSettlement) });

export const ChangeSettlementBody = wire.closed({ destination: wire.account });

export const SettlementChanged = cryptoSettlement;

/** The response to the deletion of a merchant or a settlement. */
export const Deleted = Type.Object({ id: Type.String(), deleted: Type.Unsafe<true>({ type: "boolean", const: true }) });

const profileOf = ({
  id,
  name,
  email,
  status,
  branding,
  createdAt,
}: Merchant): Static<typeof MerchantCreated>["merchant"] => ({
  id,
  name,
  email,
  status,
  ...(branding && { branding: { color: branding.color, ...(branding.name !== null && { name: branding.name }) } }),
  createdAt: createdAt.toISOString(),
});

/** Undefined: not sent. */
export const brandingOf = (given: Static<typeof wire.branding> | null | undefined): Branding | null | undefined =>
  given && { color: given.color.toLowerCase(), name: given.name ?? null };

export const merchantCreated = (merchant: Merchant): Static<typeof MerchantCreated> => ({
  merchant: profileOf(merchant),
});

export const merchantShown = (merchant: Merchant, publicUrl: string): Static<typeof MerchantUpdated>["merchant"] => ({
  ...profileOf(merchant),
  iconUrl: merchant.logo === null ? null : logoUrl(publicUrl, merchant.logo),
});

export const settlementsShown = (
  fiat: readonly FiatSettlement[],
  crypto: readonly CryptoSettlement[],
): Static<typeof Settlements> => ({
  fiat: fiat.map(({ id, status, bankType }) => ({ id, status, bankType })),
  crypto: crypto.map(settlementShown),
});

export const settlementShown = ({ id, asset, destination }: CryptoSettlement): Static<typeof cryptoSettlement> => ({
  id,
  asset,
  destination,
});
