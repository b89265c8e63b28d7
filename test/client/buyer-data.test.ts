// `pay` for payments that require buyer data: by the hosted form, by the wallet's own form, and without either.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayClient, type GatewayClient, type PayOptions, pay } from "../../src/client/index.ts";
import { ADA, askFrom, collectedData, sendForm } from "../buyer-data/given.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { type Asked, byProvider, HOSTS } from "./payers.ts";

let server: TestServer;
let gateway: GatewayClient;
beforeAll(async () => {
  server = await sharedServer();
  await askFrom(server, 1n);
  gateway = createGatewayClient({ baseUrl: server.baseUrl, apiKey: server.walletKey });
});
afterAll(() => server.stop());

async function payWith(changes: Pick<PayOptions, "collectData">, asked: Asked = []) {
  const seen: string[] = [];
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server);
  const result = await pay(paymentId, {
    ...HOSTS,
    ...byProvider(server, buyer, asked),
    gateway,
    onProgress: ({ step }) => seen.push(step),
    ...changes,
  });
  return { result, seen };
}

test("the hosted form is completed before anything is signed, and bypasses the wallet", async () => {
  const asked: Asked = [];
  const signed = () => asked.some(({ method }) => method === "eth_signTypedData_v4");
  const collectData: PayOptions["collectData"] = async ({ url }) => {
    expect(signed()).toBe(false);
    expect((await sendForm(server, new URL(url).pathname, ADA)).status).toBe(303);
    return undefined;
  };
  const { result, seen } = await payWith({ collectData }, asked);
  expect(result.status).toBe("succeeded");
  expect(seen.slice(0, 4)).toEqual(["options", "collecting", "executing", "confirming"]);
});

test("values from the wallet's own form are sent with the confirm", async () => {
  const { result } = await payWith({
    async collectData({ fields }) {
      const asked = fields.map(({ id }) => id);
      return collectedData().fields.filter(({ id }) => asked.includes(id));
    },
  });
  expect(result.status).toBe("succeeded");
});

test("the gateway rejects an incomplete form, whatever the wallet reports", async () => {
  const attempt = payWith({ collectData: async () => undefined });
  await expect(attempt).rejects.toMatchObject({ status: 400, issues: [{ field: "collectedData" }] });
});

test("a wallet without `collectData` gets an error before anything is signed", async () => {
  const asked: Asked = [];
  await expect(payWith({}, asked)).rejects.toMatchObject({ name: "PayError", reason: "wallet_unable" });
  expect(asked.map(({ method }) => method)).not.toContain("eth_signTypedData_v4");
});

test("a buyer who leaves the form signs nothing", async () => {
  const asked: Asked = [];
  const left = new Error("the buyer closed the form");
  await expect(payWith({ collectData: () => Promise.reject(left) }, asked)).rejects.toBe(left);
  expect(asked.map(({ method }) => method)).not.toContain("eth_signTypedData_v4");
});
