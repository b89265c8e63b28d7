import { plural } from "../../../../../pages/messages/message.ts";
import type { newPayment as english } from "./en.ts";

export const newPayment: typeof english = {
  text: "Geben Sie den Betrag ein, lassen Sie den Käufer den Code scannen und verfolgen Sie die Bezahlung.",
  forbidden: "Sie können keine Zahlungen annehmen",
  forbiddenText: "Das können Kassierer, Manager, Inhaber und Partner-Schlüssel.",
  noMerchant: {
    title: "Noch keine Händler",
    text: "Jede Zahlung gehört zu einem Händler: dem Geschäft, das das Geld erhält und dessen Namen und Logo der Käufer sieht.",
    add: "Händler anlegen",
  },
  testNet: "Testnetz: Es fließt kein echtes Geld.",
  entry: {
    amount: "Betrag in {currency}",
    refused: "Betrag: {problem}.",
    keypad: "Ziffernblock",
    deleteDigit: "Letzte Ziffer löschen",
    currency: "Währung",
    chooseMerchant: "Händler auswählen",
    noConnection: "Wartet auf die Verbindung",
    enterAmount: "Betrag eingeben",
    charge: "{amount} kassieren",
  },
  noAnswer: {
    title: "Keine Antwort",
    text: "Es ist unklar, ob die Zahlung erstellt wurde. Prüfen Sie Ihre Verbindung und kassieren Sie noch einmal: Dabei wird dieselbe Zahlung wiederholt und nie eine zweite erstellt.",
  },
  merchant: {
    noDestination: "Noch kein Empfangskonto",
    noDestinationText: "Dieser Händler hat kein Empfangskonto. Käufer können daher möglicherweise nicht bezahlen.",
    notActive: "Nicht aktiv",
    notActiveText: {
      inactive: "Dieser Händler ist inaktiv und nimmt keine neuen Zahlungen an.",
      suspended: "Dieser Händler ist gesperrt und nimmt keine neuen Zahlungen an.",
    },
    view: "Händler ansehen",
  },
  options: {
    reference: "Referenz",
    referenceText: "Ihre Bestell- oder Belegnummer. Sie können später danach suchen.",
    referenceMissing: "Geben Sie eine Referenz ein.",
    lifetime: "Gültig für",
    redirect: "Käufer danach weiterleiten",
    onSuccess: "Bei Erfolg",
    onOther: "Bei jedem anderen Ausgang",
    bothUrls: "Geben Sie beide URLs ein oder keine.",
    notHttps: "Die URL muss mit https:// beginnen",
  },
  sale: {
    title: "Verkauf über {amount}",
    scan: "Der Käufer muss den Code noch scannen und bezahlen.",
    received: "Zahlung eingegangen. Die Bestätigung der Blockchain steht noch aus.",
    offline: "Keine Verbindung",
    offlineText:
      "„Bezahlt“ kann hier erst erscheinen, wenn das Gerät wieder online ist. Der Käufer kann trotzdem scannen und bezahlen.",
    offlinePaying:
      "„Bezahlt“ kann hier erst erscheinen, wenn das Gerät wieder online ist. Kassieren Sie nicht noch einmal.",
    qr: "QR-Code des Zahlungslinks: {link}",
    timeLeft: "Noch {time}",
    minutesLeft: plural({ one: "noch etwa eine Minute", other: "noch etwa {count} Minuten" }),
    timeUp: "Die Zeit ist abgelaufen. Es wird geprüft, ob bezahlt wurde …",
    paying: "Der Käufer hat bezahlt",
    payingText: "Die Bestätigung dauert meist ein paar Sekunden. Kassieren Sie nicht noch einmal.",
    nextMeanwhile: "Währenddessen nächster Verkauf",
    copyLink: "Link kopieren",
    leave: "Verkauf verlassen",
    cancel: "Verkauf abbrechen",
    cancelQuestion: "Diesen Verkauf abbrechen?",
    cancelText: "Diesen Verkauf abbrechen? Der Käufer kann ihn dann nicht mehr bezahlen.",
    keep: "Weiter warten",
    cancelNow: "Ja, abbrechen",
  },
  end: {
    succeeded: { title: "Bezahlt", text: "Auf der Blockchain bestätigt." },
    failed: {
      title: "Nicht bezahlt",
      text: "Die Zahlung ist fehlgeschlagen, und es wurde nichts abgebucht. Der Käufer kann es mit einem neuen Code noch einmal versuchen.",
    },
    expired: {
      title: "Abgelaufen",
      text: "Der Käufer hat nicht rechtzeitig bezahlt, und dieser Code gilt nicht mehr. Erstellen Sie einen neuen, wenn der Käufer noch da ist.",
    },
    cancelled: { title: "Abgebrochen", text: "Dieser Code gilt nicht mehr, und es wurde nichts abgebucht." },
    next: "Nächster Verkauf",
    view: "Zahlung ansehen",
  },
};
