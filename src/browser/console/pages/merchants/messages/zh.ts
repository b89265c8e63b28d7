import { plural } from "../../../../../pages/messages/message.ts";
import type { merchants as english } from "./en.ts";

export const merchants: typeof english = {
  text: "收款的店铺：买家看到的名称和标志，以及款项的去向。",
  add: "新建商户",
  status: { active: "正常", inactive: "未启用", suspended: "已暂停" },
  search: "按名称或 ID 搜索",
  filters: { status: "状态", any: "所有状态" },
  list: {
    count: plural({ other: "{count} 个商户" }),
    more: "显示更多",
    noEmail: "无电子邮箱",
    noMatch: "没有符合条件的商户",
    noMatchText: "搜索范围为名称和 ID。已删除的商户不会列出。",
    none: "还没有商户",
    noneText: "商户是收款的店铺。添加商户，设置其收款账户，即可收取第一笔付款。",
  },
  form: {
    name: "名称",
    nameText: "买家付款时会看到。",
    nameMissing: "请输入名称。",
    email: "电子邮箱",
    emailText: "买家不会看到。",
    emailWrong: "请输入电子邮箱地址，例如 shop@example.com。",
    logo: "标志",
    newLogo: "新标志",
    logoText:
      "正方形图片的 https 网址（JPEG、PNG、WebP 或 AVIF，500 至 4096 像素，不超过 2 MB）。图片只获取一次并保存。",
    logoWrong: "网址必须以 https:// 开头",
    removeLogo: "移除标志",
    fetching: "正在获取并检查标志…",
    refused: {
      merchantName: "名称：{problem}。",
      merchantEmail: "电子邮箱：{problem}。",
      iconUrl: "标志：{problem}。",
    },
  },
  create: {
    confirm: "添加商户",
    added: "已添加 {name}",
    addedText: "接下来请设置其收款账户。",
  },
  select: {
    label: "商户",
    noMatch: "没有符合条件的可用商户",
  },
};
