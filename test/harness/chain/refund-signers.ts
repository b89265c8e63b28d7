// Accounts that sign refunds with turnpike/server: a buyer's account as a viem account or wallet client, and payments
// made by each method.
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createGatewayClient, pay } from "../../../src/client/index.ts";
import { createTurnpike, type Turnpike, type TurnpikeOptions } from "../../../src/server-client/index.ts";
import { buyerFor, byAccount, HOSTS } from "../../client/payers.ts";
import type { Buyer, TestServer } from "../server/server.ts";
import { createPayment } from "./wallet.ts";

export const accountOf = ({ privateKey }: Buyer) => privateKeyToAccount(privateKey);

export const clientOf = (server: Pick<TestServer, "rpcUrl">, { privateKey }: Buyer) =>
  createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(server.rpcUrl) });

export const turnpikeOf = (
  { baseUrl, apiKey, merchantId }: Pick<TestServer, "baseUrl" | "apiKey" | "merchantId">,
  changes: Partial<TurnpikeOptions> = {},
): Turnpike => createTurnpike({ baseUrl, apiKey, merchantId, ...changes });

/** A payment of 10.00 USD that a new buyer has paid in this way (see `buyerFor`). */
export async function paidIn(server: TestServer, way: string): Promise<{ paymentId: string; buyer: Buyer }> {
  const buyer = await buyerFor(server, way);
  const paymentId = await createPayment(server);
  const gateway = createGatewayClient({ baseUrl: server.baseUrl, apiKey: server.walletKey });
  const { status } = await pay(paymentId, { ...HOSTS, ...byAccount(server, buyer), gateway });
  if (status !== "succeeded") throw new Error(`the payment is ${status}`);
  return { paymentId, buyer };
}
