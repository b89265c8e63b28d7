// What a key of each role may do, in words.
import type { KeyRole } from "../../api/keys.ts";

export const ROLES = {
  partner: {
    label: "Partner",
    may: "Everything: takes payments, refunds, changes merchants, destinations and keys. For your own servers.",
  },
  read: {
    label: "Read",
    may: "Sees payments, merchants and exceptions, and changes nothing. For reports, and for staff who only look.",
  },
  wallet: {
    label: "Wallet",
    may: "Pays payments as a wallet does, and sees nothing of yours. For a wallet or an app that buyers pay with.",
  },
} as const satisfies Record<KeyRole, { readonly label: string; readonly may: string }>;
