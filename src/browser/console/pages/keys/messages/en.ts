export const keys = {
  title: "Keys",
  text: "API keys for your servers, reports and wallets. A key is shown only once, when you create it.",
  textReadOnly:
    "API keys for servers, reports and wallets. You are signed in with a read-only key: creating and revoking keys takes a partner key.",
  add: "New key",
  roles: {
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
  },
  list: {
    active: "Active keys",
    ended: "Revoked and expired keys",
    revoked: "Revoked",
    expired: "Expired",
    thisSession: "This session",
    /** The parts of the line below a key. */
    created: "Created {time}",
    revokedAt: "revoked {time}",
    expiredAt: "expired {time}",
    neverUsed: "never used",
    lastUsed: "last used {time}",
    expires: "expires {time}",
    onlyFrom: "only from {addresses}",
    noLabel: "No label",
    revoke: "Revoke",
    revokeKey: "Revoke {prefix}…",
  },
  create: {
    role: "Role",
    label: "Label",
    labelText: "Optional, but it tells your keys apart: where this one is used, for example on a shop's server.",
    expiry: "Expires (optional)",
    expiryText: "The key stops working at the start of this day.",
    addresses: "Allowed addresses (optional)",
    addressesText: "IP addresses and networks, comma-separated. Empty: any address.",
    /** For each role, as a question. */
    question: {
      partner: "Create partner key?",
      read: "Create read key?",
      wallet: "Create wallet key?",
    },
    confirm: "Create key",
    created: "Your new key",
    advice: "Copy it to a safe place, such as a password manager. If you lose it, revoke it and create a new one.",
  },
  revoke: {
    question: "Revoke {prefix}…?",
    text: "Requests with this key fail immediately. This can't be undone.",
    own: "You're signed in with this key",
    ownText: "Revoking it signs you out. Make sure you have another partner key.",
    type: "To confirm, type {prefix}",
    confirm: "Revoke key",
    revoked: "Key revoked",
    revokedText: "{prefix}… no longer works.",
  },
};
