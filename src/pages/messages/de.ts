// Die Bezahlseite auf Deutsch.
import { buyerData } from "./buyer-data/de.ts";
import type { Messages } from "./en.ts";
import { plural } from "./message.ts";
import { paymentLink } from "./payment-link/de.ts";
import { wallet } from "./wallet/de.ts";

export const de: Messages = {
  page: {
    title: "{amount} an {merchant} zahlen",
    payTo: "Zahlung an {merchant}",
    reference: "Referenz",
    testNet: "Testnetz: Es fließt kein echtes Geld.",
    payBy: "Zahlbar bis {time}",
    app: "Mit einer Wallet-App zahlen",
    appsText: "Wählen Sie Ihre Wallet. Diese Seite öffnet sich dann in der Wallet; dort zahlen Sie.",
    open: "Andere Wallet",
    unopened:
      "Hat sich nichts geöffnet? Dann ist diese App nicht auf Ihrem Telefon. Wählen Sie eine andere oder kopieren Sie den Zahlungslink in Ihre Wallet.",
    otherDevice: "Mit dem Telefon zahlen",
    otherDeviceText: "Scannen Sie den Code mit der Kamera oder der Wallet Ihres Telefons.",
    showQr: "QR-Code für ein anderes Gerät anzeigen",
    qr: "QR-Code des Zahlungslinks",
    link: "Zahlungslink",
    copy: "Link kopieren",
    accepted: "Sie können zahlen mit",
    onNetworks: "auf {networks}",
    cancel: "Zahlung abbrechen",
    cancelText:
      "Damit ist die Zahlung endgültig beendet. Um später zu zahlen, brauchen Sie einen neuen Link von {merchant}.",
    cancelNow: "Ja, Zahlung abbrechen",
    noScript:
      "Diese Seite lädt sich alle {count} Sekunden neu. Um mit einer Wallet in diesem Browser zu zahlen, schalten Sie JavaScript ein.",
    language: "Sprache",
    network: "Netzwerk",
    paidWith: "Bezahlt mit",
    chosen: "Von Ihnen gewählt",
    paidOn: "Datum",
    paymentId: "Zahlung",
    transaction: "Transaktion",
    copyHash: "Kopieren",
    print: "Beleg drucken",
    share: "Beleg teilen",
    explorer: "Auf {explorer} ansehen",
    back: "Zurück zu {merchant}",
    processing: {
      title: "Ihre Zahlung ist unterwegs",
      text: "Sie müssen nichts mehr tun. Diese Seite zeigt, wann die Zahlung angekommen ist; Sie können sie auch schließen.",
      signed: "In Ihrer Wallet bestätigt",
      sent: "An {network} gesendet",
      included: "Von {network} aufgenommen",
      confirmations: "{done} von {total} Bestätigungen",
      arrived: "Zahlung abgeschlossen",
      estimate: "{network} braucht meistens etwa {time}.",
      late: "Ihre Zahlung dauert länger als üblich",
      lateText:
        "Zahlen Sie nicht ein zweites Mal. Diese Seite prüft weiter und zeigt, wie die Zahlung ausgeht; Sie können sie auch schließen und denselben Link später öffnen. Wenn Sie nicht warten können, fragen Sie {merchant} und nennen Sie die Referenz.",
    },
    succeeded: {
      title: "Zahlung abgeschlossen",
      text: "Sie haben {amount} an {merchant} gezahlt.",
      paidBack: "{merchant} hat diese Zahlung am {date} als erstattet vermerkt.",
    },
    failed: {
      title: "Die Zahlung ist fehlgeschlagen",
      text: "Es wurde nichts gezahlt. Bitten Sie {merchant} um einen neuen Zahlungslink und versuchen Sie es noch einmal.",
      declined:
        "Von diesem Konto kann sie nicht geleistet werden; es wurde nichts gezahlt. Fragen Sie {merchant} nach einem anderen Zahlungsweg.",
    },
    expired: {
      title: "Die Zeit zum Zahlen ist abgelaufen",
      text: "Es wurde nichts rechtzeitig gezahlt. Bitten Sie {merchant} um einen neuen Zahlungslink.",
      sentAnyway:
        "Falls Sie trotzdem schon Geld gesendet haben, senden Sie es nicht noch einmal. Wenden Sie sich an {merchant}: Dort lässt sich die Zahlung nachvollziehen.",
    },
    cancelled: {
      title: "Die Zahlung wurde abgebrochen",
      byBuyer:
        "Sie haben sie abgebrochen; es wurde nichts gezahlt. Wenn Sie doch zahlen möchten, bitten Sie {merchant} um einen neuen Zahlungslink.",
      byMerchant:
        "{merchant} hat sie abgebrochen; es wurde nichts gezahlt. Fragen Sie dort nach, falls Sie das nicht erwartet haben.",
    },
    unknown: {
      title: "Zahlung nicht gefunden",
      text: "Prüfen Sie den Link: Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal dort, wo Sie ihn bekommen haben, oder bitten Sie um einen neuen.",
    },
    nothing: {
      title: "Hier gibt es nichts zu bezahlen",
      text: "Diese Seite öffnet sich mit dem Link einer Zahlung. Prüfen Sie den Link, den Sie bekommen haben.",
    },
  },
  errorPage: {
    missing: {
      title: "Seite nicht gefunden",
      text: "Prüfen Sie die Adresse. Wenn Sie zahlen wollten, öffnen Sie noch einmal Ihren Zahlungslink.",
    },
    api: {
      title: "Diese Adresse ist für Programme",
      text: "Sie gehört zur API und hat keine Seite. Wenn Sie zahlen wollten, öffnen Sie noch einmal Ihren Zahlungslink.",
    },
    busy: { title: "Zu viele Anfragen", text: "Warten Sie einen Moment und laden Sie diese Seite dann neu." },
    fault: {
      title: "Etwas ist schiefgegangen",
      text: "Durch das Öffnen dieser Seite wurde nichts gezahlt. Versuchen Sie es gleich noch einmal.",
    },
    request: "Anfrage {id}",
    next: {
      missing: "Als Händler: Konsole öffnen",
      api: "API-Referenz lesen",
      busy: "Erneut versuchen",
      fault: "Erneut versuchen",
    },
  },
  live: {
    timeLeft: "Noch {time}",
    minutesLeft: plural({ one: "Noch {count} Minute Zeit zum Zahlen", other: "Noch {count} Minuten Zeit zum Zahlen" }),
    copied: "Kopiert",
    offline: "Keine Verbindung. Neuer Versuch …",
    unreachable: "Der Zahlungsdienst antwortet nicht. Neuer Versuch …",
    redirecting: plural({
      one: "In {count} Sekunde geht es zurück zu {merchant}.",
      other: "In {count} Sekunden geht es zurück zu {merchant}.",
    }),
    stay: "Auf dieser Seite bleiben",
    ownTab: "In einem neuen Tab bezahlen",
  },
  buyerData,
  paymentLink,
  wallet,
};
