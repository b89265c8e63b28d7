import "./wallet.css";
import { render } from "preact";
import type { CheckoutContext } from "../context.ts";
import { createFlow } from "./flow.ts";
import { PayWithWallet } from "./pay-with-wallet.tsx";
import { confirmKept } from "./paying.ts";

/** Renders into the server's placeholder while the payment is open. */
export function mountWallet(element: Element, context: CheckoutContext): void {
  const flow = createFlow(context);
  render(<PayWithWallet flow={flow} />, element);
  // Signed or sent before a reload.
  if (flow.kept.confirm) void confirmKept(flow, flow.kept.confirm, null, null);
}
