import type { webhookFormat as english } from "./en.ts";

export const webhookFormat: typeof english = {
  label: "التنسيق",
  description: "محتوى كل طلب وتوقيعه. لا يمكن تغييره لاحقًا.",
  standard: "Standard Webhooks",
  commerce: "Coinbase Commerce",
  commerceEvents: "الأحداث الموجودة في Coinbase Commerce فقط: الدفعات المُنشأة والمدفوعة والفاشلة والمتأخرة.",
  of: "التنسيق: {format}",
};
