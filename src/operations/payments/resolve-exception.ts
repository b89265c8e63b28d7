// Marks an exception as handled: its money was sent back, or kept with the buyer's consent. No money moves here.
import type { Actor } from "../../merchant/audit.ts";
import type { PaymentException } from "../../payment/transfers/exception.ts";
import { Refusal } from "../errors/refusal.ts";
import type { ExceptionResolver, Handled } from "../ports/exceptions.ts";

interface ExceptionPlace {
  readonly partnerId: string;
  /** Null: all merchants. */
  readonly merchantIds: readonly string[] | null;
  readonly id: string;
}

/** @throws Refusal not_found, invalid_state (it is resolved in another way or with another note, or has a refund) */
export async function resolveException(
  { exceptions }: { readonly exceptions: ExceptionResolver },
  { partnerId, merchantIds, id }: ExceptionPlace,
  handled: Handled,
  by: Actor,
): Promise<PaymentException> {
  const found = await exceptions.find(partnerId, id, merchantIds);
  if (!found) throw new Refusal("not_found", "Exception not found");
  if (found.resolvedAt === null) await exceptions.resolve(partnerId, id, handled, by);
  const resolved = await exceptions.find(partnerId, id, merchantIds);
  if (resolved?.resolvedAt === null) {
    throw new Refusal("invalid_state", "A refund of it is under way: cancel it first, or wait for its end");
  }
  if (resolved?.resolution?.type === "note" && resolved.resolution.note === handled.note) return resolved;
  throw new Refusal("invalid_state", "The exception is resolved already: look at it again");
}
