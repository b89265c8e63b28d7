// Texts of the hosted buyer-data form.
import { plural } from "../message.ts";

export const buyerData = {
  title: "Your details",
  titleFor: "Your details for {merchant}",
  errorTitle: "Error: {title}",
  from: "from {account}",
  intro: "{merchant} needs to know who is paying. Please finish by {time}.",
  again: "Please check the following",
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
  /** {terms} is a link with the text of `terms`. */
  agree: "These details are mine and correct, and I accept the {terms}.",
  terms: "terms of service",
  agreeWithMerchant:
    "These details are mine and correct, and I accept the terms of service of {merchant} for this payment.",
  go: "Continue",
  keptDays: plural({
    one: "Your details are stored encrypted and deleted after {count} day.",
    other: "Your details are stored encrypted and deleted after {count} days.",
  }),
  keptYears: plural({
    one: "Your details are stored encrypted and deleted after {count} year.",
    other: "Your details are stored encrypted and deleted after {count} years.",
  }),
  /** Error messages by field. */
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
    title: "Details received",
    heading: "Thank you",
    text: "Your details have been received. Go back to your wallet to finish the payment.",
  },
  /** The payment had already ended when the form was opened. */
  closed: {
    requires_action: "The payment has changed",
    processing: "The payment is in progress",
    succeeded: "The payment is complete",
    failed: "The payment has failed",
    expired: "The payment has expired",
    cancelled: "The payment was cancelled",
  },
  closedText: "Details can no longer be entered. You can close this page.",
  unknown: "Form not found",
  unknownText: "Go back to your wallet and open the form from there.",
};

export type BuyerDataMessages = typeof buyerData;
