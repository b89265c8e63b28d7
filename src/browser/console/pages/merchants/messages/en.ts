import { plural } from "../../../../../pages/messages/message.ts";

export const merchants = {
  text: "The shops that get paid: the name and logo buyers see, and where the money goes.",
  add: "New merchant",
  status: { active: "Active", inactive: "Inactive", suspended: "Suspended" },
  search: "Search by name or ID",
  filters: { status: "Status", any: "Any status" },
  list: {
    count: plural({ one: "{count} merchant", other: "{count} merchants" }),
    more: "Show more",
    noEmail: "No email",
    noMatch: "No merchants match",
    noMatchText: "The search covers names and IDs. Deleted merchants aren't listed.",
    none: "No merchants yet",
    noneText: "A merchant is a shop that gets paid. Add one, set where its money goes, and take your first payment.",
  },
  form: {
    name: "Name",
    nameText: "Buyers see it when they pay.",
    nameMissing: "Enter a name.",
    email: "Email",
    emailText: "Buyers don't see it.",
    emailWrong: "Enter an email address, such as shop@example.com.",
    logo: "Logo",
    newLogo: "New logo",
    logoText:
      "The https URL of a square image (JPEG, PNG, WebP or AVIF, 500 to 4096 pixels, 2 MB at most). It's fetched once and stored.",
    logoWrong: "The URL must start with https://",
    removeLogo: "Remove logo",
    fetching: "Fetching and checking the logo…",
    /** The problem is the API's text, such as "must be square". */
    refused: {
      merchantName: "The name {problem}.",
      merchantEmail: "The email {problem}.",
      iconUrl: "The logo {problem}.",
    },
  },
  create: {
    confirm: "Add merchant",
    added: "{name} added",
    addedText: "Now set where its money goes.",
  },
  select: {
    label: "Merchant",
    noMatch: "No active merchants match",
  },
};
