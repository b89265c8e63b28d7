// Changes a merchant's name, email, logo or branding.
import type { Actor } from "../../merchant/audit.ts";
import type { Logo } from "../../merchant/logo.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Branding } from "../../payment/branding/branding.ts";
import { merchantMissing } from "../errors/refusal.ts";
import { type TakeLogoPorts, takeLogo } from "./take-logo.ts";

export interface UpdateMerchantInput {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** URL of the new logo; null removes the current one. */
  readonly iconUrl?: string | null | undefined;
  /** Null removes it. */
  readonly branding?: Branding | null | undefined;
}

export interface MerchantChanges {
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** The logo's hash. */
  readonly logo: string | null | undefined;
  readonly branding?: Branding | null | undefined;
}

export interface UpdateMerchantPorts extends TakeLogoPorts {
  readonly merchants: {
    find(partnerId: string, merchantId: string): Promise<Merchant | null>;
    /** Undefined leaves a field unchanged. Null if the merchant is unknown, deleted or another partner's. */
    update(partnerId: string, merchantId: string, changes: MerchantChanges, by: Actor): Promise<Merchant | null>;
  };
  readonly logos: { insert(logo: Logo): Promise<void> };
}

/** @throws Refusal not_found, params_validation, rate_limited */
export async function updateMerchant(
  ports: UpdateMerchantPorts,
  { partnerId, merchantId }: { readonly partnerId: string; readonly merchantId: string },
  { name, email, iconUrl, branding }: UpdateMerchantInput,
  by: Actor,
): Promise<Merchant> {
  // This check comes first, so that no caller can make us fetch a URL for another partner's merchant.
  if (!(await ports.merchants.find(partnerId, merchantId))) throw merchantMissing();
  const logo = iconUrl ? await takeLogo(ports, partnerId, iconUrl) : null;
  if (logo) await ports.logos.insert(logo);
  const changes = { name, email, logo: iconUrl === undefined ? undefined : (logo?.hash ?? null), branding };
  const changed = await ports.merchants.update(partnerId, merchantId, changes, by);
  if (!changed) throw merchantMissing();
  return changed;
}
