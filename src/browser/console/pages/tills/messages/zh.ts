import type { tills as english } from "./en.ts";

export const tills: typeof english = {
  text: "已配对的设备，为一个商户收款，只能看到自己的销售记录。",
  none: {
    left: "没有正在使用的收银台",
    title: "还没有收银台",
    text: "在柜台配对一部手机或平板电脑。它无需账户，您可以随时吊销。",
  },
  add: "配对收银台",
  createCode: "生成配对码",
  list: {
    revoked: "已吊销",
    revokedTills: "已吊销的收银台",
    notPaired: "未配对",
    lastUsed: "上次使用于 {time}",
    pairAgain: "重新配对",
    pairTillAgain: "重新配对：{name}",
    revoke: "吊销",
    revokeTill: "吊销 {name}",
  },
  again: {
    question: "要重新配对 {name} 吗？",
    text: "另一台设备使用该配对码后，当前配对的设备将停止工作。",
  },
  revoke: {
    question: "要吊销 {name} 吗？",
    text: "该设备将立即停止收款，此操作无法撤销。设备上尚未结束的销售仍可付款。",
  },
  revoked: "收银台已吊销",
  revokedText: "{name} 不再收款。",
  create: {
    name: "名称",
    nameText: "设备所在的位置，例如吧台。",
    noMerchant: "选择商户",
    question: "要配对 {name} 吗？",
    text: "此设备为 {merchant} 收款，不能退款，也不能更改任何内容。",
  },
  pairing: {
    title: "配对设备",
    text: "请用该设备扫描此二维码，或在设备上打开 {address} 并输入下方的配对码。配对码只能使用一次，十分钟内有效。",
    qr: "用于配对设备的二维码",
    paired: "设备已配对，可以收款。",
    done: "完成",
  },
};
