// 支付链接页面的简体中文文本。
import { plural } from "../message.ts";
import type { PaymentLinkMessages } from "./en.ts";

export const paymentLink: PaymentLinkMessages = {
  title: "向 {merchant} 付款",
  errorTitle: "错误：{title}",
  again: "请检查以下内容",
  amount: "金额（{currency}）",
  amountHint: "{min} 至 {max}",
  optional: "{label}（选填）",
  told: "您在此填写的内容将提供给 {merchant}。",
  go: "继续付款",
  next: "在下一页选择付款方式。",
  phone: "在手机上打开此页面",
  qr: "此页面的二维码",
  wrong: {
    amountMissing: "请输入金额。",
    amountMalformed: "请用数字输入金额，例如 {example}。",
    amountTooLow: "金额不能低于 {min}。",
    amountTooHigh: "金额不能高于 {max}。",
    fieldMissing: "{label}：请填写此项。",
    fieldMalformed: "{label}：文本包含不可见字符，请重新输入。",
    fieldTooLong: plural({ other: "{label}：最多 {count} 个字符。" }),
  },
  closed: {
    disabled: { title: "此链接已停用", text: "请向 {merchant} 确认是否仍可付款。" },
    expired: { title: "此链接已过期", text: "请向 {merchant} 索取新链接。" },
    used_up: {
      title: "此链接已付款",
      text: "付款次数已达上限。如果您已付款，则无需再做任何操作；否则请向 {merchant} 索取新链接。",
    },
    taken: { title: "其他人正在付款", text: "此链接剩余的付款名额已被占用。请几分钟后再试。" },
    unavailable: { title: "{merchant} 目前不接受付款", text: "请稍后再试，或联系 {merchant}。" },
  },
  unknown: { title: "未找到链接", text: "请检查链接，它可能不完整或已被删除。" },
};
