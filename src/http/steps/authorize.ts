// Checks that the caller's role allows the endpoint; for console sessions see console-permissions.ts. A page may do
// the same as a wallet, for its own payment; a key of one merchant (read-ids.ts) has the endpoints of its role: those
// marked `isForPos` for a point of sale, and the charges for a client of Coinbase Commerce.
import type { Role } from "../../merchant/partner.ts";
import { mayCall } from "../console-permissions.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Exchange } from "../exchange.ts";
import type { ConsoleSession, KeyCaller } from "../request/caller.ts";
import { RequestError } from "../request/request-error.ts";

const ALLOWED = {
  partner: { pay: true, read: true, write: true },
  read: { pay: false, read: true, write: false },
  wallet: { pay: true, read: false, write: false },
} as const satisfies Record<Exclude<Role, "charges" | "pos">, Record<Endpoint["access"], boolean>>;

export function authorize({ caller, endpoint, request }: Exchange): void {
  if (caller?.type === "page" && (request.params as { id?: string }).id !== caller.paymentId) {
    throw new RequestError("forbidden", { message: "A page token is valid only for its own payment" });
  }
  if (caller?.type === "key" && caller.session) {
    authorizeSession(caller, caller.session, endpoint);
    return;
  }
  // Wallet apps and pages have the rights of a wallet's key; only the gateway authenticates them at all.
  const role = caller?.type === "key" ? caller.role : "wallet";
  if (!mayCallAs(role, endpoint)) {
    throw new RequestError("forbidden", { message: `A key with the role ${role} may not do this` });
  }
}

export function mayCallAs(
  role: Role,
  { isForPos, commerceKey, access }: Pick<Endpoint, "isForPos" | "commerceKey" | "access">,
): boolean {
  if (role === "pos") return isForPos === true;
  return role === "charges" ? commerceKey === true : ALLOWED[role][access];
}

function authorizeSession(
  { merchantIds }: KeyCaller,
  { role, user, till }: ConsoleSession,
  endpoint: Exchange["endpoint"],
): void {
  if (mayCall(endpoint, { role, isLimited: merchantIds !== null })) return;
  const who = user ? `A user with the role ${role}` : till ? "A till" : `A key with the role ${role}`;
  const limit = merchantIds === null || till ? "" : " limited to some merchants";
  throw new RequestError("forbidden", { message: `${who}${limit} may not do this` });
}
