import { expect, test } from "vitest";
import { signPayment } from "../../../harness/chain/wallet.ts";
import { gateway, givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("typed data for the buyer's wallet to sign", async () => {
  const paymentId = await givenPayment(server());
  const buyer = await server().newBuyer();
  const { option } = await signPayment(server(), paymentId, buyer);
  const { status, body } = await gateway(server(), paymentId, "/fetch", { body: { optionId: option.id, data: "x" } });
  expect(status).toBe(200);
  expect(body).toEqual({
    actions: [
      {
        type: "walletRpc",
        data: {
          chain_id: server().caip2,
          method: "eth_signTypedData_v4",
          params: [buyer.address, expect.any(String)],
        },
      },
    ],
  });
  expect(JSON.parse(String(body.actions[0]?.data.params[1]))).toMatchObject({
    primaryType: "ReceiveWithAuthorization",
    types: { EIP712Domain: expect.any(Array) },
    domain: { verifyingContract: server().deployment.usdc },
    message: { from: buyer.address, value: "0xf4240" },
  });
});
