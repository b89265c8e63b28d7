// A buyer of a deposit has nothing of ours: a plain transfer of the token to the payment's address.
import { type Address, createWalletClient, erc20Abi, type Hex, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { setBalance, type TestServer } from "../server/server.ts";

type Place = Pick<TestServer, "client" | "deployment" | "rpcUrl">;

/** Sends the token from a new account. @returns the transaction's hash once it is mined */
export async function sendTo(
  { client, deployment, rpcUrl }: Place,
  address: Address,
  amount: bigint,
  token = deployment.usdc,
): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther("1") });
  await setBalance(client, token, account.address, amount);
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  const hash = await wallet.writeContract({
    chain: null,
    address: token,
    abi: erc20Abi,
    functionName: "transfer",
    args: [address, amount],
  });
  await client.waitForTransactionReceipt({ hash });
  return hash;
}

interface WireAddress {
  readonly address: Address;
  readonly amount: { readonly value: string };
  readonly received: { readonly value: string };
  readonly expiresAt: number;
}

/** Asks for the payment's address, as its partner. @param asset CAIP-19; by default USDC on the server's first chain */
export async function askForAddress(
  server: TestServer,
  paymentId: string,
  asset = `${server.caip2}/erc20:${server.deployment.usdc}`,
): Promise<WireAddress> {
  const { status, body } = await server.call<WireAddress>({
    path: `/v1/payments/${paymentId}/deposit`,
    body: { asset },
  });
  if (status !== 200) throw new Error(`asking for an address returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
