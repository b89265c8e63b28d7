// Merchants with a destination, as starting points for the facilitator's tests.
import type { TestServer } from "../../harness/server/server.ts";

type Owner = Pick<TestServer, "call" | "sql" | "partnerId" | "caip2" | "deployment">;

export async function givenMerchant({ call }: Owner): Promise<string> {
  const body = { merchantName: "Younger", merchantEmail: "y@example.com" };
  const headers = { "merchant-id": null, "idempotency-key": crypto.randomUUID() };
  const answer = await call<{ merchant: { id: string } }>({ path: "/v1/merchants", body, headers });
  return answer.body.merchant.id;
}

/** Replaces the merchant's destination for USDC. */
export async function giveDestination(owner: Owner, merchantId: string, destination: string): Promise<void> {
  const asset = `${owner.caip2}/erc20:${owner.deployment.usdc}`;
  await owner.sql("delete from crypto_settlements where merchant_id = $1 and asset = $2", [merchantId, asset]);
  const settlements = [{ asset, destination: `${owner.caip2}:${destination}` }];
  const answer = await owner.call({
    path: `/v1/merchants/${merchantId}/settlements/crypto`,
    body: { settlements },
    headers: { "merchant-id": null, "idempotency-key": crypto.randomUUID() },
  });
  if (answer.status !== 201) throw new Error(`no destination: ${JSON.stringify(answer.body)}`);
}
