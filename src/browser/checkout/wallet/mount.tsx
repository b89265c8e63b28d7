// Paying with a browser wallet in the page.
import "./wallet.css";
import { render } from "preact";
import type { CheckoutContext } from "../context.ts";
import { createFlow } from "./flow.ts";
import { PayWithWallet } from "./pay-with-wallet.tsx";
import { confirmKept } from "./paying.ts";

/** Fills the element that the server has rendered for it, while the payment is open. */
export function mountWallet(element: Element, context: CheckoutContext): void {
  const flow = createFlow(context);
  render(<PayWithWallet flow={flow} />, element);
  // Signed or sent before the page was loaded again.
  if (flow.kept.confirm) void confirmKept(flow, flow.kept.confirm, null, null);
}
