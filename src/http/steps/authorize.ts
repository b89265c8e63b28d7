// Whether the caller's role allows what the endpoint does.
import type { Role } from "../../merchant/partner.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Exchange } from "../exchange.ts";
import { RequestError } from "../request-error.ts";

const ALLOWED = {
  partner: { pay: true, read: true, write: true },
  read: { pay: false, read: true, write: false },
  wallet: { pay: true, read: false, write: false },
} as const satisfies Record<Role, Record<Endpoint["access"], boolean>>;

export function authorize({ caller, endpoint }: Exchange): void {
  // A wallet app may do what a wallet's key may; only the gateway's side lets it in at all.
  const role = caller?.type === "key" ? caller.role : "wallet";
  if (!ALLOWED[role][endpoint.access]) {
    throw new RequestError("forbidden", { message: `A key with the role ${role} may not do this` });
  }
}
