// The doctor's check of the public address: an API responds there, through the proxy.
import type { Config } from "../../settings/config.ts";
import type { Finding } from "../output/findings.ts";

const PART = "public address";

/** As long as the check of the certificate waits. */
const TIMEOUT_MS = 10_000;

/** No finding without PUBLIC_URL, about which the settings' own check warns. */
export async function checkPublicAddress({ publicUrl }: Pick<Config, "publicUrl">): Promise<readonly Finding[]> {
  if (publicUrl === null) return [];
  const problem = await problemOf(`${publicUrl}/healthz`);
  if (problem === null) return [{ part: PART, state: "ok", message: `${publicUrl} responds` }];
  const remedy = "Check that the APIs run, and the proxy, the DNS name and the firewall.";
  return [{ part: PART, state: "problem", message: `${publicUrl} ${problem}: buyers get nothing. ${remedy}` }];
}

async function problemOf(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok ? null : `responds with ${response.status}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `does not respond (${cause})`;
  }
}
