// Tills on the wire of the console.
import Type, { type Static } from "typebox";
import type { TillRecord } from "../../merchant/till.ts";
import * as wire from "../primitives.ts";

/** As typed or pasted, with marks that chats add. */
const CODE_LENGTH_MAX = 100;
export const PairBody = wire.closed({
  code: Type.String({ maxLength: CODE_LENGTH_MAX, description: "a pairing code" }),
});

/** What a pairing code pairs a device as. */
export const PairingFound = Type.Object({ name: Type.String(), merchantName: Type.String() });
export type PairingFound = Static<typeof PairingFound>;

export const NewTillBody = wire.closed({
  name: wire.label,
  merchantId: Type.String({ pattern: `^[!-~]{1,${wire.ID_LENGTH_MAX}}$`, description: "a merchant's id" }),
});

/** The code is never shown again. */
export const PairingCreated = Type.Object({
  id: Type.String(),
  code: Type.String(),
  url: Type.String(),
  expiresAt: wire.timestamp,
});
export type PairingCreated = Static<typeof PairingCreated>;

export const TillRevoked = Type.Object({ id: Type.String(), revoked: Type.Literal(true) });

const TIME_ZONE_LENGTH_MAX = 64;
export const NumberReceiptsBody = wire.closed({
  since: wire.timestamp,
  timeZone: Type.String({ maxLength: TIME_ZONE_LENGTH_MAX, description: "a time zone such as Europe/Berlin" }),
});

export const receiptNumber = Type.Object({ day: Type.String({ format: "date" }), number: Type.Integer() });

export const ReceiptNumbers = Type.Object({
  receipts: Type.Array(Type.Object({ paymentId: Type.String(), ...receiptNumber.properties })),
});
export type ReceiptNumbers = Static<typeof ReceiptNumbers>;

export const Tills = Type.Object({
  tills: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      merchantId: Type.String(),
      code: Type.String(),
      createdAt: wire.timestamp,
      pairedAt: wire.nullable(wire.timestamp),
      pairExpiresAt: wire.nullable(wire.timestamp),
      /** Accurate to about a minute. */
      usedAt: wire.nullable(wire.timestamp),
      revokedAt: wire.nullable(wire.timestamp),
    }),
  ),
});
export type Tills = Static<typeof Tills>;

export const tillShown = (till: TillRecord): Tills["tills"][number] => ({
  id: till.id,
  name: till.name,
  merchantId: till.merchantId,
  code: till.code,
  createdAt: till.createdAt.toISOString(),
  pairedAt: till.pairedAt?.toISOString() ?? null,
  pairExpiresAt: till.pairExpiresAt?.toISOString() ?? null,
  usedAt: till.usedAt?.toISOString() ?? null,
  revokedAt: till.revokedAt?.toISOString() ?? null,
});
