// Das Formular für die Angaben der Käufer auf Deutsch.
import { plural } from "../message.ts";
import type { BuyerDataMessages } from "./en.ts";

export const collect: BuyerDataMessages = {
  title: "Ihre Angaben",
  titleFor: "Ihre Angaben für {merchant}",
  errorTitle: "Fehler: {title}",
  from: "von {account}",
  intro: "Für diese Zahlung muss {merchant} wissen, wer zahlt. Bitte füllen Sie das Formular bis {time} aus.",
  again: "Bitte sehen Sie sich das noch einmal an",
  fullName: "Vollständiger Name",
  fullNameHint: "Wie in Ihrem Reisepass oder Personalausweis",
  dob: "Geburtsdatum",
  place: "Wohnanschrift oder Geburtsort",
  placeHint: "Eines von beiden genügt.",
  por: "Wohnanschrift",
  pob: "Geburtsort",
  porCountry: "Land, in dem Sie wohnen",
  porAddress: "Anschrift",
  porAddressHint: "Straße und Hausnummer, Postleitzahl, Ort",
  pobCountry: "Land, in dem Sie geboren sind",
  pobAddress: "Ort",
  chooseCountry: "Land wählen",
  agree: "Diese Angaben betreffen mich und sind wahr, und ich akzeptiere die {terms}.",
  terms: "Nutzungsbedingungen",
  agreeWithMerchant:
    "Diese Angaben betreffen mich und sind wahr, und ich akzeptiere für diese Zahlung die Nutzungsbedingungen von {merchant}.",
  go: "Weiter",
  keptDays: plural({
    one: "Ihre Angaben werden verschlüsselt gespeichert und nach {count} Tag gelöscht.",
    other: "Ihre Angaben werden verschlüsselt gespeichert und nach {count} Tagen gelöscht.",
  }),
  keptYears: plural({
    one: "Ihre Angaben werden verschlüsselt gespeichert und nach {count} Jahr gelöscht.",
    other: "Ihre Angaben werden verschlüsselt gespeichert und nach {count} Jahren gelöscht.",
  }),
  wrong: {
    fullName: "Geben Sie Ihren vollständigen Namen ein.",
    dob: "Geben Sie Ihr Geburtsdatum ein; es muss in der Vergangenheit liegen.",
    porCountry: "Wählen Sie das Land, in dem Sie wohnen.",
    porAddress: "Geben Sie Ihre Anschrift ein.",
    pobCountry: "Wählen Sie das Land, in dem Sie geboren sind.",
    pobAddress: "Geben Sie den Ort ein, in dem Sie geboren sind.",
    tosConfirmed: "Bestätigen Sie Ihre Angaben und die Bedingungen.",
  },
  done: {
    title: "Ihre Angaben sind angekommen",
    heading: "Vielen Dank",
    text: "Ihre Angaben sind angekommen. Gehen Sie zurück zu Ihrer Wallet, um die Zahlung abzuschließen.",
  },
  closed: {
    requires_action: "Die Zahlung hat sich geändert",
    processing: "Die Zahlung ist unterwegs",
    succeeded: "Die Zahlung ist geleistet",
    failed: "Die Zahlung ist fehlgeschlagen",
    expired: "Die Zeit für die Zahlung ist abgelaufen",
    cancelled: "Die Zahlung wurde abgebrochen",
  },
  closedText: "Dafür kann nichts mehr eingegeben werden. Sie können diese Seite schließen.",
  unknown: "Formular nicht gefunden",
  unknownText: "Gehen Sie zurück zu Ihrer Wallet und öffnen Sie das Formular von dort.",
};
