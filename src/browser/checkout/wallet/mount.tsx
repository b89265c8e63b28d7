// Paying with a browser wallet in the page.
import type { CheckoutContext } from "../context.ts";

/** Fills the element that the server has rendered for it, while the payment is open. */
export function mountWallet(_element: Element, _context: CheckoutContext): void {}
