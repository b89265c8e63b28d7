// What the hosted form for buyers' data says.
import { plural } from "../message.ts";

export const collect = {
  title: "Your details",
  titleFor: "Your details for {merchant}",
  errorTitle: "Error: {title}",
  from: "from {account}",
  intro: "For this payment {merchant} has to know who pays. Please finish by {time}.",
  again: "Please look at this again",
  fullName: "Full name",
  fullNameHint: "As in your passport or identity card",
  dob: "Date of birth",
  place: "Home address or place of birth",
  placeHint: "One of the two is enough.",
  por: "Home address",
  pob: "Place of birth",
  porCountry: "Country you live in",
  porAddress: "Address",
  porAddressHint: "Street and number, postcode, town",
  pobCountry: "Country you were born in",
  pobAddress: "Town or city",
  chooseCountry: "Choose a country",
  /** {terms} is a link; its words follow. */
  agree: "These details are mine and true, and I accept the {terms}.",
  terms: "terms of service",
  agreeWithMerchant:
    "These details are mine and true, and I accept the terms of service of {merchant} for this payment.",
  go: "Continue",
  keptDays: plural({
    one: "Your details are stored encrypted and deleted after {count} day.",
    other: "Your details are stored encrypted and deleted after {count} days.",
  }),
  keptYears: plural({
    one: "Your details are stored encrypted and deleted after {count} year.",
    other: "Your details are stored encrypted and deleted after {count} years.",
  }),
  /** What a person is told who has to fill in a field again. */
  wrong: {
    fullName: "Enter your full name.",
    dob: "Enter your date of birth, in the past.",
    porCountry: "Choose the country you live in.",
    porAddress: "Enter your address.",
    pobCountry: "Choose the country you were born in.",
    pobAddress: "Enter the town or city you were born in.",
    tosConfirmed: "Confirm your details and the terms.",
  },
  done: {
    title: "Your details are in",
    heading: "Thank you",
    text: "Your details are in. Go back to your wallet to finish the payment.",
  },
  /** Where the payment was not open any more when the form was opened. */
  closed: {
    requires_action: "The payment has changed",
    processing: "The payment is under way",
    succeeded: "The payment is made",
    failed: "The payment has failed",
    expired: "The payment has expired",
    cancelled: "The payment was cancelled",
  },
  closedText: "Nothing can be entered for it any more. You can close this page.",
  unknown: "Form not found",
  unknownText: "Go back to your wallet and open the form from there.",
};

export type BuyerDataMessages = typeof collect;
