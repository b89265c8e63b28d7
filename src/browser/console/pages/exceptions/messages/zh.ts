import { plural } from "../../../../../pages/messages/message.ts";
import type { exceptions as english } from "./en.ts";

export const exceptions: typeof english = {
  text: "款项已到账，但与付款的状态不符。每项异常都会说明发生了什么以及如何处理。",
  type: "异常类型",
  allTypes: "所有类型",
  showAll: "仅显示一笔付款 · 显示全部",
  more: "显示更多",
  noMatch: "没有符合条件的异常",
  noMatchText: "清除筛选条件即可查看所有异常。",
  none: "没有异常",
  noneText: "所有款项均与付款状态相符。如有变化，您会在这里看到处理方法。",
  urgency: { bad: "款项缺失", warn: "需要处理", busy: "正在恢复" },
  resolved: "已解决",
  resolvedText: "无需处理。该转账随后已确认（{time}），并完成了这笔付款。",
  whatHappened: "发生了什么",
  whatToDo: "如何处理",
  view: "查看付款",
  copyHash: "复制交易哈希",
  fee: "其中 {fee}（以该资产的最小单位计）为手续费。",
  sum: plural({ other: "这是 {count} 笔转账的总和，所列为最后一笔。" }),
  kinds: {
    settlement_failed: {
      title: "付款被撤销",
      what: "付款成功后，链重组移除了该转账，且无法再次发送。您没有收到这笔款项。",
      todo: "如果尚未发货，请暂缓发货。请买家通过一笔新的付款重新支付；这笔付款仍显示为“已付款”。",
    },
    underpaid: {
      title: "付款不足",
      what: "买家转入的金额少于应付金额，因此付款仍未完成。",
      todo: "请勿交付商品。请买家全额付款，并退还已转入的部分金额。",
    },
    overpaid: {
      title: "付款过多",
      what: "转账金额超过了应付金额，或在付款完成后又收到一笔不同的金额。",
      todo: "请打开这笔付款。如果已付款，请退还多付的部分；如果没有，请全额退还或与买家协商。",
    },
    late: {
      title: "付款过晚",
      what: "款项到账时，付款已过期、失败或被取消。款项已归您所有，付款的状态不会改变。",
      todo: "如果您仍愿意成交，请交付商品并自行记账；否则请退还款项。",
    },
    duplicate: {
      title: "重复付款",
      what: "第二笔转账到账时，这笔付款已经完成。",
      todo: "请将第二笔转账退还给付款人。付款本身没有问题。",
    },
    reorged: {
      title: "转账被移出区块链",
      what: "链重组移除了一笔已通知您的转账。同一交易已重新发送，通常几分钟内就会恢复。",
      todo: "请等待，并暂缓发货。如果转账无法恢复，您会看到一项“付款被撤销”异常。",
    },
  },
};
