import { plural } from "../../../../../pages/messages/message.ts";
import type { overview as english } from "./en.ts";

export const overview: typeof english = {
  period: "Zeitraum",
  periods: { "24h": "24 h", "7d": "7 Tage", "30d": "30 Tage", "12m": "12 Mon.", own: "Eigener" },
  merchant: "Händler",
  allMerchants: "Alle Händler",
  figures: {
    title: "Summen für den Zeitraum",
    received: "Erhalten",
    receivedText: "Vor Erstattungen",
    created: "Erstellte Zahlungen",
    succeeded: "Bezahlt",
    rate: "Erfolgsquote",
    rateText: "Von allen im Zeitraum erstellten Zahlungen",
  },
  charts: {
    revenue: "Umsatz",
    revenueText: "Nach dem Erstellungsdatum der Zahlungen",
    revenueLabel: "Umsatz in {currency} im Zeitverlauf",
    noRevenue: "Keine erfolgreichen Zahlungen in diesem Zeitraum",
    noRevenueText:
      "Der Umsatz erscheint hier, sobald eine Zahlung erfolgreich ist. Für frühere Zahlungen wählen Sie einen längeren Zeitraum.",
    currency: "Währung",
    payments: "Zahlungen",
    paymentsText: "Nach Erstellungsdatum, mit der Zahl der bezahlten",
    paymentsLabel: "Zahlungen im Zeitverlauf",
    received: "Erhalten",
    succeeded: "Bezahlt",
    created: "Erstellt",
    others: "Nicht bezahlt",
    time: "Zeit",
  },
  attention: {
    title: "Zu klären",
    exceptions: plural({ one: "{count} Abweichung", other: "{count} Abweichungen" }),
    exceptionsText: "Geld, das nicht zum Status seiner Zahlung passt.",
    stuck: plural({
      one: "{count} Zahlung hängt in Bearbeitung",
      other: "{count} Zahlungen hängen in Bearbeitung",
    }),
    stuckText: plural({
      one: "Vor mehr als {count} Minute autorisiert, aber noch nicht auf der Blockchain.",
      other: "Vor mehr als {count} Minuten autorisiert, aber noch nicht auf der Blockchain.",
    }),
    unpayable: "{merchant} kann keine Zahlungen erhalten",
    unpayableText: "Es fehlt ein Empfangskonto, daher können Käufer dort nicht bezahlen.",
    calm: plural({
      one: "Alles in Ordnung: keine Abweichungen, keine hängenden Zahlungen, und Ihr neuester Händler kann Zahlungen erhalten.",
      other:
        "Alles in Ordnung: keine Abweichungen, keine hängenden Zahlungen, und Ihre neuesten {count} Händler können Zahlungen erhalten.",
    }),
  },
  latest: {
    title: "Neueste Zahlungen",
    all: "Alle Zahlungen",
    none: "Noch keine Zahlungen.",
  },
  start: {
    title: "Erste Schritte",
    text: "In drei Schritten zu Ihrer ersten Zahlung",
    add: "Händler anlegen",
    merchant: "Händler anlegen",
    merchantText: "Das Geschäft, das das Geld erhält. Käufer sehen seinen Namen und sein Logo.",
    readOnly:
      "Dieser Schlüssel erlaubt nur das Lesen: Melden Sie sich mit einem Partner-Schlüssel an, um einen anzulegen.",
    destination: "Empfangskonto hinzufügen",
    destinationText:
      "Ein Konto auf einer Blockchain, das ein bestimmtes Token empfängt. Zahlungen gehen direkt dorthin.",
    openMerchants: "Händler öffnen",
    payment: "Zahlung annehmen",
    paymentText:
      "Erstellen Sie selbst eine und zeigen Sie ihren QR-Code, oder lassen Sie Ihren Shop sie über die API erstellen.",
    reference: "API-Referenz",
  },
};
