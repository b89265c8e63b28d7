// An assistant with the client of MCP's SDK: at /mcp, and over standard input and output by `turnpike mcp`.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { TURNPIKE } from "../cli/turnpike.ts";
import { environmentOf } from "../harness/server/environment.ts";
import type { ToolFields } from "../harness/server/mcp.ts";
import { givenPayment, givenSucceededPayment } from "../routes/given.ts";
import { type RouteServer, sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile();

const overHttp = ({ baseUrl, apiKey, merchantId }: RouteServer) =>
  new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers: { "api-key": apiKey, "merchant-id": merchantId } },
  });

const overStdio = ({ baseUrl, apiKey, merchantId }: RouteServer) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [TURNPIKE, "mcp"],
    env: environmentOf({ TURNPIKE_URL: baseUrl, TURNPIKE_API_KEY: apiKey, TURNPIKE_MERCHANT_ID: merchantId }) as Record<
      string,
      string
    >,
  });

describe.each([
  ["streamable HTTP", overHttp],
  ["standard input and output", overStdio],
])("over %s", (name, transport) => {
  async function connect(mode: "legacy" | { pin: string } = "legacy") {
    const client = new Client({ name: "assistant", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport(server()));
    onTestFinished(() => client.close());
    const use = async (name: string, input: object) => {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: { ...input } });
      if (isError) throw new Error(JSON.stringify(content));
      return structuredContent as unknown as ToolFields;
    };
    return { client, use };
  }

  test("it finds a payment, explains why it is not paid, and creates a link", async () => {
    const paymentId = await givenPayment(server(), { referenceId: "table-9" });
    const { client, use } = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("create_payment_link");
    const found = await use("find_payments", { text: "table-9" });
    expect(found.payments.map((each) => each.paymentId)).toContain(paymentId);
    const { payment, whyUnpaid } = await use("get_payment", { paymentId });
    expect([payment.status, whyUnpaid[0]?.code]).toEqual(["requires_action", "not_confirmed"]);
    const amount = { unit: "iso4217/USD", value: "1250" };
    const link = await use("create_payment_link", {
      idempotencyKey: `link for ${paymentId}`.replaceAll(" ", "-"),
      amount,
    });
    expect((await server().call({ path: `/v1/payment-links/${link.id}` })).body).toMatchObject({ url: link.url });
  });

  test("it prepares a refund, which waits for a person's signature", async () => {
    const paymentId = await givenSucceededPayment(server());
    const { use } = await connect();
    expect((await use("get_payment", { paymentId })).whyUnpaid).toEqual([]);
    const request = { idempotencyKey: `refund-${paymentId}`, paymentId, reason: "The cup was broken" };
    const refund = await use("request_refund", request);
    expect(refund).toMatchObject({ status: "requires_action", paymentId, untrusted: { reason: request.reason } });
    expect(await use("request_refund", request)).toEqual(refund);
    const { body } = await server().call({ path: `/v1/refunds?paymentId=${paymentId}` });
    expect((body as unknown as { data: unknown[] }).data).toMatchObject([
      { status: "requires_action", refundUrl: refund.refundUrl },
    ]);
  });

  test("it waits for a payment", async () => {
    const { use } = await connect();
    const created = {
      idempotencyKey: `wait-${name.length}`,
      referenceId: "w",
      amount: { unit: "iso4217/USD", value: "100" },
    };
    const { paymentId } = await use("create_payment", created);
    const waits = use("wait_for_payment", { paymentId, waitS: 45 });
    await server().call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
    expect(await waits).toMatchObject({ status: "cancelled", isFinal: true });
  });

  test("with the revision of 2026-07-28, which has no handshake", async () => {
    const { client, use } = await connect({ pin: "2026-07-28" });
    expect((await client.listTools()).tools.length).toBe(7);
    expect(await use("list_exceptions", {})).toMatchObject({ nextCursor: null });
  });
});
