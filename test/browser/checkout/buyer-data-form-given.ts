// Setup for the form's browser tests: a payment that requires buyer data, and the form in a page.
import type { Page } from "playwright-core";
import { ADA, askFrom, formOf } from "../../buyer-data/given.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";

export interface GivenForm {
  readonly paymentId: string;
  /** Path of the form. */
  readonly path: string;
}

/** @param termsUrl the terms of service that the form links to */
export async function givenForm(server: TestServer, termsUrl: string | null = null): Promise<GivenForm> {
  await askFrom(server, 1n, termsUrl);
  const paymentId = await createPayment(server);
  const { account } = await server.newBuyer();
  return { paymentId, path: await formOf(server, paymentId, account) };
}

/** Fills the form by its labels, as a person does. */
export async function fillIn(page: Page, given: Partial<typeof ADA> = {}): Promise<void> {
  const { fullName, dob, porCountry, porAddress } = { ...ADA, ...given };
  await page.getByLabel("Full name").fill(fullName);
  await page.getByLabel("Date of birth").fill(dob);
  await page.getByLabel("Country you live in").selectOption(porCountry);
  await page.getByLabel("Address", { exact: true }).fill(porAddress);
  await page.getByLabel(/details are mine/).check();
}

export const send = (page: Page): Promise<void> => page.getByRole("button", { name: "Continue" }).click();

/** IDs of the fields that the server has stored for a payment. */
export async function keptFor(server: TestServer, paymentId: string): Promise<string[]> {
  const rows = await server.sql<{ field: string }>(
    'select field from buyer_data where payment_id = $1 order by field collate "C"',
    [paymentId],
  );
  return rows.map(({ field }) => field);
}

export const expire = (server: TestServer, paymentId: string): Promise<unknown> =>
  server.sql("update payments set expires_at = now() - interval '1 second' where id = $1", [paymentId]);
