import { plural } from "../../../../../pages/messages/message.ts";
import type { webhook as english } from "./en.ts";

export const webhook: typeof english = {
  title: "Webhook 端点",
  endpoint: "端点",
  added: "添加于 {time}",
  actions: {
    menu: "操作",
    test: "发送测试",
    testQueued: "测试事件已加入队列",
    replay: "重发失败的投递",
    replayQueued: "最近 {hours} 小时内失败的投递已加入队列",
  },
  edit: {
    item: "编辑",
    title: "编辑端点",
    question: "要保存这些更改吗？",
    confirm: "保存",
  },
  enable: { item: "启用", question: "要启用此端点吗？" },
  disable: { item: "停用", question: "要停用此端点吗？" },
  rotate: {
    item: "更换签名密钥",
    question: "要更换签名密钥吗？",
    text: "一天之内，事件仍会同时用旧签名密钥签名。",
    confirm: "更换",
    secret: "新的签名密钥",
    advice: "一天之内，事件会同时用新旧两个签名密钥签名。请在此期间更换您服务器上的旧签名密钥。",
  },
  remove: {
    item: "删除",
    question: "要删除此端点吗？",
    text: "它将不再收到事件，待处理的投递也会终止。",
  },
  deliveries: {
    title: "投递记录",
    text: "最近 {days} 天，最新的在前",
    status: "状态",
    all: "所有投递",
    none: "没有投递记录",
    noneText: "事件发送到此端点后会显示在这里。您可以发送一个测试事件看看。",
    attempts: plural({ other: "尝试 {count} 次" }),
    more: "显示更多",
  },
};
