import { plural } from "../../../../../pages/messages/message.ts";
import type { merchants as english } from "./en.ts";

export const merchants: typeof english = {
  text: "Die Geschäfte, die bezahlt werden: der Name und das Logo, die Käufer sehen, und wohin das Geld geht.",
  add: "Neuer Händler",
  status: { active: "Aktiv", inactive: "Inaktiv", suspended: "Gesperrt" },
  search: "Nach Name oder ID suchen",
  filters: { status: "Status", any: "Jeder Status" },
  list: {
    count: plural({ one: "{count} Händler", other: "{count} Händler" }),
    more: "Mehr anzeigen",
    noEmail: "Keine E-Mail-Adresse",
    noMatch: "Keine passenden Händler",
    noMatchText: "Durchsucht werden Namen und IDs. Gelöschte Händler werden nicht aufgeführt.",
    none: "Noch keine Händler",
    noneText:
      "Ein Händler ist ein Geschäft, das bezahlt wird. Legen Sie einen an, bestimmen Sie, wohin sein Geld geht, und nehmen Sie die erste Zahlung an.",
  },
  form: {
    name: "Name",
    nameText: "Käufer sehen ihn beim Bezahlen.",
    nameMissing: "Geben Sie einen Namen ein.",
    email: "E-Mail-Adresse",
    emailText: "Käufer sehen sie nicht.",
    emailWrong: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel shop@example.com.",
    logo: "Logo",
    newLogo: "Neues Logo",
    logoText:
      "Die https-URL eines quadratischen Bildes (JPEG, PNG, WebP oder AVIF, 500 bis 4096 Pixel, höchstens 2 MB). Es wird einmal abgerufen und gespeichert.",
    logoWrong: "Die URL muss mit https:// beginnen",
    removeLogo: "Logo entfernen",
    fetching: "Das Logo wird abgerufen und geprüft …",
    refused: {
      merchantName: "Name: {problem}.",
      merchantEmail: "E-Mail-Adresse: {problem}.",
      iconUrl: "Logo: {problem}.",
    },
  },
  create: {
    confirm: "Händler anlegen",
    added: "{name} angelegt",
    addedText: "Bestimmen Sie jetzt, wohin das Geld geht.",
  },
  select: {
    label: "Händler",
    noMatch: "Keine passenden aktiven Händler",
  },
};
