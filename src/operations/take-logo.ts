// Takes a copy of the logo behind the URL that a partner sent. It asks a server that is not ours and may take seconds,
// so it is done before any transaction begins.
import type { Logo } from "../merchant/logo.ts";
import { invalid } from "./errors/refusal.ts";

export type LogoOutcome =
  | { readonly ok: true; readonly logo: Logo }
  /** What is wrong with the URL or with what stands there, to be read after the field's name. */
  | { readonly ok: false; readonly message: string };

export interface TakeLogoPorts {
  readonly logoSource: { fetch(url: string): Promise<LogoOutcome> };
}

/** @throws Refusal params_validation with an issue on iconUrl */
export async function takeLogo(ports: TakeLogoPorts, iconUrl: string): Promise<Logo> {
  const outcome = await ports.logoSource.fetch(iconUrl);
  if (!outcome.ok) throw invalid([{ field: "iconUrl", message: outcome.message }]);
  return outcome.logo;
}
