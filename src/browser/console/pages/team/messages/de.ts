import { plural } from "../../../../../pages/messages/message.ts";
import type { team as english } from "./en.ts";

export const team: typeof english = {
  text: "Personen, die sich bei dieser Konsole anmelden, jede mit einer Rolle.",
  invite: "Jemanden einladen",
  none: "Es wurde noch niemand eingeladen",
  noneText: "Laden Sie zuerst sich selbst als Inhaber ein, damit sich niemand mit einem API-Schlüssel anmelden muss.",
  invitation: "Die Einladung",
  invitationText:
    "Senden Sie ihn nur an diese Person: Wer ihn öffnet, kann beitreten. Der Link gilt einmal und sieben Tage lang.",
  list: {
    users: "Benutzer",
    merchants: plural({ one: "{count} Händler", other: "{count} Händler" }),
    you: "Sie",
    invited: "Eingeladen",
    validUntil: "Einladung gültig bis {time}",
    linkEnded: "Der Link gilt nicht mehr. Erstellen Sie einen neuen.",
    joined: "beigetreten am {time}",
    sessions: plural({ one: "{count} Sitzung", other: "{count} Sitzungen" }),
  },
  end: {
    button: "Sitzungen beenden",
    of: "Sitzungen von {name} beenden",
    done: "Sitzungen beendet",
    doneText: "{name} muss sich neu anmelden.",
  },
  rights: {
    button: "Rechte",
    of: "Rechte von {name} ändern",
    title: "Rechte von {name}",
    question: "Rechte von {name} ändern?",
    confirm: "Rechte ändern",
  },
  link: {
    button: "Neuer Link",
    of: "Neuer Link für {name}",
    question: "Neue Einladung für {name}?",
    text: "Ein früherer Link gilt dann nicht mehr.",
    passwordQuestion: "Neues Passwort für {name}?",
    passwordText: "{name} legt mit dem Link ein neues Passwort fest. Danach enden die Sitzungen.",
    confirm: "Link erstellen",
  },
  remove: {
    button: "Entfernen",
    of: "{name} entfernen",
    question: "{name} entfernen?",
    text: "{name} wird sofort abgemeldet. Name, E-Mail-Adresse und Netzwerkadressen werden gelöscht; im Protokoll bleibt nur eine ID.",
    confirm: "Benutzer entfernen",
    done: "Benutzer entfernt",
    doneText: "{name} kann sich nicht mehr anmelden.",
  },
  form: {
    question: "{name} einladen?",
    confirm: "Einladung erstellen",
    name: "Name",
    nameText: "So steht er im Protokoll. Ihre E-Mail-Adresse gibt die Person beim Beitreten selbst an.",
    role: "Rolle",
    merchantsText: "Beschränkt den Benutzer auf diese Händler. Leer: alle.",
    clearMerchants: "Händlerauswahl löschen",
  },
};
