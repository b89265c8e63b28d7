import { plural } from "../../../../../pages/messages/message.ts";
import type { payments as english } from "./en.ts";

export const payments: typeof english = {
  export: "Exportieren",
  live: {
    status: { live: "Live", connecting: "Verbinden …", paused: "Nicht live", offline: "Offline" },
    meaning: {
      live: "Neue Zahlungen und Änderungen erscheinen von selbst.",
      connecting: "Die Verbindung für Live-Änderungen wird aufgebaut.",
      paused: "Der Server antwortet nicht. Neuer Versuch läuft.",
      offline: "Dieses Gerät hat keine Verbindung.",
    },
    elsewhere: plural({ one: "{count} Änderung auf anderen Seiten", other: "{count} Änderungen auf anderen Seiten" }),
    changed: plural({ one: "Eine Zahlung geändert", other: "{count} Zahlungen geändert" }),
  },
  totals: {
    title: "Summen",
    payments: plural({ one: "{count} Zahlung", other: "{count} Zahlungen" }),
    received: "{amount} erhalten, vor Erstattungen",
    buyers: plural({ one: "{count} Käufer", other: "{count} Käufer" }),
  },
  filters: {
    title: "Filter",
    active: plural({ one: "Filter, {count} aktiv", other: "Filter, {count} aktiv" }),
    clear: "Alle Filter entfernen",
    show: "Zahlungen anzeigen",
    search: "Zahlungen suchen",
    searchExample: "ID, Referenz, Hash, Betrag …",
    clearSearch: "Suche löschen",
    created: "Erstellt",
    anyTime: "Jeder Zeitraum",
    clearPeriod: "Zeitraum entfernen",
    periods: { "24h": "Letzte 24 Stunden", "7d": "Letzte 7 Tage", "30d": "Letzte 30 Tage", own: "Eigener Zeitraum" },
    status: "Status",
    anyStatus: "Jeder Status",
    merchant: "Händler",
    anyMerchant: "Alle Händler",
    noMerchant: "Keine passenden Händler",
    token: "Token",
    anyToken: "Jedes Token",
    network: "Netzwerk",
    anyNetwork: "Alle Netzwerke",
    clearNetwork: "Netzwerk entfernen",
  },
  columns: {
    created: "Erstellt",
    reference: "Referenz",
    merchant: "Händler",
    paidWith: "Bezahlt mit",
    status: "Status",
    amount: "Betrag",
  },
  notPaid: "Noch nichts",
  noMatch: "Keine passenden Zahlungen",
  noMatchText: "Entfernen Sie einen Filter, oder wählen Sie einen längeren Zeitraum.",
  searchAll: "Alle Zahlungen durchsuchen",
  searchLimits: "Suchergebnisse haben keine Summen, keine Sortierung und keinen Export. Nutzen Sie dafür die Filter.",
  tooShort: "Geben Sie mehr ein",
  howToSearch:
    "Suchen Sie nach einer Zahlungs-ID, einem Transaktions-Hash, der Adresse eines Käufers, einem Betrag oder mindestens {count} Zeichen einer Referenz. IDs, Hashes und Adressen müssen vollständig sein.",
  omitted: {
    references:
      "Zu viele Referenzen enthalten diesen Text; sie werden daher nicht aufgeführt. Geben Sie mehr von der Referenz ein, oder grenzen Sie die Suche auf einen Händler oder Zeitraum ein.",
    older_amounts:
      "Nur die neuesten Zahlungen über diesen Betrag wurden durchsucht. Wählen Sie einen Zeitraum, um ältere zu finden.",
  },
  none: "Noch keine Zahlungen",
  noneText:
    "Zahlungen, die Ihr Shop über die API erstellt, erscheinen hier von selbst. Sie können auch selbst eine erstellen und dem Käufer ihren QR-Code zeigen. {reference}",
  reference: "API-Referenz",
  create: "Zahlung erstellen",
  pager: {
    title: "Seiten",
    first: "Erste Seite",
    back: "Zurück",
    next: "Nächste Seite",
    place: "{first}–{last}",
    placeOf: "{first}–{last} von {total}",
  },
};
