// Data for requests to address: a partner's merchants and payments in several states, options, a buyer.
import type { Address } from "viem";
import { paymentEventId } from "../../src/events/event.ts";
import { signPayment } from "../harness/chain/wallet.ts";
import { newAgent } from "../harness/chain/x402.ts";
import { signFor } from "../harness/chain/x402-facilitator.ts";
import type { SpecificationValidator } from "../openapi/validator.ts";
import { givenCancelledPayment, givenExpiredPayment, givenPayment, givenSucceededPayment } from "../routes/given.ts";
import { givenLink, linkBody } from "../routes/payment-links/given-links.ts";
import { givenException } from "../routes/payments/list-exceptions/exceptions.ts";
import { givenClaim, givenRefund, payBack } from "../routes/refunds/given-refunds.ts";
import type { RouteServer } from "../routes/setup.ts";
import type { FuzzCall, World } from "./calls.ts";

/** Refunds: one to sign, one that waits with an address, and one without; and what succeeds with them, once. */
async function givenRefunds(server: RouteServer, mine: Record<string, string>) {
  const { account, address } = await server.newBuyer(0n);
  const [open, claimed] = [await givenRefund(server), await givenClaim(server, address)];
  const without = await givenClaim(server, address);
  await server.sql("update refunds set claimed = null, claimed_at = null where id = $1", [without.refundId]);
  const token = open.amount.unit.split(":").at(-1) as Address;
  const txHash = await payBack(server, token, open.buyer.address, BigInt(open.amount.value));
  const at = (refundId: string, action: string, body: object) => post(`/v1/refunds/${refundId}/${action}`, mine, body);
  return {
    ids: [open.refundId, claimed.refundId, "rfd_unknown"],
    right: {
      cancelRefund: at(open.refundId, "cancel", {}),
      acceptRefundAddress: at(claimed.refundId, "accept", { account }),
      rejectRefundAddress: at(claimed.refundId, "reject", { account }),
      completeRefund: at(open.refundId, "transaction", { txHash }),
      claimRefundAddress: post(`/v1/gateway/payment/${without.paymentId}/refund-address`, mine, { account }),
    },
  };
}

/**
 * A new partner per call, so that one endpoint's requests cannot delete the next one's data.
 * @param hasRefunds refunds take some payments, so only their endpoints get them
 */
export async function givenWorld(
  server: RouteServer,
  specification: SpecificationValidator,
  hasRefunds = false,
): Promise<World> {
  const owner = await server.newOwner();
  const mine = { "api-key": owner.apiKey, "merchant-id": owner.merchantId };
  const asOwner: RouteServer = {
    ...server,
    ...owner,
    call: (request) => server.call({ ...request, headers: { ...mine, ...request.headers } }),
  };
  const open = await Promise.all([1, 2, 3].map(() => givenPayment(asOwner)));
  const buyer = await server.newBuyer();
  const signed = await signPayment(asOwner, open[0] ?? "", buyer);
  const paid = await givenSucceededPayment(asOwner);
  const { body } = await asOwner.call<{ nextCursor: string }>({ path: "/v1/payments?limit=1" });
  const rows = await server.sql<{ id: string }>("select id from crypto_settlements where merchant_id = $1", [
    owner.merchantId,
  ]);
  const hook = { path: "/v1/webhook-endpoints", body: { url: "https://shop.example/events" } };
  const { body: endpoint } = await asOwner.call<{ id: string }>(hook);
  const { body: tested } = await asOwner.call<{ eventId: string; deliveryId: string }>({
    path: `/v1/webhook-endpoints/${endpoint.id}/test`,
    body: {},
  });
  const link = await givenLink(asOwner);
  const exception = await givenException(asOwner, { paymentId: paid });
  await server.sql("update exceptions set sender = $2 where id = $1", [exception.id, buyer.address]);
  const refunds = hasRefunds ? await givenRefunds(asOwner, mine) : null;
  const transfer = await signFor(server, await newAgent(server));
  const usdc = `${server.caip2}/erc20:${server.deployment.usdc}`;
  const soon = String(Math.floor(Date.now() / 1000) + 3_600);
  return {
    specification,
    callers: [
      mine,
      { "api-key": owner.readKey, "merchant-id": owner.merchantId },
      { "api-key": owner.walletKey },
      { "app-id": server.appId, "client-id": "fuzz" },
      { authorization: `Bearer ${owner.apiKey}` },
      { "api-key": "tp_partner_unknown" },
      {},
    ],
    right: {
      createPaymentLink: post("/v1/payment-links", mine, linkBody()),
      ...refunds?.right,
      resolveException: post(`/v1/exceptions/${exception.id}/resolve`, mine, { note: "Sent back" }),
      exportBooks: {
        method: "GET",
        path: `/v1/books?month=${new Date().toISOString().slice(0, 7)}`,
        headers: mine,
        body: null,
      },
      verifyX402: post("/x402/verify", mine, transfer),
      settleX402: post("/x402/settle", mine, transfer),
      createRefund: post("/v1/refunds", mine, { paymentId: paid }),
      confirmPayment: post(`/v1/gateway/payment/${signed.paymentId}/confirm`, mine, {
        optionId: signed.option.id,
        results: [{ type: "walletRpc", data: [signed.signature] }],
      }),
    },
    real: {
      paymentId: [
        ...open,
        paid,
        await givenExpiredPayment(asOwner),
        await givenCancelledPayment(asOwner),
        "pay_unknown",
      ],
      merchantId: [owner.merchantId, owner.merchantId, "mrch_unknown"],
      eventId: [tested.eventId, paymentEventId(paid, 3), "evt_unknown"],
      endpointId: [endpoint.id, endpoint.id, "whe_unknown"],
      deliveryId: [tested.deliveryId, "dlv_unknown"],
      url: ["https://shop.example/events", "http://shop.example", "https://10.0.0.1/"],
      merchantIds: [owner.merchantId],
      exceptionId: [exception.id, "exc_unknown"],
      refundId: refunds?.ids ?? ["rfd_unknown"],
      account: [buyer.account, `eip155:1:${buyer.address}`],
      to: [buyer.account, `eip155:1:${buyer.address}`],
      linkId: [link.id, link.id, "plink_unknown"],
      after: [paymentEventId(paid, 1), "evt_unknown"],
      settlementId: rows.map(({ id }) => id),
      "Merchant-Id": [owner.merchantId],
      unit: ["iso4217/USD", "iso4217/JPY", "iso4217/KWD", `caip19/${usdc}`],
      min: ["1", "100"],
      max: ["1000", "0"],
      suggested: ["500"],
      referencePattern: ["{number}", "{date}-{number}", "{date}"],
      value: ["1", "1250", "0", "999999999999999999"],
      amount: ["12.50", "7", "0"],
      currency: ["USD", "JPY", "BTC"],
      expiresAt: [soon, "1"],
      successUrl: ["https://shop.example/yes"],
      errorUrl: ["https://shop.example/no"],
      accounts: [buyer.account, `eip155:1:${buyer.address}`],
      optionId: [signed.option.id],
      data: ["sign", signed.signature, `0x${"11".repeat(65)}`],
      asset: [usdc, "USDC", `eip155:1/slip44:60`],
      destination: [`${server.caip2}:${server.destination}`, `eip155:1:${server.destination}`],
      scheme: ["exact", "exact", "upto"],
      payTo: [server.destination, buyer.address, "merchant"],
      network: [server.caip2, `${server.caip2},eip155:1`],
      token_symbol: ["USDC", "EURC"],
      cursor: [body.nextCursor],
      txHash: [`0x${"22".repeat(32)}`],
      maxPollMs: ["0", "1", "20"],
    },
  };
}

const post = (path: string, headers: Record<string, string>, body: object): FuzzCall => ({
  method: "POST",
  path,
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});
