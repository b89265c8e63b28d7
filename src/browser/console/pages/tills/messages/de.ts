import type { tills as english } from "./en.ts";

export const tills: typeof english = {
  text: "Gekoppelte Geräte, die für einen Händler kassieren und nur ihre eigenen Verkäufe sehen.",
  none: {
    left: "Keine Kasse in Gebrauch",
    title: "Noch keine Kassen",
    text: "Koppeln Sie ein Telefon oder Tablet an der Theke. Es braucht kein Konto, und Sie können den Zugriff jederzeit widerrufen.",
  },
  add: "Kasse koppeln",
  createCode: "Code erstellen",
  list: {
    revoked: "Widerrufen",
    revokedTills: "Widerrufene Kassen",
    notPaired: "Nicht gekoppelt",
    lastUsed: "zuletzt verwendet am {time}",
    pairAgain: "Neu koppeln",
    pairTillAgain: "Neu koppeln: {name}",
    revoke: "Widerrufen",
    revokeTill: "{name} widerrufen",
  },
  again: {
    question: "{name} neu koppeln?",
    text: "Das bisher gekoppelte Gerät funktioniert nicht mehr, sobald ein anderes den Code verwendet.",
  },
  revoke: {
    question: "{name} widerrufen?",
    text: "Das Gerät nimmt sofort keine Zahlungen mehr an. Das lässt sich nicht rückgängig machen. Ein offener Verkauf kann noch bezahlt werden.",
  },
  revoked: "Kasse widerrufen",
  revokedText: "{name} nimmt keine Zahlungen mehr an.",
  create: {
    name: "Name",
    nameText: "Wo das Gerät steht, zum Beispiel an der Bar.",
    noMerchant: "Händler auswählen",
    question: "{name} koppeln?",
    text: "Das Gerät nimmt Zahlungen für {merchant} an. Es kann nichts erstatten und nichts ändern.",
  },
  pairing: {
    title: "Gerät koppeln",
    text: "Scannen Sie diesen Code mit dem Gerät, oder öffnen Sie darauf {address} und geben Sie den Code unten ein. Er funktioniert einmal und zehn Minuten lang.",
    qr: "QR-Code zum Koppeln des Geräts",
    paired: "Das Gerät ist gekoppelt und nimmt Zahlungen an.",
    done: "Fertig",
  },
};
