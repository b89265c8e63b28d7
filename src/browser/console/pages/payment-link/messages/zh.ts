import type { paymentLink as english } from "./en.ts";

export const paymentLink: typeof english = {
  title: "付款链接",
  enable: "启用",
  disable: "停用",
  remove: {
    button: "删除",
    question: "要删除此链接吗？",
    text: "其页面和二维码将失效，此操作无法撤销。买家已创建的付款仍可支付。",
    keep: "保留链接",
    confirm: "删除链接",
  },
  page: {
    title: "页面",
    qrCode: "页面的二维码",
    copy: "复制链接",
  },
  figures: {
    title: "统计",
    income: "收入",
    noIncome: "暂无",
    views: "浏览次数",
    created: "已创建的付款",
    open: "当前待付款",
    paid: "已付款",
  },
  settings: {
    title: "设置",
    amount: "金额",
    merchant: "商户",
    uses: "付款次数",
    noLimit: "不限",
    expires: "到期时间",
    never: "永不过期",
    fields: "要求填写",
    noFields: "无",
    reference: "订单号",
    id: "链接 ID",
    copyId: "复制链接 ID",
    created: "创建时间",
  },
};
