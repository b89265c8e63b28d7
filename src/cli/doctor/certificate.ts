// The doctor's check of the certificate at the public address.

import type { Config } from "../../settings/config.ts";
import type { Finding } from "../output/findings.ts";
import { messageOf } from "../output/output.ts";
import { certificateText, endsSoon, readCertificate } from "../service/certificate.ts";

/** No finding without TLS, about which the settings' own check warns. */
export async function checkCertificate({ publicUrl }: Pick<Config, "publicUrl">): Promise<readonly Finding[]> {
  if (publicUrl === null || new URL(publicUrl).protocol !== "https:") return [];
  const part = "certificate";
  try {
    const { daysLeft, until } = await readCertificate(publicUrl);
    const message = certificateText(publicUrl, daysLeft, until);
    return [{ part, state: endsSoon(daysLeft) ? "problem" : "ok", message }];
  } catch (error) {
    return [{ part, state: "problem", message: messageOf(error) }];
  }
}
