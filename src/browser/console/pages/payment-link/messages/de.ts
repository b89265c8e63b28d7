import type { paymentLink as english } from "./en.ts";

export const paymentLink: typeof english = {
  title: "Zahlungslink",
  enable: "Aktivieren",
  disable: "Deaktivieren",
  remove: {
    button: "Löschen",
    question: "Diesen Link löschen?",
    text: "Seine Seite und sein QR-Code funktionieren dann nicht mehr. Das lässt sich nicht rückgängig machen. Zahlungen, die Käufer bereits erstellt haben, können weiterhin bezahlt werden.",
    keep: "Link behalten",
    confirm: "Link löschen",
  },
  page: {
    title: "Seite",
    qrCode: "QR-Code der Seite",
    copy: "Link kopieren",
  },
  figures: {
    title: "Kennzahlen",
    income: "Einnahmen",
    noIncome: "Noch keine",
    views: "Aufrufe",
    created: "Erstellte Zahlungen",
    open: "Derzeit offen",
    paid: "Bezahlt",
  },
  settings: {
    title: "Einstellungen",
    amount: "Betrag",
    merchant: "Händler",
    uses: "Zahlungen",
    noLimit: "Unbegrenzt",
    expires: "Läuft ab",
    never: "Nie",
    fields: "Fragt nach",
    noFields: "Nichts",
    reference: "Referenz",
    id: "Link-ID",
    copyId: "Link-ID kopieren",
    created: "Erstellt",
  },
};
