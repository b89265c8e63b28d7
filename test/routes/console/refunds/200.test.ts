// The queue with its names, and the token by which the console's page signs one refund.
import { expect, test } from "vitest";
import { consoleCall, cookieOf, signIn } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { givenRefund } from "../../refunds/given-refunds.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

interface Signing {
  readonly pageToken: string;
  readonly chains: readonly { readonly caip2: string; readonly contracts: { readonly router: string } }[];
}

test("the list names the payment's reference and who asked", async () => {
  const { refundId, paymentId } = await givenRefund(server());
  const reader = await newUser(server(), server().apiKey, { role: "reader" });
  const { status, body } = await reader.call<{ data: object[] }>({ path: `/refunds?paymentId=${paymentId}` });
  expect([status, body.data]).toMatchObject([
    200,
    [{ refundId, referenceId: expect.any(String), requesterName: server().apiKey.slice(0, 15) }],
  ]);
});

test("a manager gets a token for this refund's gateway payment alone", async () => {
  const [refund, another] = [await givenRefund(server()), await givenRefund(server())];
  const manager = await newUser(server(), server().apiKey, { role: "manager" });
  const { status, body } = await manager.call<Signing>({ path: `/refunds/${refund.refundId}/signing` });
  expect(status).toBe(200);
  expect(body.chains).toMatchObject([{ caip2: server().caip2, contracts: { router: server().deployment.router } }]);
  const signer = await server().newBuyer();
  const optionsOf = (id: string) =>
    server().call<{ options?: unknown[] }>({
      path: `/v1/gateway/payment/${id}/options`,
      headers: { "api-key": body.pageToken, "merchant-id": null },
      body: { accounts: [signer.account] },
    });
  const own = await optionsOf(refund.gatewayPaymentId);
  expect([own.status, own.body.options?.length]).toEqual([200, 1]);
  for (const id of [another.gatewayPaymentId, refund.paymentId]) expect((await optionsOf(id)).status).toBe(403);
});

test("a reader, a cashier, a till and a read key may not sign", async () => {
  const { refundId } = await givenRefund(server());
  const path = `/refunds/${refundId}/signing`;
  for (const role of ["reader", "cashier"] as const) {
    expect((await (await newUser(server(), server().apiKey, { role })).call({ path })).status).toBe(403);
  }
  expect((await (await signIn(server(), server().readKey)).call({ path })).status).toBe(403);
  const owner = await signIn(server());
  const { body } = await owner.call<{ code: string }>({
    path: "/tills",
    headers: { "api-key": server().apiKey },
    body: { name: "Counter", merchantId: server().merchantId },
  });
  const cookie = cookieOf(await consoleCall(server(), { path: "/pair", body: { code: body.code } }));
  expect((await consoleCall(server(), { path, headers: { cookie } })).status).toBe(403);
});
