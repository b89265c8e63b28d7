import type { webhookFormat as english } from "./en.ts";

export const webhookFormat: typeof english = {
  label: "Formato",
  description: "El cuerpo y la firma de cada solicitud. No se puede cambiar después.",
  standard: "Standard Webhooks",
  commerce: "Coinbase Commerce",
  commerceEvents: "Solo los eventos que existen en Coinbase Commerce: cargos creados, pagados, fallidos y tardíos.",
  of: "Formato: {format}",
};
