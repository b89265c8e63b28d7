import type { event as english } from "./en.ts";

export const event: typeof english = {
  title: "事件",
  payment: "付款",
};
