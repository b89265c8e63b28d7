export const webhookFormat = {
  label: "Format",
  description: "The body and signature of each request. It cannot be changed later.",
  standard: "Standard Webhooks",
  commerce: "Coinbase Commerce",
  commerceEvents: "Only events that Coinbase Commerce has: created, paid, failed and late charges.",
  of: "Format: {format}",
};
