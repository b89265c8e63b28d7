// The buyer's account, apart from payment.ts: browsers load that file, and options are sealed with Node's crypto.
import { payerOf } from "../option.ts";
import type { Confirmation } from "../payment.ts";

/** CAIP-10. Null for an unsigned deposit: an exchange may have sent it from a shared account. */
export function buyerAccount({ option, authorizer }: Pick<Confirmation, "option" | "authorizer">): string | null {
  if (authorizer !== null) return `${option.terms.chain}:${authorizer}`;
  return option.method === "deposit" ? null : payerOf(option).text;
}
