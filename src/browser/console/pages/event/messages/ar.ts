import type { event as english } from "./en.ts";

export const event: typeof english = {
  title: "الحدث",
  payment: "الدفعة",
};
