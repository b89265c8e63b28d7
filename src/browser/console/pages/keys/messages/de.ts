import type { keys as english } from "./en.ts";

export const keys: typeof english = {
  title: "Schlüssel",
  text: "API-Schlüssel für Ihre Server, Berichte und Wallets. Ein Schlüssel wird nur einmal angezeigt: wenn Sie ihn erstellen.",
  textReadOnly:
    "API-Schlüssel für Server, Berichte und Wallets. Sie sind mit einem Leseschlüssel angemeldet: Um Schlüssel zu erstellen und zu widerrufen, brauchen Sie einen Partner-Schlüssel.",
  add: "Neuer Schlüssel",
  roles: {
    partner: {
      label: "Partner",
      may: "Voller Zugriff: Zahlungen, Erstattungen, Händler, Empfangskonten und Schlüssel. Für Ihre Server.",
    },
    read: {
      label: "Lesen",
      may: "Sieht Zahlungen, Händler und Abweichungen ein. Für Berichte und für Mitarbeiter, die nichts ändern.",
    },
    wallet: {
      label: "Wallet",
      may: "Bezahlt Zahlungen als Wallet, ohne Zugriff auf Ihre Daten. Für eine Wallet oder App, mit der Käufer bezahlen.",
    },
    pos: {
      label: "Kasse",
      may: "Erstellt, verfolgt, bricht ab und listet die Zahlungen eines Händlers. Für eine Kasse.",
    },
  },
  list: {
    active: "Aktive Schlüssel",
    ended: "Widerrufene und abgelaufene Schlüssel",
    revoked: "Widerrufen",
    expired: "Abgelaufen",
    thisSession: "Diese Sitzung",
    created: "Erstellt am {time}",
    revokedAt: "widerrufen am {time}",
    expiredAt: "abgelaufen am {time}",
    neverUsed: "nie verwendet",
    lastUsed: "zuletzt verwendet am {time}",
    expires: "läuft ab am {time}",
    onlyFrom: "nur von {addresses}",
    noLabel: "Keine Bezeichnung",
    revoke: "Widerrufen",
    revokeKey: "{prefix}… widerrufen",
  },
  create: {
    role: "Rolle",
    label: "Bezeichnung",
    labelText:
      "Optional, aber daran unterscheiden Sie Ihre Schlüssel: wo dieser verwendet wird, zum Beispiel auf dem Server eines Shops.",
    expiry: "Läuft ab (optional)",
    expiryText: "Der Schlüssel gilt ab dem Beginn dieses Tages nicht mehr.",
    addresses: "Erlaubte Adressen (optional)",
    addressesText: "IP-Adressen und Netze, durch Kommas getrennt. Leer: jede Adresse.",
    question: {
      partner: "Partner-Schlüssel erstellen?",
      read: "Leseschlüssel erstellen?",
      wallet: "Wallet-Schlüssel erstellen?",
    },
    confirm: "Schlüssel erstellen",
    created: "Ihr neuer Schlüssel",
    advice:
      "Kopieren Sie ihn an einen sicheren Ort, etwa in einen Passwort-Manager. Wenn Sie ihn verlieren, widerrufen Sie ihn und erstellen Sie einen neuen.",
  },
  revoke: {
    question: "{prefix}… widerrufen?",
    text: "Anfragen mit diesem Schlüssel schlagen sofort fehl. Das lässt sich nicht rückgängig machen.",
    own: "Sie sind mit diesem Schlüssel angemeldet",
    ownText:
      "Wenn Sie ihn widerrufen, werden Sie abgemeldet. Stellen Sie sicher, dass Sie einen anderen Partner-Schlüssel haben.",
    type: "Geben Sie zur Bestätigung {prefix} ein",
    confirm: "Schlüssel widerrufen",
    revoked: "Schlüssel widerrufen",
    revokedText: "{prefix}… gilt nicht mehr.",
  },
};
