import type { MailTexts } from "./en.ts";

export const de: MailTexts = {
  test: "[Test] {subject}",
  testNote: "Es geht um den Testmodus: Es fließt kein echtes Geld.",
  receipt: {
    subject: "Beleg von {merchant}",
    title: "Zahlung abgeschlossen",
    text: "Sie haben {amount} an {merchant} gezahlt.",
    reference: "Referenz",
    date: "Datum",
    paidWith: "Bezahlt mit",
    network: "Netzwerk",
    paymentId: "Zahlungs-ID",
    transaction: "Transaktion",
    open: "Zahlung öffnen",
    why: "Sie erhalten diese E-Mail, weil jemand diese Adresse auf der Seite der Zahlung eingegeben hat. Weitere E-Mails dazu gibt es nicht.",
  },
  exceptions: {
    subject: {
      one: "{count} Zahlung braucht Aufmerksamkeit",
      other: "{count} Zahlungen brauchen Aufmerksamkeit",
    },
    text: "Es ist Geld angekommen, das nicht zu seiner Zahlung passt, oder eine Zahlung hat sich nach ihrem Ende geändert. Jemand muss entscheiden, was geschieht.",
    kinds: {
      underpaid: "Zu wenig gezahlt",
      overpaid: "Zu viel gezahlt",
      late: "Zu spät gezahlt",
      duplicate: "Doppelt gezahlt",
      reorged: "Transfer aus der Blockchain entfernt",
      settlement_failed: "Zahlung rückgängig gemacht",
      foreign_token: "Anderer Token oder anderes Netzwerk",
      refused_sender: "Absender abgelehnt",
      unknown_refund: "Erstattung nicht verzeichnet",
    },
    item: "{merchant}: {exception}",
    open: "Abweichungen öffnen",
  },
  approvals: {
    subject: {
      one: "{count} Anfrage wartet auf Ihre Freigabe",
      other: "{count} Anfragen warten auf Ihre Freigabe",
    },
    text: "Geben Sie nur frei, was Sie selbst geprüft haben. Fragen Sie die Person, die es beantragt hat, oder den Käufer, dessen Adresse es ist.",
    item: "{person} beantragt eine Änderung bei {merchant}.",
    itemOfPartner: "{person} beantragt eine Änderung, die alle Händler betrifft.",
    address: "{person} beantragt bei {merchant} eine Erstattung an eine andere Adresse.",
    addressOfBuyer: "Ein Käufer hat bei {merchant} eine Adresse für eine Erstattung genannt.",
    someone: "Jemand",
    open: "Konsole öffnen",
  },
  webhooks: {
    subject: {
      one: "{count} Webhook-Endpunkt schlägt fehl",
      other: "{count} Webhook-Endpunkte schlagen fehl",
    },
    text: "Ihre Systeme erfahren nichts von Zahlungen und Erstattungen, bis es wieder funktioniert.",
    failing: "{host} nimmt keine Webhooks an. Turnpike versucht es weiter.",
    disabled:
      "{host} wurde abgeschaltet, weil dort keine Webhooks angenommen wurden. Schalten Sie den Endpunkt in der Konsole wieder ein.",
    open: "Webhooks öffnen",
  },
  invitation: {
    subject: "Einladung zu {partner}",
    text: "{inviter} lädt Sie zur Konsole von {partner} ein.",
    textOfNobody: "Sie sind zur Konsole von {partner} eingeladen.",
    once: "Der Link funktioniert einmal, bis {date}. Wer ihn hat, kann sich damit anmelden: Geben Sie ihn nicht weiter.",
    accept: "Einladung annehmen",
    why: "Sie erhalten diese E-Mail, weil Ihre Adresse für diese Einladung eingegeben wurde. Wenn Sie sie nicht erwarten, ignorieren Sie sie: Dann geschieht nichts.",
  },
  notices: {
    more: { one: "Und {count} weitere.", other: "Und {count} weitere." },
    why: "Sie erhalten diese E-Mail, weil Sie für {partner} arbeiten. Welche E-Mails Sie erhalten, wählen Sie in Ihrem Konto: {account}",
    stop: "Diese E-Mails abbestellen",
  },
  unsubscribe: {
    title: "Diese E-Mails abbestellen?",
    kinds: {
      exceptions: "Sie erhalten dann keine E-Mails mehr über Zahlungen, die Aufmerksamkeit brauchen.",
      approvals: "Sie erhalten dann keine E-Mails mehr über Anfragen, die auf Ihre Freigabe warten.",
      webhooks: "Sie erhalten dann keine E-Mails mehr über Webhook-Endpunkte, die fehlschlagen.",
    },
    stop: "Abbestellen",
    done: "Diese E-Mails sind abbestellt",
    doneText: "Sie können sie in Ihrem Konto wieder einschalten.",
    unknown: "Dieser Link funktioniert nicht",
    unknownText:
      "Er ist vielleicht unvollständig, oder das Konto besteht nicht mehr. Melden Sie sich an, um Ihre E-Mails in Ihrem Konto zu wählen.",
    account: "Konto öffnen",
  },
};
