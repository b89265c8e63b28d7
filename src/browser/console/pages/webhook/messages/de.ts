import { plural } from "../../../../../pages/messages/message.ts";
import type { webhook as english } from "./en.ts";

export const webhook: typeof english = {
  title: "Webhook-Endpunkt",
  endpoint: "Endpunkt",
  added: "Hinzugefügt am {time}",
  actions: {
    menu: "Aktionen",
    test: "Test senden",
    testQueued: "Testereignis wird gesendet",
    replay: "Fehlgeschlagene erneut senden",
    replayQueued: "Fehlgeschlagene Zustellungen der letzten {hours} Stunden werden erneut gesendet",
  },
  edit: {
    item: "Bearbeiten",
    title: "Endpunkt bearbeiten",
    question: "Diese Änderungen speichern?",
    confirm: "Speichern",
  },
  enable: { item: "Aktivieren", question: "Endpunkt aktivieren?" },
  disable: { item: "Deaktivieren", question: "Endpunkt deaktivieren?" },
  rotate: {
    item: "Secret ersetzen",
    question: "Secret durch ein neues ersetzen?",
    text: "Einen Tag lang werden Ereignisse auch mit dem bisherigen Secret signiert.",
    confirm: "Ersetzen",
    secret: "Das neue Secret",
    advice:
      "Einen Tag lang werden Ereignisse mit beiden Secrets signiert. Tauschen Sie bis dahin das bisherige auf Ihrem Server aus.",
  },
  remove: {
    item: "Löschen",
    question: "Diesen Endpunkt löschen?",
    text: "Er erhält keine Ereignisse mehr, und ausstehende Zustellungen werden beendet.",
  },
  deliveries: {
    title: "Zustellungen",
    text: "Die letzten {days} Tage, neueste zuerst",
    status: "Status",
    all: "Alle Zustellungen",
    none: "Keine Zustellungen",
    noneText:
      "Ereignisse erscheinen hier, sobald sie an diesen Endpunkt gesendet werden. Senden Sie einen Test, um eines zu sehen.",
    attempts: plural({ one: "{count} Versuch", other: "{count} Versuche" }),
    more: "Mehr anzeigen",
  },
};
