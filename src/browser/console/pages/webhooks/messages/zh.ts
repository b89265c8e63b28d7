import { plural } from "../../../../../pages/messages/message.ts";
import type { webhooks as english } from "./en.ts";

export const webhooks: typeof english = {
  text: "您服务器上的端点，每次发生变更时都会收到一个事件。",
  endpoints: "端点",
  add: "新建端点",
  none: "还没有端点",
  noneText:
    "端点是一个公开的 https 网址。Turnpike 会向它发送签名事件（例如付款成功时），如果没有响应，会在数天内不断重试。",
  allEvents: "所有事件",
  ofMerchants: plural({ other: "{types}（{count} 个商户）" }),
  form: {
    urlText: "公网 https URL。开发环境中也可使用本机 URL。",
    urlFault: "请输入以 {start} 开头的网址",
    description: "说明",
    eventsText: "不选择则接收所有事件，包括以后新增的类型。",
    merchantsText: "不选择则接收所有商户的事件。",
  },
  create: {
    question: "要添加此端点吗？",
    text: "它将接收您的事件：{url}",
    confirm: "添加端点",
    secret: "端点的签名密钥",
    advice: "您的服务器需要用它来验证事件确实来自这里。如果丢失，请更换签名密钥。",
  },
  state: {
    enabled: "已启用",
    disabled: "已停用",
    failed: "因失败而停用",
  },
  disabledText: {
    gone: "端点返回了 410 Gone，因此 Turnpike 已将其停用。请在它能接收事件后重新启用。",
    failing: "连续五天所有投递均失败，因此 Turnpike 已将其停用。请先修复端点，再重新启用。",
  },
  delivery: {
    pending: "待投递",
    succeeded: "已投递",
    failed: "失败",
  },
};
