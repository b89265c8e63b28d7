// Die Seite eines Zahlungslinks auf Deutsch.
import { plural } from "../message.ts";
import type { PaymentLinkMessages } from "./en.ts";

export const paymentLink: PaymentLinkMessages = {
  title: "An {merchant} zahlen",
  errorTitle: "Fehler: {title}",
  again: "Bitte prüfen Sie Folgendes",
  amount: "Betrag in {currency}",
  amountHint: "Von {min} bis {max}",
  optional: "{label} (optional)",
  told: "{merchant} erhält, was Sie hier eingeben.",
  go: "Weiter zur Zahlung",
  next: "Auf der nächsten Seite wählen Sie, wie Sie zahlen.",
  phone: "Diese Seite auf dem Telefon öffnen",
  qr: "QR-Code dieser Seite",
  wrong: {
    amountMissing: "Geben Sie einen Betrag ein.",
    amountMalformed: "Geben Sie den Betrag in Ziffern ein, zum Beispiel {example}.",
    amountTooLow: "Geben Sie mindestens {min} ein.",
    amountTooHigh: "Geben Sie höchstens {max} ein.",
    fieldMissing: "{label}: Füllen Sie dieses Feld aus.",
    fieldMalformed: "{label}: Der Text enthält unsichtbare Zeichen. Tippen Sie ihn neu ein.",
    fieldTooLong: plural({
      one: "{label}: höchstens {count} Zeichen.",
      other: "{label}: höchstens {count} Zeichen.",
    }),
  },
  closed: {
    disabled: { title: "Dieser Link ist abgeschaltet", text: "Fragen Sie {merchant}, ob Sie noch zahlen können." },
    expired: { title: "Dieser Link ist abgelaufen", text: "Bitten Sie {merchant} um einen neuen." },
    used_up: {
      title: "Dieser Link ist bezahlt",
      text: "Er wurde so oft bezahlt, wie er erlaubt. Wenn Sie bezahlt haben, müssen Sie nichts mehr tun. Bitten Sie sonst {merchant} um einen neuen Link.",
    },
    taken: {
      title: "Andere zahlen gerade",
      text: "Alle verbleibenden Zahlungen dieses Links sind gerade belegt. Versuchen Sie es in einigen Minuten erneut.",
    },
    unavailable: {
      title: "{merchant} nimmt zurzeit keine Zahlungen an",
      text: "Versuchen Sie es später erneut, oder fragen Sie {merchant}.",
    },
  },
  unknown: {
    title: "Link nicht gefunden",
    text: "Prüfen Sie den Link; er ist vielleicht unvollständig oder gelöscht.",
  },
};
