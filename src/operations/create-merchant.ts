// Creates an active merchant.
import { newId } from "../ids.ts";
import type { Actor } from "../merchant/audit.ts";
import type { Logo } from "../merchant/logo.ts";
import type { Merchant } from "../merchant/merchant.ts";

export interface CreateMerchantInput {
  readonly name: string;
  readonly email: string;
  readonly logo: Logo | null;
}

export interface CreateMerchantPorts {
  readonly merchants: { insert(merchant: Omit<Merchant, "createdAt" | "status">, by: Actor): Promise<Merchant> };
  readonly logos: { insert(logo: Logo): Promise<void> };
}

export async function createMerchant(
  ports: CreateMerchantPorts,
  partnerId: string,
  { name, email, logo }: CreateMerchantInput,
  by: Actor,
): Promise<Merchant> {
  if (logo) await ports.logos.insert(logo);
  return ports.merchants.insert({ id: newId("merchant"), partnerId, name, email, logo: logo?.hash ?? null }, by);
}
