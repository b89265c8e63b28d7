// Starting points for tests of payment lists.
import type { Static } from "typebox";
import type { LegacyPayments } from "../../src/contract/payments/legacy-list.ts";
import type { Payments } from "../../src/contract/payments/payment-list.ts";
import { givenPayment } from "./given.ts";
import type { RouteServer } from "./setup.ts";

type Item = Static<typeof Payments>["data"][number];

export interface ListBody extends Omit<Static<typeof Payments>, "data"> {
  readonly data: (Item & { readonly transaction?: { readonly hash: `0x${string}` } })[];
}
export type LegacyBody = Static<typeof LegacyPayments>;

/** Payments of these amounts in cents, one after the other, with the same reference. */
export async function givenListed(server: RouteServer, referenceId: string, cents: readonly number[]) {
  const ids: string[] = [];
  for (const value of cents) {
    ids.push(await givenPayment(server, { referenceId, amount: { unit: "iso4217/USD", value: String(value) } }));
  }
  return ids;
}

/** The body of a successful list call. */
export async function listOf<Body = ListBody>(server: RouteServer, path: string, headers = {}): Promise<Body> {
  const { status, body } = await server.call<Body>({ path, headers });
  if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
