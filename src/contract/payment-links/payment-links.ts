// Payment links on the wire.
import Type, { type Static } from "typebox";
import { fiatUnit } from "../../money/amount.ts";
import {
  beyondLimit,
  type CountedLink,
  isOpenAmount,
  LINK_STATUSES,
  type LinkAmount,
  type LinkField,
  linkStatus,
  paymentLinkPath,
  USES_MAX,
  x402LinkPath,
} from "../../payment/payment-link.ts";
import {
  DEFAULT_REFERENCE_PATTERN,
  REFERENCE_PATTERN_LENGTH_MAX,
} from "../../payment/payment-links/reference-pattern.ts";
import { SHOWN_TEXT } from "../../payment/shown-text.ts";
import { fiatToWire } from "../amounts.ts";
import { cursor, pageLimit } from "../payments/payment-list.ts";
import * as wire from "../primitives.ts";

const DESCRIPTION_LENGTH_MAX = 256;
const LABEL_LENGTH_MAX = 100;
const FIELDS_MAX = 10;
/** Fits in the form's limit in every encoding. */
const VALUE_LENGTH_MAX = 500;
const VALUE_LENGTH_DEFAULT = 200;

const description = wire.nullable(wire.shownText(DESCRIPTION_LENGTH_MAX));
const maxUses = wire.nullable(
  Type.Integer({ minimum: 1, maximum: USES_MAX, description: `an integer from 1 to ${USES_MAX}` }),
);
const expiresAt = wire.nullable(wire.unixSeconds);
const minorUnits = Type.String({ description: "an integer in the smallest unit, as text" });

/** The operation decides which units, values and combinations are valid. */
const amountInput = wire.closed({
  unit: Type.String(),
  value: Type.Optional(Type.String({ description: "a fixed amount" })),
  min: Type.Optional(Type.String({ description: "the least that a buyer may choose" })),
  max: Type.Optional(Type.String({ description: "the most that a buyer may choose" })),
  suggested: Type.Optional(wire.nullable(Type.String({ description: "prefilled" }))),
});

const fieldInput = wire.closed({
  label: wire.shownText(LABEL_LENGTH_MAX),
  required: Type.Optional(Type.Boolean({ default: false })),
  maxLength: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: VALUE_LENGTH_MAX,
      default: VALUE_LENGTH_DEFAULT,
      description: `an integer from 1 to ${VALUE_LENGTH_MAX}`,
    }),
  ),
});

export const CreateLinkBody = wire.closed({
  amount: amountInput,
  description: Type.Optional(description),
  referencePattern: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: REFERENCE_PATTERN_LENGTH_MAX,
      pattern: SHOWN_TEXT,
      default: DEFAULT_REFERENCE_PATTERN,
      description: `text of 1 to ${REFERENCE_PATTERN_LENGTH_MAX} characters with {number}, and perhaps {date}`,
    }),
  ),
  maxUses: Type.Optional(maxUses),
  expiresAt: Type.Optional(expiresAt),
  fields: Type.Optional(Type.Array(fieldInput, { maxItems: FIELDS_MAX })),
  checkout: Type.Optional(wire.nullable(wire.closed({ successUrl: wire.redirectUrl, errorUrl: wire.redirectUrl }))),
  deposit: Type.Optional(wire.nullable(wire.deposit)),
  enabled: Type.Optional(Type.Boolean()),
});

export const UpdateLinkBody = Type.Object(
  {
    description: Type.Optional(description),
    maxUses: Type.Optional(maxUses),
    expiresAt: Type.Optional(expiresAt),
    enabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
);

export const LinksQuery = wire.closed({
  merchantId: Type.Optional(Type.Array(Type.String({ minLength: 1, description: "a merchant's id" }))),
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
});

const count = Type.Integer({ minimum: 0 });

export const PaymentLink = Type.Object({
  id: Type.String(),
  merchantId: Type.String(),
  url: wire.url,
  x402Url: Type.Optional(
    Type.String({ format: "uri", description: "where x402 clients pay; missing with `deposit: false`" }),
  ),
  status: wire.oneOf(LINK_STATUSES),
  amount: Type.Object({
    unit: Type.String(),
    value: Type.Optional(minorUnits),
    min: Type.Optional(minorUnits),
    max: Type.Optional(minorUnits),
    suggested: Type.Optional(minorUnits),
    display: wire.amount.properties.display,
  }),
  description: wire.nullable(Type.String()),
  referencePattern: Type.String(),
  maxUses: wire.nullable(Type.Integer()),
  expiresAt: wire.nullable(wire.unixSeconds),
  fields: Type.Array(Type.Object({ label: Type.String(), required: Type.Boolean(), maxLength: Type.Integer() })),
  checkout: wire.nullable(Type.Object({ successUrl: Type.String(), errorUrl: Type.String() })),
  deposit: Type.Optional(Type.Boolean({ description: "false if it was created so" })),
  enabled: Type.Boolean(),
  stats: Type.Object({
    opened: count,
    created: count,
    open: count,
    succeeded: count,
    /** Succeeded payments that exceed `maxUses`. */
    beyondLimit: count,
    /** Totals of the payments that succeeded: empty, or one in the link's currency. */
    amounts: Type.Array(wire.amount),
  }),
  createdAt: wire.timestamp,
});

export const PaymentLinks = Type.Object({
  data: Type.Array(PaymentLink),
  nextCursor: wire.nullable(Type.String()),
});

export const fieldsOf = (given: Static<typeof CreateLinkBody>["fields"] = []): LinkField[] =>
  given.map(({ label, required = false, maxLength = VALUE_LENGTH_DEFAULT }) => ({
    label,
    isRequired: required,
    lengthMax: maxLength,
  }));

export function linkToWire(counted: CountedLink, publicUrl: string): Static<typeof PaymentLink> {
  const { link, figures } = counted;
  const { currency } = link.amount;
  return {
    id: link.id,
    merchantId: link.merchantId,
    url: publicUrl + paymentLinkPath(link.id),
    ...(link.takesDeposits && { x402Url: publicUrl + x402LinkPath(link.id) }),
    status: linkStatus(counted),
    amount: amountToWire(link.amount),
    description: link.description,
    referencePattern: link.referencePattern,
    maxUses: link.usesMax,
    expiresAt: link.expiresAtS,
    fields: link.fields.map(({ label, isRequired, lengthMax }) => ({
      label,
      required: isRequired,
      maxLength: lengthMax,
    })),
    checkout: link.checkout,
    ...(!link.takesDeposits && { deposit: false }),
    enabled: link.isEnabled,
    stats: {
      opened: Number(figures.opened),
      created: Number(figures.created),
      open: Number(figures.open),
      succeeded: Number(figures.succeeded),
      beyondLimit: beyondLimit(counted),
      amounts: figures.succeeded === 0n ? [] : [fiatToWire({ currency, value: figures.paid })],
    },
    createdAt: link.createdAt.toISOString(),
  };
}

function amountToWire(amount: LinkAmount): Static<typeof PaymentLink>["amount"] {
  const { currency } = amount;
  if (!isOpenAmount(amount)) return fiatToWire(amount);
  const { display } = fiatToWire({ currency, value: amount.min });
  return {
    unit: fiatUnit(currency),
    min: amount.min.toString(),
    max: amount.max.toString(),
    ...(amount.suggested !== null && { suggested: amount.suggested.toString() }),
    ...(display && { display }),
  };
}
