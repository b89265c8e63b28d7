import { plural } from "../../../../../pages/messages/message.ts";
import type { exceptions as english } from "./en.ts";

export const exceptions: typeof english = {
  text: "Geld, das angekommen ist, aber nicht zum Status seiner Zahlung passt. Zu jeder Abweichung steht hier, was passiert ist und was zu tun ist.",
  type: "Art der Abweichung",
  allTypes: "Alle Arten",
  showAll: "Nur eine Zahlung · Alle anzeigen",
  more: "Mehr anzeigen",
  noMatch: "Keine passenden Abweichungen",
  noMatchText: "Entfernen Sie den Filter, um alle Abweichungen zu sehen.",
  none: "Keine Abweichungen",
  noneText: "Alles Geld passt zum Status seiner Zahlung. Sollte sich das ändern, steht hier, was zu tun ist.",
  urgency: { bad: "Geld fehlt", warn: "Handlungsbedarf", busy: "Wird geklärt" },
  resolved: "Behoben",
  resolvedText: "Nichts. Der Transfer wurde später bestätigt ({time}) und hat die Zahlung beglichen.",
  whatHappened: "Was passiert ist",
  whatToDo: "Was zu tun ist",
  view: "Zahlung ansehen",
  copyHash: "Hash der Transaktion kopieren",
  fee: "Davon gingen {fee} (in der kleinsten Einheit des Tokens) als Gebühr ab.",
  sum: plural({
    one: "Das ist die Summe aus {count} Transfer; genannt ist der letzte.",
    other: "Das ist die Summe aus {count} Transfers; genannt ist der letzte.",
  }),
  kinds: {
    settlement_failed: {
      title: "Zahlung rückgängig gemacht",
      what: "Eine Reorganisation der Blockchain hat den Transfer entfernt, nachdem die Zahlung erfolgreich war, und er lässt sich nicht noch einmal senden. Sie haben dieses Geld nicht.",
      todo: "Halten Sie die Ware zurück, falls sie noch nicht versandt ist. Bitten Sie den Käufer, mit einer neuen Zahlung noch einmal zu zahlen; diese bleibt „Bezahlt“.",
    },
    underpaid: {
      title: "Zu wenig gezahlt",
      what: "Der Käufer hat weniger als den Betrag der Zahlung überwiesen. Sie bleibt daher unbezahlt.",
      todo: "Geben Sie die Ware nicht heraus. Bitten Sie den Käufer, den vollen Betrag zu zahlen, und senden Sie den Teilbetrag zurück.",
    },
    overpaid: {
      title: "Zu viel gezahlt",
      what: "Ein Transfer war höher als der Betrag der Zahlung, oder ein anderer Betrag kam an, als die Zahlung schon bezahlt war.",
      todo: "Öffnen Sie die Zahlung. War sie erfolgreich, senden Sie den Überschuss zurück. Wenn nicht, senden Sie den ganzen Betrag zurück oder einigen Sie sich mit dem Käufer.",
    },
    late: {
      title: "Zu spät gezahlt",
      what: "Das Geld kam an, als die Zahlung schon abgelaufen, fehlgeschlagen oder abgebrochen war. Sie haben das Geld; der Status der Zahlung ändert sich nicht.",
      todo: "Geben Sie die Ware heraus, wenn Sie den Verkauf noch wollen, und buchen Sie ihn selbst. Andernfalls senden Sie das Geld zurück.",
    },
    duplicate: {
      title: "Doppelt gezahlt",
      what: "Die Zahlung war schon bezahlt, als dieser zweite Transfer ankam.",
      todo: "Senden Sie den zweiten Transfer an seinen Absender zurück. Die Zahlung selbst ist in Ordnung.",
    },
    reorged: {
      title: "Transfer aus der Blockchain entfernt",
      what: "Eine Reorganisation der Blockchain hat einen Transfer entfernt, der Ihnen gemeldet worden war. Dieselbe Transaktion wurde erneut gesendet und ist meist nach wenigen Minuten wieder da.",
      todo: "Warten Sie, und halten Sie noch nicht versandte Ware zurück. Lässt sich der Transfer nicht wiederherstellen, folgt eine Abweichung „Zahlung rückgängig gemacht“.",
    },
  },
};
