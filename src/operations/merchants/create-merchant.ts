// Creates an active merchant.
import { newId } from "../../ids.ts";
import type { Actor } from "../../merchant/audit.ts";
import type { Logo } from "../../merchant/logo.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Branding } from "../../payment/branding/branding.ts";

export interface CreateMerchantInput {
  readonly name: string;
  readonly email: string;
  readonly logo: Logo | null;
  readonly branding: Branding | null;
}

export interface CreateMerchantPorts {
  readonly merchants: { insert(merchant: Omit<Merchant, "createdAt" | "status">, by: Actor): Promise<Merchant> };
  readonly logos: { insert(logo: Logo): Promise<void> };
}

export async function createMerchant(
  ports: CreateMerchantPorts,
  partnerId: string,
  { name, email, logo, branding }: CreateMerchantInput,
  by: Actor,
): Promise<Merchant> {
  if (logo) await ports.logos.insert(logo);
  const merchant = { id: newId("merchant"), partnerId, name, email, logo: logo?.hash ?? null, branding };
  return ports.merchants.insert(merchant, by);
}
