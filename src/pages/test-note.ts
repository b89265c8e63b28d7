// Says that no real money moves: on every page of a test payment, and where all chains are test networks.
import type { Messages } from "../../locales/checkout/en.ts";
import { isLivemode } from "../merchant/mode.ts";
import { escaped } from "./html.ts";

type Texts = Pick<Messages["page"], "testNet" | "testPayment">;

/** @param partnerId of the payment or its link */
export function renderTestNote({ partnerId }: { readonly partnerId: string }, texts: Texts, isTestNet = false): string {
  if (!isLivemode(partnerId)) return `<p class="test stripe">${escaped(texts.testPayment)}</p>`;
  return isTestNet ? `<p class="test">${escaped(texts.testNet)}</p>` : "";
}
