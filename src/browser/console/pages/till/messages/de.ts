import type { till as english } from "./en.ts";

export const till: typeof english = {
  title: "Kasse",
  pages: "Seite",
  charge: "Kassieren",
  today: "Heute",
  offline: "Keine Verbindung",
  offlineText:
    "Neue Verkäufe sind erst möglich, wenn das Gerät wieder online ist. Ein Verkauf, dessen Code schon angezeigt wurde, kann weiterhin bezahlt werden.",
  pair: {
    title: "Dieses Gerät koppeln",
    text: "Das Gerät wird zur Kasse: Es nimmt Zahlungen für einen Händler an und sieht nur seine eigenen Verkäufe.",
    code: "Kopplungscode",
    codeText: "Ein Manager erhält ihn in der Konsole unter „Kassen“.",
    wrong: "Dieser Code funktioniert nicht",
    wrongText: "Prüfen Sie den Code oder bitten Sie Ihren Manager um einen neuen.",
    ended: "Diese Kasse ist nicht mehr gekoppelt",
    endedText:
      "Ein Manager hat „{name}“ widerrufen oder ein anderes Gerät damit gekoppelt. Bitten Sie Ihren Manager um einen neuen Code.",
    openSale: "Ihr Verkauf über {amount} war noch offen ({reference}). Ihr Manager kann sehen, ob er bezahlt wurde.",
  },
  signedIn: {
    title: "Sie sind in der Konsole angemeldet",
    text: "Diese Seite ist für Geräte, die als Kasse gekoppelt sind. Den Code für ein anderes Gerät erstellen Sie unter „Kassen“.",
    thisDevice: "Soll dieses Gerät zur Kasse werden, melden Sie sich zuerst ab.",
    leave: "Abmelden und Gerät koppeln",
  },
  sales: {
    paid: "Heute bezahlt",
    nothing: "Noch nichts",
    title: "Verkäufe",
    none: "Heute noch keine Verkäufe",
    noneText: "Hier erscheint jeder Verkauf dieser Kasse.",
    list: "Heutige Verkäufe",
    print: "Beleg drucken",
    printReceipt: "Beleg drucken: {reference}",
  },
  receipt: {
    reference: "Beleg {reference}",
    paidWith: "Bezahlt mit {amount}",
    transaction: "Transaktion {hash}",
  },
  unpair: {
    action: "Gerät entkoppeln",
    question: "Dieses Gerät entkoppeln?",
    text: "Dieses Gerät entkoppeln? Danach muss ein Manager es neu koppeln.",
    keep: "Nicht entkoppeln",
    confirm: "Ja, entkoppeln",
  },
};
