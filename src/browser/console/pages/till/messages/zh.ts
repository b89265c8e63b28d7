import type { till as english } from "./en.ts";

export const till: typeof english = {
  title: "收银台",
  pages: "页面",
  charge: "收款",
  today: "今日",
  offline: "没有网络连接",
  offlineText: "设备恢复联网后才能进行新的销售。已显示付款码的销售仍可付款。",
  pair: {
    title: "配对此设备",
    text: "此设备将成为收银台：它为一个商户收款，只能看到自己的销售记录。",
    code: "配对码",
    codeText: "由经理在控制台的“收银台”页面获取。",
    wrong: "此配对码无效",
    wrongText: "请检查配对码，或向经理索取新的配对码。",
    ended: "此收银台已不再配对",
    endedText: "经理已吊销“{name}”，或将它配对到了另一台设备。请向经理索取新的配对码。",
    openSale: "您有一笔 {amount} 的销售尚未结束（{reference}）。经理可以查看它是否已付款。",
  },
  signedIn: {
    title: "您已登录控制台",
    text: "此页面供已配对为收银台的设备使用。要配对其他设备，请在“收银台”页面生成配对码。",
    thisDevice: "要将此设备用作收银台，请先退出登录。",
    leave: "退出登录并配对此设备",
  },
  sales: {
    paid: "今日已收",
    nothing: "暂无",
    title: "销售",
    none: "今天还没有销售",
    noneText: "此收银台的每笔销售都会显示在这里。",
    list: "今日销售",
    print: "打印收据",
    printReceipt: "打印 {reference} 的收据",
  },
  receipt: {
    reference: "收据 {reference}",
    paidWith: "已支付 {amount}",
    transaction: "交易 {hash}",
  },
  unpair: {
    action: "取消此设备的配对",
    question: "要取消此设备的配对吗？",
    text: "要取消此设备的配对吗？之后需由经理重新配对。",
    keep: "保留",
    confirm: "确认取消配对",
  },
};
