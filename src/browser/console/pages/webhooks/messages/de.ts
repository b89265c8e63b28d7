import { plural } from "../../../../../pages/messages/message.ts";
import type { webhooks as english } from "./en.ts";

export const webhooks: typeof english = {
  text: "Endpunkte Ihrer Server, die bei jeder Änderung ein Ereignis erhalten.",
  endpoints: "Endpunkte",
  add: "Neuer Endpunkt",
  none: "Noch keine Endpunkte",
  noneText:
    "Ein Endpunkt ist eine öffentliche https-URL. Turnpike sendet ihm signierte Ereignisse, zum Beispiel wenn eine Zahlung bezahlt wurde, und versucht es tagelang erneut, wenn er nicht antwortet.",
  allEvents: "Alle Ereignisse",
  ofMerchants: plural({ one: "{types} eines Händlers", other: "{types} von {count} Händlern" }),
  form: {
    urlText: "Eine öffentliche https-URL. In der Entwicklung auch eine auf demselben Rechner.",
    urlFault: "Geben Sie eine URL ein, die mit {start} beginnt",
    description: "Beschreibung",
    eventsText: "Ohne Auswahl: alle Ereignisse, auch später hinzukommende Typen.",
    merchantsText: "Ohne Auswahl: Ereignisse aller Händler.",
  },
  create: {
    question: "Diesen Endpunkt hinzufügen?",
    text: "Er erhält künftig Ihre Ereignisse: {url}",
    confirm: "Endpunkt hinzufügen",
    secret: "Das Secret des Endpunkts",
    advice:
      "Damit prüft Ihr Server, dass ein Ereignis von hier kommt. Wenn Sie es verlieren, ersetzen Sie es durch ein neues.",
  },
  state: {
    enabled: "Aktiv",
    disabled: "Deaktiviert",
    failed: "Nach Fehlern deaktiviert",
  },
  disabledText: {
    gone: "Turnpike hat ihn deaktiviert, weil er mit 410 Gone geantwortet hat. Aktivieren Sie ihn, sobald er Ereignisse annimmt.",
    failing:
      "Turnpike hat ihn deaktiviert, weil fünf Tage lang jede Zustellung fehlgeschlagen ist. Beheben Sie den Fehler am Endpunkt und aktivieren Sie ihn dann.",
  },
  delivery: {
    pending: "Ausstehend",
    succeeded: "Zugestellt",
    failed: "Fehlgeschlagen",
  },
};
