// The example wallet pays as its README says, on a real server and chain.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { installExample, run } from "./install.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function payLink(link: string): Promise<{ readonly code: number | null; readonly printed: string }> {
  const { privateKey } = await server.newBuyer();
  const { exited, printed } = run(await installExample("wallet"), ["pay.js", link], {
    GATEWAY_URL: server.baseUrl,
    APP_ID: server.appId,
    RPC_URL: server.rpcUrl,
    PRIVATE_KEY: privateKey,
  });
  const code = await exited;
  return { code, printed: printed() };
}

test("pays a link", async () => {
  const paymentId = await createPayment(server);
  const { code, printed } = await payLink(`${server.baseUrl}/${paymentId}`);
  expect(printed).toContain("Test shop asks for 10 USD, to be paid in:\n  10 USDC\n");
  expect(printed).toContain(`${paymentId} succeeded by 0x`);
  expect(code).toBe(0);
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("refuses a link of another host, with the reason", async () => {
  const { code, printed } = await payLink(`https://elsewhere.example/${await createPayment(server)}`);
  expect(printed).toMatch(/^not_a_payment_link: /);
  expect(code).toBe(1);
});
