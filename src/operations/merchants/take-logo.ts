// Fetches the logo at a partner's URL. That may take seconds, so it happens before any transaction begins.
import type { Logo } from "../../merchant/logo.ts";
import { invalid } from "../errors/refusal.ts";

export type LogoOutcome =
  | { readonly ok: true; readonly logo: Logo }
  /** The problem with the URL or its content; follows the field's name. */
  | { readonly ok: false; readonly message: string };

export interface TakeLogoPorts {
  readonly logoSource: {
    /** @throws Refusal rate_limited if too many logos of the partner, or in all, are being fetched */
    fetch(url: string, partnerId: string): Promise<LogoOutcome>;
  };
}

/** @throws Refusal params_validation with an issue on iconUrl, rate_limited */
export async function takeLogo(ports: TakeLogoPorts, partnerId: string, iconUrl: string): Promise<Logo> {
  const outcome = await ports.logoSource.fetch(iconUrl, partnerId);
  if (!outcome.ok) throw invalid([{ field: "iconUrl", message: outcome.message }]);
  return outcome.logo;
}
