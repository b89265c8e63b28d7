// Pairs a browser page as a till.
import type { Page } from "playwright-core";
import type { PairingCreated } from "../../../src/contract/console/tills.ts";
import { signIn } from "../../harness/server/console.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { openPage, type PageOptions } from "./page.ts";

export interface PairedTill {
  readonly page: Page;
  /** Revokes the till on another device, as a manager would. */
  readonly revoke: () => Promise<unknown>;
}

export async function pairTill(
  server: TestServer,
  name: string,
  options: Omit<PageOptions, "server"> = {},
): Promise<PairedTill> {
  const owner = await signIn(server);
  const body = { name, merchantId: server.merchantId };
  const { body: pairing } = await owner.call<PairingCreated>({
    path: "/tills",
    headers: { "api-key": server.apiKey },
    body,
  });
  const page = await openPage({ server, viewport: "phone", ...options });
  await page.goto(`/console/till#${pairing.code}`);
  await page.locator("form button[type=submit]").click();
  await page.locator("input[name=amount]").waitFor();
  return { page, revoke: () => owner.call({ method: "DELETE", path: `/tills/${pairing.id}` }) };
}

/** Charges 12.50 with the keypad and waits for the code. @returns the payment's ID */
export async function charge(page: Page): Promise<string> {
  await page.locator("input[name=amount]").pressSequentially("1250");
  await page.locator("form button[type=submit]").click();
  const code = page.getByRole("img", { name: /pay_/ });
  await code.waitFor();
  return /pay_\w+/.exec((await code.getAttribute("aria-label")) ?? "")?.[0] ?? "";
}
