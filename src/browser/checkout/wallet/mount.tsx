import "./wallet.css";
import "./options/options.css"; // after the styles it extends
import { render } from "preact";
import { discoverWallets } from "../../wallet/discovery.ts";
import type { CheckoutContext } from "../context.ts";
import { createFlow } from "./flow/flow.ts";
import { confirmKept } from "./flow/paying.ts";
import { PayWithWallet } from "./pay-with-wallet.tsx";

/** Renders into the server's placeholder while the payment is open. */
export function mountWallet(element: Element, context: CheckoutContext): void {
  const flow = createFlow(context);
  // Wallets announce themselves at once, so the first rendering is complete and moves nothing later.
  discoverWallets(flow.offer);
  render(<PayWithWallet flow={flow} />, element);
  // Signed or sent before a reload.
  if (flow.kept.confirm) void confirmKept(flow, flow.kept.confirm, null, null);
  // A final status may come before the answer to the confirm, or instead of it.
  context.live.subscribe(({ isFinal }) => isFinal && flow.kept.forget());
}
