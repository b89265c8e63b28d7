import type { KeyRecord } from "../../api/keys.ts";

export const ROLES = {
  partner: {
    label: "Partner",
    may: "Full access: payments, refunds, merchants, destinations and keys. For your servers.",
  },
  read: {
    label: "Read",
    may: "Views payments, merchants and exceptions. For reports, and for staff who don't make changes.",
  },
  wallet: {
    label: "Wallet",
    may: "Pays payments as a wallet, without access to your data. For a wallet or an app that buyers pay with.",
  },
  pos: {
    label: "Point of sale",
    may: "Creates, follows, cancels and lists the payments of one merchant. For a till.",
  },
} as const satisfies Record<KeyRecord["role"], { readonly label: string; readonly may: string }>;
