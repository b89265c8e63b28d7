import type { webhookFormat as english } from "./en.ts";

export const webhookFormat: typeof english = {
  label: "格式",
  description: "每个请求的正文和签名方式，之后无法更改。",
  standard: "Standard Webhooks",
  commerce: "Coinbase Commerce",
  commerceEvents: "仅包含 Coinbase Commerce 已有的事件：收款的创建、成功、失败和逾期到账。",
  of: "格式：{format}",
};
