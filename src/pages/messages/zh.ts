// 简体中文的付款页面。
import { buyerData } from "./buyer-data/zh.ts";
import type { Messages } from "./en.ts";
import { plural } from "./message.ts";
import { paymentLink } from "./payment-link/zh.ts";
import { wallet } from "./wallet/zh.ts";

export const zh: Messages = {
  page: {
    title: "向 {merchant} 支付 {amount}",
    payTo: "向 {merchant} 付款",
    reference: "订单号",
    testNet: "测试网络：不涉及真实资金。",
    payBy: "请在 {time} 前付款",
    app: "使用钱包应用付款",
    appsText: "请选择您的钱包。本页面会在钱包中打开，您在那里付款。",
    open: "其他钱包",
    unopened: "没有反应？说明这部手机上没有安装该应用。请选择其他钱包，或将付款链接复制到您的钱包。",
    otherDevice: "使用手机付款",
    otherDeviceText: "请用手机相机或钱包扫描二维码。",
    showQr: "显示二维码，供其他设备使用",
    qr: "付款链接二维码",
    link: "付款链接",
    copy: "复制链接",
    accepted: "可使用",
    onNetworks: "网络：{networks}",
    cancel: "取消付款",
    cancelText: "取消后这笔付款将永久结束。以后要付款，需要向 {merchant} 索取新的链接。",
    cancelNow: "确认取消付款",
    noScript: "本页面每 {count} 秒自动刷新。要使用此浏览器中的钱包付款，请启用 JavaScript。",
    language: "语言",
    network: "网络",
    paidWith: "支付方式",
    paidOn: "日期",
    paymentId: "付款编号",
    transaction: "交易",
    copyHash: "复制",
    print: "打印收据",
    share: "分享收据",
    explorer: "在 {explorer} 上查看",
    back: "返回 {merchant}",
    processing: {
      title: "付款正在处理",
      text: "您无需再做任何操作。到账后本页面会显示，您也可以关闭页面。",
      signed: "已在钱包中确认",
      sent: "已发送到 {network}",
      included: "已被 {network} 记录",
      confirmations: "{done}/{total} 次确认",
      arrived: "付款完成",
      estimate: "{network} 通常需要约{time}。",
    },
    succeeded: {
      title: "付款完成",
      text: "您已向 {merchant} 支付 {amount}。",
      paidBack: "{merchant} 已于 {date} 将这笔付款标记为已退款。",
    },
    failed: {
      title: "付款失败",
      text: "没有扣款。请向 {merchant} 索取新的付款链接后重试。",
      declined: "无法从此账户付款，没有扣款。请向 {merchant} 咨询其他付款方式。",
    },
    expired: {
      title: "付款时间已过",
      text: "未在规定时间内收到付款。请向 {merchant} 索取新的付款链接。",
      sentAnyway: "如果您已经转出资金，请勿重复转账，并告知 {merchant}，对方可以查到。",
    },
    cancelled: {
      title: "付款已取消",
      byBuyer: "您取消了付款，没有扣款。如仍需付款，请向 {merchant} 索取新的付款链接。",
      byMerchant: "{merchant} 取消了付款，没有扣款。如有疑问，请联系对方。",
    },
    unknown: {
      title: "找不到这笔付款",
      text: "请检查链接是否完整。请从原处重新打开，或索取新的链接。",
    },
    nothing: {
      title: "这里没有需要支付的款项",
      text: "本页面需要通过付款链接打开。请检查您收到的链接。",
    },
  },
  errorPage: {
    missing: { title: "找不到页面", text: "请检查网址。如果您要付款，请重新打开付款链接。" },
    api: { title: "此网址供程序使用", text: "它属于 API，没有对应的页面。如果您要付款，请重新打开付款链接。" },
    busy: { title: "请求过多", text: "请稍候，然后重新加载本页面。" },
    fault: { title: "出现问题", text: "打开本页面没有产生任何扣款。请稍后重试。" },
    request: "请求 {id}",
  },
  live: {
    timeLeft: "剩余时间：{time}",
    minutesLeft: plural({ other: "付款时间还剩 {count} 分钟" }),
    copied: "已复制",
    offline: "没有网络连接，正在重试…",
    redirecting: plural({ other: "{count} 秒后返回 {merchant}。" }),
    stay: "留在此页面",
  },
  buyerData,
  paymentLink,
  wallet,
};
