// The console's own endpoints on the wire. They are not part of the documented API and may change with the console.
import Type, { type Static } from "typebox";
import { ALLOWED_ADDRESSES_MAX } from "../../merchant/allowed-addresses.ts";
import { type ApiKeyRecord, PARTNER_ROLES, ROLES } from "../../merchant/partner.ts";
import { SESSION_ROLES } from "../../merchant/user.ts";
import { formatFiat } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import { SEARCH_LENGTH_MAX, SEARCHABLE } from "../../payment/lists/search-terms.ts";
import { BUCKETS, type VolumeBucket } from "../../payment/lists/volume.ts";
import { moment } from "../moment.ts";
import { Payments, PaymentsQuery } from "../payments/payment-list.ts";
import * as wire from "../primitives.ts";

/** Longer than any key. */
const API_KEY_LENGTH_MAX = 256;

export const SignInBody = wire.closed({
  apiKey: Type.String({ maxLength: API_KEY_LENGTH_MAX, description: "an API key" }),
});

/** Exactly one of `key`, `user` and `till` is not null. */
export const Session = Type.Object({
  partner: Type.Object({ id: Type.String(), name: Type.String() }),
  role: wire.oneOf(SESSION_ROLES),
  key: wire.nullable(
    Type.Object({
      id: Type.String(),
      prefix: Type.String({ description: "the key's first characters" }),
      label: wire.nullable(Type.String()),
    }),
  ),
  user: wire.nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** `code` begins the references of its sales. */
  till: wire.nullable(Type.Object({ id: Type.String(), name: Type.String(), code: Type.String() })),
  /** The merchants that the session is limited to; null: all. */
  merchantIds: wire.nullable(Type.Array(Type.String())),
  /** When the session ends if it stays idle. */
  expiresAt: wire.unixSeconds,
  /** False: it shows test payments. */
  livemode: Type.Boolean(),
  /** Whether no real money moves: all chains are test networks. */
  isTestNet: Type.Boolean(),
});
export type Session = Static<typeof Session>;

/** The partner's branding; null if it has none. */
export const PartnerBranding = wire.closed({ branding: wire.nullable(wire.branding) });
export type PartnerBranding = Static<typeof PartnerBranding>;

export const SignedOut = wire.closed({});

export const Assets = Type.Object({
  assets: Type.Array(
    Type.Object({
      asset: wire.asset,
      symbol: Type.String(),
      name: Type.String(),
      decimals: Type.Integer(),
      /** The payment method. */
      method: Type.String(),
      /** CAIP-2. */
      chain: Type.String(),
      chainName: Type.String(),
      explorerUrl: wire.nullable(wire.url),
      /**
       * Whether the asset is offered without a merchant's destination: the operator's treasury then receives the money.
       */
      hasTreasury: Type.Boolean(),
    }),
  ),
});
export type Assets = Static<typeof Assets>;

interface ShownChain {
  readonly id: string;
  readonly name: string;
  readonly explorerUrl?: string;
  readonly treasury: string | null;
}

export const assetShown = (
  { id, symbol, name, decimals, method }: Asset,
  chain: ShownChain,
): Assets["assets"][number] => ({
  asset: id,
  symbol,
  name,
  decimals,
  method,
  chain: chain.id,
  chainName: chain.name,
  explorerUrl: chain.explorerUrl ?? null,
  hasTreasury: chain.treasury !== null,
});

/** ISO 4217, the one of most payments first. */
export const Currencies = Type.Object({ currencies: Type.Array(Type.String()) });
export type Currencies = Static<typeof Currencies>;

const { sortBy: _sortBy, sortDir: _sortDir, referenceId: _referenceId, ...filters } = PaymentsQuery.properties;

export const FindQuery = wire.closed({
  text: Type.String({ minLength: 1, maxLength: SEARCH_LENGTH_MAX, description: SEARCHABLE }),
  ...filters,
});

/** Newest first. */
export const Found = Type.Object({
  data: Payments.properties.data,
  nextCursor: wire.nullable(Type.String()),
  /** The matches that the search left out. */
  omits: Type.Array(wire.oneOf(["references"])),
});
export type Found = Static<typeof Found>;

export const ChangesQuery = wire.closed({
  after: Type.Optional(Type.String({ description: "the cursor of the previous response" })),
  maxPollMs: Type.Optional(wire.maxPollMs),
});

export const Changed = Type.Object({
  cursor: Type.String(),
  paymentIds: Type.Array(Type.String()),
  /** False if the list is incomplete, because the reader was away for long or very many payments changed. */
  isComplete: Type.Boolean(),
});
export type Changed = Static<typeof Changed>;

export const VolumeQuery = wire.closed({
  from: moment,
  to: moment,
  bucket: wire.oneOf(BUCKETS),
  timeZone: Type.Optional(Type.String({ description: "an IANA time zone" })),
  merchantId: Type.Optional(Type.String({ minLength: 1, description: "a merchant's id" })),
});

const sums = Type.Array(
  Type.Object({
    /** ISO 4217. */
    currency: Type.String(),
    value: Type.String({ description: "smallest units" }),
    display: Type.String({ description: "for display, for example 0.30 USD" }),
  }),
);

/** Buckets by creation time: how many payments of a bucket have succeeded since, and their revenue. */
export const Volume = Type.Object({
  buckets: Type.Array(
    Type.Object({
      startsAt: wire.timestamp,
      created: Type.Integer(),
      succeeded: Type.Integer(),
      revenue: sums,
      /** By the time of the refund. */
      refunded: sums,
    }),
  ),
});
export type Volume = Static<typeof Volume>;

const MS_PER_S = 1_000;

export const volumeToWire = (buckets: readonly VolumeBucket[]): Volume => ({
  buckets: buckets.map(({ startsAtS, created, succeeded, revenue, refunded }) => ({
    startsAt: new Date(startsAtS * MS_PER_S).toISOString(),
    created: Number(created),
    succeeded: Number(succeeded),
    revenue: sumsToWire(revenue),
    refunded: sumsToWire(refunded),
  })),
});

const sumsToWire = (amounts: VolumeBucket["revenue"]): Static<typeof sums> =>
  amounts.map((amount) => ({
    currency: amount.currency,
    value: amount.value.toString(),
    display: formatFiat(amount),
  }));

export const Keys = Type.Object({
  keys: Type.Array(
    Type.Object({
      id: Type.String(),
      prefix: Type.String({ description: "the key's first characters" }),
      label: wire.nullable(Type.String()),
      role: wire.oneOf(ROLES),
      createdAt: wire.timestamp,
      revokedAt: wire.nullable(wire.timestamp),
      /** Accurate to about a minute. */
      lastUsedAt: wire.nullable(wire.timestamp),
      expiresAt: wire.nullable(wire.timestamp),
      allowedAddresses: Type.Array(Type.String({ description: "an IP address or network; none: any address" })),
    }),
  ),
});
export type Keys = Static<typeof Keys>;

export const keyShown = ({
  id,
  prefix,
  label,
  role,
  createdAt,
  revokedAt,
  lastUsedAt,
  expiresAt,
  allowedAddresses,
}: ApiKeyRecord): Keys["keys"][number] => ({
  id,
  prefix,
  label,
  role,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
  allowedAddresses: [...allowedAddresses],
});

/** The length of an IPv6 network. */
const ADDRESS_LENGTH_MAX = 49;

/** The operator creates keys of the roles charges and pos on the command line. */
export const CreateKeyBody = wire.closed({
  role: wire.oneOf(PARTNER_ROLES),
  label: Type.Optional(wire.label),
  expiresAt: Type.Optional(wire.nullable(wire.timestamp)),
  allowedAddresses: Type.Optional(
    Type.Array(Type.String({ maxLength: ADDRESS_LENGTH_MAX }), { maxItems: ALLOWED_ADDRESSES_MAX }),
  ),
});
/** The key is never shown again. */
export const KeyCreated = Type.Object({ id: Type.String(), key: Type.String(), role: wire.oneOf(PARTNER_ROLES) });
export const KeyRevoked = Type.Object({ id: Type.String(), revoked: Type.Literal(true) });
