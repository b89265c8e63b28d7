import type { webhookFormat as english } from "./en.ts";

export const webhookFormat: typeof english = {
  label: "Format",
  description: "Inhalt und Signatur jeder Anfrage. Das Format lässt sich später nicht mehr ändern.",
  standard: "Standard Webhooks",
  commerce: "Coinbase Commerce",
  commerceEvents:
    "Nur Ereignisse, die Coinbase Commerce kennt: erstellte, bezahlte, fehlgeschlagene und verspätete Charges.",
  of: "Format: {format}",
};
