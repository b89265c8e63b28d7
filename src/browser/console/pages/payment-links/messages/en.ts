import { plural } from "../../../../../pages/messages/message.ts";

export const paymentLinks = {
  text: "Pages on which buyers create payments: for a poster, an e-mail or a profile.",
  add: "New link",
  none: "No payment links yet",
  noneText: "A link has a fixed amount, or one that the buyer chooses. Each buyer who opens it gets their own payment.",
  more: "Show more",
  /** Of a link. */
  status: {
    active: "Active",
    disabled: "Disabled",
    expired: "Expired",
    used_up: "Used up",
  },
  /** Amounts that the buyer may choose. */
  range: "{min} to {max}",
  /** How many payments were paid. */
  paid: "{count} paid",
  paidOfMax: "{count} of {max} paid",
  form: {
    title: "New payment link",
    merchantFault: "Choose a merchant.",
    description: "Description",
    descriptionText: "Buyers see it on the page.",
    kind: "Who chooses the amount",
    fixed: "Fixed amount",
    open: "Buyer chooses",
    currency: "Currency",
    amount: "Amount",
    min: "Smallest amount",
    max: "Largest amount",
    amountFault: "Enter an amount, for example {example}.",
    decimalsFault: plural({ one: "Enter at most {count} decimal.", other: "Enter at most {count} decimals." }),
    wholeFault: "Enter a whole amount, without decimals.",
    maxFault: "Below the smallest.",
    uses: "Number of payments",
    usesText: "Leave empty for no limit. Open payments count until they end.",
    usesFault: "Enter a whole number from 1 to 99999, or leave the field empty for no limit.",
    expires: "Expires (optional)",
    expiresText: "From then on, buyers can no longer create payments.",
    expiresFault: "Choose a time in the future.",
    fields: "Ask buyers for",
    fieldsText: "For example a name. Press Enter after each; buyers must fill in all of them.",
    reference: "Reference",
    referenceText: "{number} counts the payments, {date} is the day in UTC.",
    confirm: "Create link",
  },
};
