import { plural } from "../../../../../pages/messages/message.ts";

export const payments = {
  export: "Export",
  live: {
    status: { live: "Live", connecting: "Connecting", paused: "Not live", offline: "Offline" },
    meaning: {
      live: "New payments and changes appear automatically.",
      connecting: "Connecting to live updates.",
      paused: "The server isn't responding. Retrying.",
      offline: "This device has no connection.",
    },
    elsewhere: plural({ one: "{count} change on other pages", other: "{count} changes on other pages" }),
    /** For screen readers. */
    changed: plural({ one: "One payment changed", other: "{count} payments changed" }),
  },
  totals: {
    title: "Totals",
    payments: plural({ one: "{count} payment", other: "{count} payments" }),
    received: "{amount} received, before refunds",
    buyers: plural({ one: "{count} buyer", other: "{count} buyers" }),
  },
  filters: {
    title: "Filters",
    active: plural({ one: "Filters, {count} active", other: "Filters, {count} active" }),
    clear: "Clear all filters",
    show: "Show payments",
    search: "Search payments",
    searchExample: "ID, reference, hash, amount…",
    clearSearch: "Clear search",
    created: "Created",
    anyTime: "Any time",
    clearPeriod: "Clear period",
    periods: { "24h": "Last 24 hours", "7d": "Last 7 days", "30d": "Last 30 days", own: "Custom range" },
    status: "Status",
    anyStatus: "Any status",
    merchant: "Merchant",
    anyMerchant: "Any merchant",
    noMerchant: "No merchants match",
    token: "Token",
    anyToken: "Any token",
    network: "Network",
    anyNetwork: "Any network",
    clearNetwork: "Clear network",
  },
  columns: {
    created: "Created",
    reference: "Reference",
    merchant: "Merchant",
    paidWith: "Paid with",
    status: "Status",
    amount: "Amount",
  },
  notPaid: "Nothing yet",
  noMatch: "No payments match",
  noMatchText: "Clear a filter or choose a longer period.",
  searchAll: "Search all payments",
  searchLimits: "Search results have no totals, sorting or export. Use the filters instead.",
  tooShort: "Type more to search",
  howToSearch:
    "Search for a payment ID, a transaction hash, a buyer's address, an amount, or at least {count} characters of a reference. IDs, hashes and addresses must be complete.",
  /** What a search left out. */
  omitted: {
    references:
      "Too many references contain this text, so none of them are listed. Type more of the reference, or narrow the search by merchant or period.",
    older_amounts: "Only the newest payments of this amount were searched. Choose a period to find older ones.",
  },
  none: "No payments yet",
  noneText:
    "Payments that your shop creates via the API appear here automatically. You can also create one by hand and show its QR code to the buyer. {reference}",
  reference: "API reference",
  create: "Create a payment",
  pager: {
    title: "Pages",
    first: "First page",
    back: "Back",
    next: "Next page",
    place: "{first}–{last}",
    placeOf: "{first}–{last} of {total}",
  },
};
