import type { PartnerBranding } from "../../../contract/console/records.ts";
import { request } from "./connection.ts";

export type Branding = NonNullable<PartnerBranding["branding"]>;

/** The partner's branding, which applies to merchants that have none. */
export const readBranding = (signal?: AbortSignal) =>
  request<PartnerBranding>({ method: "GET", path: "/branding", signal });

export const changeBranding = (branding: Branding | null) =>
  request<PartnerBranding>({ method: "PUT", path: "/branding", body: { branding } });
