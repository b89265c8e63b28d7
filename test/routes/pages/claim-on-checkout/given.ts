// The form on which a deposit's buyer names the address for a refund.
import { givenRefund, paidByDeposit } from "../../../harness/chain/refunds.ts";
import type { RouteServer } from "../../setup.ts";
import { pageOf } from "../page-text.ts";

/** A payment by deposit with a refund that waits for an address. */
export async function givenClaim(server: RouteServer) {
  const { paymentId, address } = await paidByDeposit(server);
  return { paymentId, depositAddress: address, refundId: (await givenRefund(server, paymentId)).refundId };
}

/** The token of the payment's page. */
export const tokenIn = async (server: RouteServer, paymentId: string): Promise<string> =>
  /name="token" value="([^"]+)"/.exec(await pageOf(server, `/${paymentId}`))?.[1] ?? "";

export async function submit(server: RouteServer, paymentId: string, fields: Record<string, string>) {
  const answer = await fetch(`${server.baseUrl}/${paymentId}/refund-address`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  return { status: answer.status, location: answer.headers.get("location"), body: await answer.text() };
}
