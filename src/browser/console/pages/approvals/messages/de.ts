import type { approvals as english } from "./en.ts";

export const approvals: typeof english = {
  waiting: {
    title: "Wartet auf Freigabe",
    text: "Eine zweite Person gibt diese Änderungen frei oder lehnt sie ab.",
    ofMerchant: "{change}: {merchant}",
    removedUser: "Ein entfernter Benutzer",
    asked: "{name} hat das am {asked} beantragt. Der Antrag läuft am {expires} ab.",
    now: "Jetzt",
    next: "Neu",
    whenAsked: "Bei Antragstellung",
    outdated:
      "Überholt: Was hier geändert werden soll, ist nicht mehr wie zuvor, oder die Person darf es nicht mehr beantragen. Der Antrag kann nicht mehr freigegeben werden.",
    approve: "Freigeben",
    reject: "Ablehnen",
    withdraw: "Zurückziehen",
    onTheRequest: "{action}: {change}, beantragt von {name}",
    own: "Ein anderer Inhaber oder Manager muss das freigeben. Sagen Sie es einem von ihnen: Turnpike verschickt keine E-Mails. Der Antrag steht auf der Übersicht und auf der Seite des Händlers.",
    ownOfAll:
      "Ein anderer Inhaber oder ein Manager aller Händler muss das freigeben. Sagen Sie es einem von ihnen: Turnpike verschickt keine E-Mails. Der Antrag steht auf der Übersicht und auf der Seite Team.",
    byPeople: "Darüber entscheiden Inhaber und Manager mit ihrem eigenen Konto. Schlüssel können es nicht.",
  },
  changes: {
    add: "Empfangskonten hinzufügen",
    change: "Empfangskonto ändern",
    remove: "Empfangskonto entfernen",
    single_person: "Keine zweite Person mehr verlangen",
  },
  approve: {
    question: "Diese Änderung freigeben?",
    ask: "Fragen Sie {name} persönlich oder am Telefon, ob das stimmt, und vergleichen Sie jedes Zeichen. Geld, das an eine falsche Adresse geht, ist verloren.",
    single_person: "Danach kann ein Inhaber oder Manager Empfangskonten allein ändern.",
    done: "Freigegeben",
    doneText: "Die Änderung gilt.",
  },
  rejected: { title: "Abgelehnt", text: "Es wurde nichts geändert." },
  withdrawn: { title: "Zurückgezogen", text: "Es wurde nichts geändert." },
  closed: {
    title: "Darüber kann nicht mehr entschieden werden",
    text: "Jemand anderes hat entschieden, der Antrag ist abgelaufen, oder was er ändert, ist nicht mehr wie zuvor.",
  },
  asking: {
    note: "Ein anderer Inhaber oder Manager muss das freigeben, bevor es gilt.",
    done: "Wartet auf Freigabe",
    doneText: "Ein anderer Inhaber oder Manager hat drei Tage Zeit für die Freigabe.",
    byPeople:
      "Eine zweite Person muss Änderungen von Empfangskonten freigeben. Melden Sie sich mit Ihrem eigenen Konto an, um eine Änderung zu beantragen: Mit Schlüsseln geht das nicht.",
  },
  second: {
    title: "Zweite Person",
    on: "Erforderlich. Ein Empfangskonto ändert sich erst, wenn eine zweite Person die Änderung freigegeben hat.",
    off: "Nicht erforderlich. Ein Inhaber oder Manager kann Empfangskonten allein ändern.",
    byOwners: "Ein Inhaber, der mit dem eigenen Konto angemeldet ist, kann das ändern.",
    inviteYourself: "Wenn noch niemand eines hat, laden Sie sich selbst als Inhaber ein.",
    require: "Zweite Person verlangen",
    question: "Eine zweite Person verlangen?",
    effects: [
      "Niemand kann Empfangskonten allein ändern, und API-Schlüssel können es gar nicht.",
      "Nur der Betreiber kann Inhaber und Manager einladen oder ihnen neue Links geben. Ihre offenen Einladungen enden.",
      "Um keine zweite Person mehr zu verlangen, braucht es die Freigabe einer zweiten Person.",
    ],
    tooFew:
      "Noch könnte niemand anderes freigeben. Laden Sie einen weiteren Inhaber oder einen Manager aller Händler ein. Sobald die Person beigetreten ist, können Sie eine zweite Person verlangen.",
    byOperator: "Nur der Betreiber kann diese Rolle vergeben, solange eine zweite Person erforderlich ist.",
    alone: {
      title: "Zu wenige Personen können freigeben",
      text: "Niemand gibt den eigenen Antrag frei, und weniger als zwei Inhaber oder Manager aller Händler sind beigetreten. Bitten Sie den Betreiber, eine weitere Person einzuladen oder keine zweite Person mehr zu verlangen.",
    },
    required: "Eine zweite Person ist jetzt erforderlich",
    requiredText: "Das gilt für alle Empfangskonten.",
    stop: "Nicht mehr verlangen",
    stopQuestion: "Keine zweite Person mehr verlangen?",
    stopText: "Ein anderer Inhaber oder ein Manager aller Händler muss das freigeben.",
  },
};
